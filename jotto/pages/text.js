// Words and scores as they are typed, exactly as the Python program reads them.
//
// Twins of jotto/games/words.py (spelling), jotto/games/scoring.py and jotto/errors.py.
import { count, grouped } from "./numbers.js";

/** @import { Rule } from "./types.js" */

export class Wrong extends Error {} // what a player can put right; the page shows the message
export class Away extends Error {} // the server cannot be reached

/** @type {(text: string) => string[]} */
export const chars = (text) => Array.from(text); // by code point: a letter may be two UTF-16 units

/** @type {(letter: string) => number} */
const pointOf = (letter) => Number(letter.codePointAt(0));

/** @template T @param {readonly T[]} items @returns {T} */
export const last = (items) => items[items.length - 1];

/** @type {(numbers: Iterable<number>) => number} */
export const sum = (numbers) => [...numbers].reduce((total, number) => total + number, 0);

/** Of any number of numbers, which a call with so many arguments may not take. @type {(numbers: Iterable<number>) => number} */
export const greatest = (numbers) => [...numbers].reduce((most, number) => Math.max(most, number), -Infinity);

/** @template T @param {T[][]} lists @returns {T[]} */
export const longest = (lists) => lists.reduce((most, list) => (list.length > most.length ? list : most));

/**
 * Words of one length, of their first letters, then the second ones, and so on.
 * @type {(columns: string, length: number) => string[]}
 */
export function wordsIn(columns, length) {
  const points = chars(columns);
  const many = points.length / length;
  return points.slice(0, many).map((_, i) => Array.from({ length }, (_, at) => points[at * many + i]).join(""));
}

/**
 * Compare by code points, not by UTF-16 units.
 * @type {(a: string, b: string) => number}
 */
export const byText = (a, b) => {
  const [signs, others] = [chars(a), chars(b)];
  for (let i = 0; i < Math.min(signs.length, others.length); i++)
    if (signs[i] !== others[i]) return pointOf(signs[i]) - pointOf(others[i]);
  return signs.length - others.length;
};

/**
 * Keep what was made for a game under a key; the oldest goes when there are too many.
 * @type {WeakMap<object, Map<string, any>>}
 */
const memory = new WeakMap();
const REMEMBERED = 100;

/** @template T @param {object} game @param {string} key @param {() => T} make @returns {T} */
export function remembered(game, key, make) {
  const values = memory.get(game) || new Map();
  if (!values.size) memory.set(game, values);
  if (!values.has(key)) {
    if (values.size >= REMEMBERED) values.delete(values.keys().next().value);
    values.set(key, make());
  }
  return values.get(key);
}

// --- texts ----------------------------------------------------------------------------------------

/** @type {(places: number[]) => string} */
export function boardsNamed(places) {
  const [numbers, further] = firstBoards(places);
  return `board${places.length > 1 ? "s" : ""} ${numbers.join(", ")}${further ? ` and ${further} more` : ""}`;
}

/**
 * The numbers of boards from 1, of more than eight the first six, and how many follow.
 * @type {(places: number[]) => [numbers: number[], more: number]}
 */
export function firstBoards(places) {
  const further = places.length > 8 ? places.length - 6 : 0;
  return [places.slice(0, further ? 6 : undefined).map((at) => at + 1), further];
}

/**
 * Letters: `declared` are those of a game that may have several characters, the longest first; signs; ı, ς.
 * @type {(text: string) => string}
 */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const DOTLESS = "ı"; // among the letters of a Turkish list, where the capital of i is İ
/** @type {(letter: string) => boolean} */
export const isLong = (letter) => chars(letter).length > 1;

/**
 * The letters of a word, from the left, the longest first; ς as σ.
 * @type {(word: string, declared: string[]) => string[]}
 */
export function spell(word, declared) {
  if (!declared.some(isLong) && !declared.includes("ς")) return chars(word);
  return word.replaceAll("ς", "σ").match(new RegExp([...declared.map(escaped), "."].join("|"), "gsu")) || [];
}

/** @type {(letters: string[]) => string} */
export const joined = (letters) => letters.join("").replace(/(?<=[\p{L}\p{N}_])σ(?![\p{L}\p{N}_])/gu, "ς");

/** @type {(text: string, declared: string[]) => string} */
export function shout(text, declared) {
  const capitals = declared.includes(DOTLESS) || text.includes(DOTLESS) ? text.replaceAll("i", "İ") : text;
  return capitals.replace(/./gsu, (sign) => (chars(sign.toUpperCase()).length === 1 ? sign.toUpperCase() : sign));
}

/** @type {Record<string, string>} */
const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A text as Python's repr writes it.
 * @type {(value: string) => string}
 */
export function repr(value) {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const escaped = chars(value).map((char) => {
    if (char === quote) return `\\${char}`;
    if (char in ESCAPES) return ESCAPES[char];
    if (char === " " || !/[\p{C}\p{Z}]/u.test(char)) return char;
    const code = pointOf(char);
    const [sign, width] = code < 256 ? ["x", 2] : code < 65536 ? ["u", 4] : ["U", 8];
    return `\\${sign}${code.toString(16).padStart(width, "0")}`;
  });
  return quote + escaped.join("") + quote;
}

/** @type {(text: string) => string} */
export const quoted = (text) => repr(chars(text).slice(0, 60).join("")) + (chars(text).length > 60 ? "..." : "");

// --- spelling -------------------------------------------------------------------------------------

/** @type {Record<string, string>} */
const UNSPLIT = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  þ: "th",
  ı: "i",
  ŋ: "n",
  ŧ: "t",
  ς: "σ",
  ё: "е",
};
const LONGEST = 10; // letters in a word
const UNKNOWN = "_"; // a letter of a clue that is no guess
/** @type {(text: string) => boolean} */
const isLetters = (text) => /^\p{L}+$/u.test(text);
/** @type {(text: string) => boolean} */
const isAscii = (text) => /^[\0-\x7f]*$/.test(text);

const COLOURS = "black white green yellow orange blue purple red".split(" ");
/** @type {[RegExp, string][]} */
const ALIKE = [
  [/\u034f|\ufe0e|\ufe0f|\u200c|\u200d/g, ""],
  [/[\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g, ""],
  [/[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " "],
  [/[\u2018\u2019\u201b\u2032\xb4`]/g, "'"],
  [/[\u201c-\u201f\xab\xbb]/g, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63]/g, "-"],
  [/[\xd7\u2217]/g, "*"],
  [/[\xf7\u2215]/g, "/"],
  ...chars("⬛⬜🟩🟨🟧🟦🟪🟥").map(
    (sign, at) =>
      /** @type {[RegExp, string]} */ ([new RegExp(`:(large_)?${COLOURS[at]}_(large_)?square:`, "g"), sign]),
  ),
];

/**
 * A text without signs that nobody sees, and with one sign for those that look alike: as jotto/typed.py does.
 * @type {(text: string) => string}
 */
export function clean(text) {
  const alike = ALIKE.reduce((made, [signs, sign]) => made.replace(signs, sign), text);
  return alike.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

const APOSTROPHES = "'\u2019\u02bc\u2018"; // one letter, if one of them is

/** @type {(text: string, declared: string[]) => string} */
export function fold(text, declared) {
  text = clean(text);
  const sign = chars(APOSTROPHES).find((mark) => declared.join("").includes(mark));
  if (sign) text = text.replace(/['\u2019\u02bc\u2018]/g, sign);
  const dotted = declared.includes(DOTLESS) ? text.normalize("NFC").replaceAll("I", DOTLESS) : text;
  const lowered = dotted.trim().toLowerCase();
  if (isAscii(lowered)) return lowered;
  const letters = chars(lowered.replaceAll("i\u0307", "i").normalize("NFC").replaceAll("ς", "σ"));
  // ĳ, one sign, is ij
  return joined(letters.map((letter) => [letter.normalize("NFKC")].find((mark) => declared.includes(mark)) || letter));
}

/** @type {(text: string, keep?: string) => string} */
function plain(text, keep = "") {
  if (isAscii(text)) return text;
  const signs = keep.normalize("NFC");
  return text.normalize("NFC").replace(/./gsu, (letter) => (signs.includes(letter) ? letter : withoutAccent(letter)));
}

/** @type {(letter: string) => string} */
function withoutAccent(letter) {
  const parts = letter.normalize("NFKD");
  if (!(letter in UNSPLIT) && !/^[\p{Script=Latin}\p{Script=Greek}]/u.test(parts)) return letter;
  return parts.replace(/\p{M}/gu, "").replace(/./gsu, (part) => UNSPLIT[part] || part);
}

/**
 * A typed word, spelt with the letters of the list if that makes it as long as its words.
 * @type {(text: string, words: string[], declared: string[]) => string}
 */
function respelt(text, words, declared) {
  const [word, length] = [spell(fold(text, declared), declared), spell(words[0], declared).length];
  const fits = word.length <= length && isAscii(word.join(""));
  if (fits || !word.every((sign) => isLetters(sign) || isLong(sign)) || word.length > 2 * length) return text;
  const listed = new Set(words.flatMap((other) => spell(other, declared)));
  const doubled = [...listed].sort(byText).filter((sign) => !isLong(sign) && chars(plain(sign)).length === 2);
  const single = new Map(doubled.map((sign) => [plain(sign), sign]));
  const bare = word.map((sign) => (listed.has(sign) || isLong(sign) ? sign : plain(sign))).join("");
  const parts = single.size ? bare.split(new RegExp(`(${[...single.keys()].join("|")})`)) : [bare];
  let spellings = [""];
  for (const part of parts)
    spellings = spellings.flatMap((begun) =>
      single.has(part) ? [begun + single.get(part), begun + part] : [begun + part],
    );
  const fitting = spellings.map((sign) => joined([sign])).filter((sign) => spell(sign, declared).length === length);
  return fitting.find((sign) => words.includes(sign)) || fitting[0] || text;
}

/**
 * Read a word as typed, which need not be in the list; `open`: it may have unknown letters.
 * @type {(text: string, words: string[], declared: string[], open?: boolean) => string}
 */
export function readWord(text, words, declared, open = false) {
  if (!declared.includes("-")) text = unparted(clean(text).trim());
  const signs = open ? chars(".?*").filter((sign) => text.includes(sign) && !declared.includes(sign)) : [];
  if (signs.length === 1) text = text.replaceAll(signs[0], UNKNOWN);
  const as = (/** @type {string} */ typed) => respelt(declared.length ? fold(typed, declared) : typed, words, declared);
  const dotted = text.includes("I") && declared.includes(DOTLESS) && as(text.replaceAll("I", "İ")); // typed without İ
  const word = fold(dotted && words.includes(dotted) && !words.includes(as(text)) ? dotted : as(text), declared);
  const letters = spell(word, declared);
  const [long, length] = [letters.length, spell(words[0], declared).length];
  const allowed = [...declared, ...(open ? [UNKNOWN] : [])];
  const wrong = letters.find((mark) => !isLetters(mark) && !allowed.includes(mark));
  let problem = "";
  const equations = declared.includes("=") && !/\p{L}/u.test(words[0]);
  const foreign = equations && letters.find((sign) => sign !== UNKNOWN && !declared.includes(sign));
  if (foreign) problem = `${repr(foreign)} is not one of this game's symbols, ${[...declared].sort(byText).join(" ")}`;
  else if (wrong)
    problem = `${repr(wrong)} is not a letter${/\p{M}/u.test(wrong) ? " by itself; it can be declared as one" : ""}`;
  else if (long < 1 || long > LONGEST) problem = `it has ${long} letters, words have 1 to ${LONGEST}`;
  else if (long !== length) problem = `it has ${count(long, "letter")}; this game uses ${length}`;
  if (problem) throw wordError(text.trim(), problem, letters.some(isLetters) ? alike(word, words, declared) : []);
  return word;
}

/**
 * A reason that begins with `it` speaks of the text itself.
 * @type {(text: string, reason: string, what?: string) => string}
 */
const reasonText = (text, reason, what = "") =>
  reason.startsWith("it ") ? `${text} ${reason.slice(3)}` : `${what}${text}: ${reason}`;

/** @type {(word: string, reason: string, meant?: string[]) => Wrong} */
export function wordError(word, reason, meant = []) {
  return new Wrong(
    `${reasonText(quoted(word), reason)}${meant.length ? `; did you mean ${meant.map(repr).join(" or ")}?` : ""}`,
  );
}

const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** @type {(text: string, pegs: number, symbols: Iterable<string>) => string} */
export function readCode(text, pegs, symbols) {
  const [given, allowed] = [clean(text).trim(), [...symbols].sort(byText)];
  const code = chars(chars(given).length > pegs ? unparted(given) : given);
  if (code.length !== pegs)
    throw wordError(code.join(""), `it has ${count(code.length, "symbol")}; this game uses ${pegs}`);
  const same = (/** @type {string} */ symbol) => allowed.find((sign) => sign.toLowerCase() === symbol.toLowerCase());
  const wrong = code.find((symbol) => !same(symbol));
  const shown = SYMBOLS.includes(allowed.join("")) ? `${allowed[0]} to ${allowed.at(-1)}` : allowed.join(" ");
  if (wrong) throw wordError(code.join(""), `${repr(wrong.toLowerCase())} is not one of this game's symbols, ${shown}`);
  return code.map((symbol) => same(symbol)).join("");
}

/** @type {(letters: Iterable<string>) => string} */
const sorted = (letters) => [...letters].sort(byText).join("");

/**
 * Up to three known words that may have been meant.
 * @type {(word: string, words: string[], declared: string[]) => string[]}
 */
export function alike(word, words, declared) {
  const letters = spell(word, declared);
  const swapped = (/** @type {string} */ other) => sorted(spell(other, declared)) === sorted(letters);
  const slips = words.filter((other) => {
    const theirs = spell(other, declared);
    const wrong =
      theirs.length === letters.length ? theirs.filter((letter, place) => letter !== letters[place]).length : 0;
    return wrong === 1 || (wrong === 2 && swapped(other));
  });
  if (slips.length) return [...slips.filter(swapped), ...slips.filter((other) => !swapped(other))].slice(0, 3);
  const aim = chars(word).slice(0, 2 * LONGEST);
  const near = words
    .map((other) => ({ other, ratio: (2 * matching(chars(other), aim)) / (chars(other).length + aim.length) }))
    .filter(({ ratio }) => ratio >= 0.6)
    .sort((a, b) => b.ratio - a.ratio || byText(b.other, a.other));
  return near.slice(0, 3).map(({ other }) => other);
}

/**
 * Letters in matching blocks: the longest block, then those on both sides of it (difflib's measure).
 * @type {(a: string[], b: string[]) => number}
 */
function matching(a, b) {
  let [size, from, to] = [0, 0, 0];
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < b.length; j++) {
      let k = 0;
      while (i + k < a.length && j + k < b.length && a[i + k] === b[j + k]) k++;
      if (k > size) [size, from, to] = [k, i, j];
    }
  return size
    ? size + matching(a.slice(0, from), b.slice(0, to)) + matching(a.slice(from + size), b.slice(to + size))
    : 0;
}

// --- scores ---------------------------------------------------------------------------------------

const PAIR =
  /^(?:\(?\s*(\d{1,2})(?:\s*[,/.:;-]\s*|\s+)(\d{1,2})\s*\)?|(\d)(\d)|(\d{1,2})[\s,]*([a-z]+)[\s,]*(\d{1,2})[\s,]*([a-z]+))$/;
const NAMED = /^([a-z]+)[\s,:=]*(\d{1,2})[\s,;]*([a-z]+)[\s,:=]*(\d{1,2})$/; // black: 1, white: 2
const NAMES =
  "a b, b c, b w, r w, s b, s h, h b, g y, bull cow, black white, red white, strike ball, hit blow, green yellow, exact elsewhere";
// How rows of marks are written: neither, elsewhere, in place, and what a row must have; see jotto/engine/notation.py.
const SQUARES = "⬛⬜◼◻,🟨🟪🟦,🟩🟧 ⬛⬜◼◻,🟧,🟩,🟧🟩 🟦,🟨,🟥 🟥🟦,🟨,🟩".split(" ");
const MIXED = "⬛⬜◼◻,🟨🟪🟦,🟩🟧 ⬛⬜◼◻,🟨🟪🟦🟧,🟩 ⬛⬜◼◻🟪🟦,🟨,🟩".split(" ");
const [ROUND, SQUARE] = ["🟡🟢🔵🟣🟠💛💚💙💜🧡🖤🤍❤🔴⚫⚪", "🟨🟩🟦🟪🟧🟨🟩🟦🟪🟧⬛⬜🟥🟥⬛⬜"].map(chars);
const LETTERS = "B0XWN.-_*,Y1,G2 B,Y,R R,Y,G B,R,G B,P,G _.-,?,+ _,-,+,_- -,_,+,_- X,Y,O,O X,O,G,O U,W,C,U";
const TILES = LETTERS.split(" ");
const PEGS = "·_,⚪○◯,⚫●🔴◍ ⚫●·_,⚪○◯,🔴,🔴 ,⬜,⬛,⬛⬜ ,O,X ,X,O ,-,+,+ -,,+,+- _.-,?,+,+".split(" ");
const COLOURED = ["_.-,W,BR", ",⬜,⬛"];
/** @type {(sign: string) => boolean} */
const isDrawn = (sign) => [...ROUND, ...SQUARE, "◼", "◻"].includes(sign);
/** @type {Record<string, string>} */
const GREY = { "⬜": "⬛", "◼": "⬛", "◻": "⬛", "◯": "○", "●": "⚫" };
const A_PART = "a part of a row";
const FOUND = ["yes", "correct", "right", "got it", "found", "found it", "you win", "i win"];
const SPELT = "zero one two three four five six seven eight nine none nothing nil".split(" ");
/** @type {(text: string, reason: string) => Wrong} */
export const scoreError = (text, reason) => new Wrong(reasonText(quoted(text), reason, "score "), { cause: reason });
/** @type {(text: string, table: Record<string, string>) => string} */
const translated = (text, table) => text.replace(/./gsu, (sign) => table[sign] ?? sign);

/**
 * The code of a score in any usual form; the twin of Rule.read.
 * @type {(rule: Rule, text: string, length: number) => number}
 */
export function readScore(rule, text, length) {
  const given = clean(text).trim();
  const rows = rule.texts.includes(given) ? [] : readings(rule, given);
  if (rows.length > 1) throw scoreError(text, `it may mean ${rows.join(" or ")}; write which one`);
  const typed = rows[0] || given;
  try {
    return readAs(rule, typed, length);
  } catch {
    /* it may be said in words */
  }
  const words = typed.toLowerCase().replace(/^[ .!()]+|[ .!()]+$/g, "");
  let digits = [];
  for (const word of words.split(/[\s,./-]+/)) {
    const named = digits.length > 0 && rule.counts[digits.length - 1]?.name === word;
    const digit = SPELT.indexOf(word);
    const no = word === "no" && words !== word; // alone it says that it is not the word
    if (!named && !/^(and|in|pegs?)$/.test(word))
      digits.push(digit < 0 && !no ? word : String(digit > 9 || no ? 0 : digit));
  }
  if (digits.join() === "0") digits = Array(rule.counts.length).fill("0");
  if (FOUND.includes(words) && !rule.texts.includes(words.toUpperCase())) return rule.win;
  try {
    return readAs(rule, digits.join(), length);
  } catch (error) {
    const row = parts(given)
      .map(chars)
      .filter((part) => part.every(isDrawn))
      .flat();
    const misfit = rule.tiles && row.length && row.length !== rule.texts[0].length;
    const reason = misfit && `it has ${row.length} squares; this game uses ${rule.texts[0].length}`;
    throw scoreError(text, reason || String(/** @type {Error} */ (error).cause));
  }
}

/**
 * What a row of marks may mean, as colours or in numbers; `beside`: further rows of the same game.
 * @type {(rule: Rule, typed: string, beside?: string) => string[]}
 */
export function readings(rule, typed, beside = "") {
  let row = chars(typed.toUpperCase().replace(/\s/g, ""));
  if (rule.tiles) {
    const named = row
      .join("")
      .replace(/GR[AE]Y|BLACK|WHITE/g, "B")
      .replace(/GREEN/g, "G")
      .replace(/YELLOW/g, "Y");
    row = chars(named.replace(/[,|[\]()]/g, ""));
    const odd = row.filter((_, at) => at % 2).join("");
    if (odd === "-".repeat(rule.texts[0].length - 1)) row = row.filter((_, at) => at % 2 === 0);
  }
  const pegs = [...row, ...chars(beside)].every((sign) => PEGS[0].replaceAll(",", "").includes(sign));
  const squared = (/** @type {string} */ sign) => SQUARE[rule.tiles || !pegs ? ROUND.indexOf(sign) : -1] || sign;
  row = row.map(squared);
  const own = [...(rule.coloured ? COLOURED : []), ...(rule.tiles ? TILES : PEGS)];
  const means = meaningOf(rule, row, [...row, ...chars(beside).map(squared)], [...SQUARES, ...own], 1);
  const mixed = means.length ? [] : meaningOf(rule, row, row, MIXED, 9);
  return mixed.length > 1 ? mixed : means;
}

/**
 * What a row means by some schemes, where `most` colours may mean the same.
 * @type {(rule: Rule, row: string[], signs: string[], schemes: string[], most: number) => string[]}
 */
function meaningOf(rule, row, signs, schemes, most) {
  const found = new Set();
  for (const scheme of schemes) {
    const [nothing, elsewhere, exact, needs = ""] = scheme.split(",");
    const all = chars(nothing + elsewhere + exact);
    const shades = (/** @type {string} */ group) =>
      new Set(signs.filter((sign) => chars(group).includes(sign)).map((sign) => GREY[sign] || sign)).size;
    const alike = [nothing, elsewhere, exact].some((group) => shades(group) > most);
    const fits = row.some((sign) => sign !== "?") && signs.every((sign) => all.includes(sign)) && !alike;
    const mark = (/** @type {string} */ sign) =>
      chars(nothing).includes(sign) ? "B" : chars(elsewhere).includes(sign) ? "Y" : "G";
    if (fits && chars(needs).every((sign) => signs.includes(sign))) found.add(meant(rule, row.map(mark)));
  }
  const means = [...found].filter((text) => text && !(text === A_PART && isAscii(row.join(""))));
  return means.join() === A_PART ? [] : means;
}

/**
 * A row of marks as a score of a rule; empty if it is none.
 * @type {(rule: Rule, marks: string[]) => string}
 */
function meant(rule, marks) {
  if (rule.tiles) return marks.length === rule.texts[0].length ? marks.join("") : "";
  const counted = rule.counts.map((count) => count.mark);
  const length = Math.max(...rule.texts.map((_, code) => sum(rule.numbers(code))));
  if (!counted.length || counted.includes("")) return "";
  if (marks.join("") === "G".repeat(length)) return "win";
  if (marks.some((mark) => mark !== "B" && !counted.includes(mark))) return "";
  if (marks.includes("B") && marks.length !== length) return A_PART;
  return counted.map((mark) => marks.filter((sign) => sign === mark).length).join();
}

const PARTED = /^[\p{L}\p{N}_]([-\s,|])[\p{L}\p{N}_](?:\1[\p{L}\p{N}_])+$/u; // c-r-a-n-e
/**
 * A guess whose letters stand apart as one word.
 * @type {(text: string) => string}
 */
const unparted = (text) =>
  PARTED.test(text)
    ? chars(text)
        .filter((_, at) => at % 2 === 0)
        .join("")
    : text;

/** @type {Record<string, string>} */
const MARKED = { "()": "Y", "[]": "G", "+": "G", "-": "Y", 0: "B", 1: "Y", 2: "G", "": "B" };
/**
 * A word and its colours, if each letter has its mark, as in cRa(n)e: bracket, sign or digit.
 * @type {(text: string) => [word: string, marks: string] | null}
 */
export function marked(text) {
  const parts = [...text.matchAll(/([([+-]?)(\p{L})([)\]012]?)/gu)];
  const signs = parts.map(([, opened, , closed]) => opened + closed);
  const [brackets, digits] = [signs.some((sign) => sign.length > 1), signs.some((sign) => "012".includes(sign || "-"))];
  const family = brackets ? ["", "()", "[]"] : digits ? ["0", "1", "2"] : ["", "+", "-"];
  const bare = parts.flatMap(([, , letter], at) => (signs[at] ? [] : [letter])).join("");
  const capitals = bare !== bare.toLowerCase() && bare === bare.toUpperCase();
  const whole = parts.map(([part]) => part).join("") === text && (brackets || digits || signs.includes("+"));
  if (!whole || signs.some((sign) => !family.includes(sign)) || (capitals && brackets)) return null;
  const marks = parts.map(([, , letter], at) =>
    brackets && !signs[at] && letter !== letter.toLowerCase() ? "G" : MARKED[signs[at]],
  );
  return [parts.map(([, , letter]) => letter.toLowerCase()).join(""), marks.join("")];
}

/** @type {(rule: Rule, text: string, length: number) => number} */
function readAs(rule, text, length) {
  if (rule.tiles && !rule.objects && rule.texts[rule.win] === "win") return readFibble(rule, text, length);
  if (rule.tiles) return readColours(text, length);
  if (rule.counts.length === 2) return readPair(rule, text, length);
  if (rule.texts.includes(text)) return rule.texts.indexOf(text);
  if (text.toLowerCase() === "win") return rule.win;
  const some = rule.texts.slice(0, 10).join(", ") + (rule.texts.length > 10 ? ", ..." : "");
  throw scoreError(text, `it is not a score of this game; there are ${some}`);
}

const MOST_TYPED = 10000; // characters of a text that is typed or pasted
// Of shared games: results, names of games, boards, addresses, numbers of lines; see jotto/reading/turns.py.
export const HEAD =
  /Daily [\p{L}\p{N}_]{1,20} #?\d{1,6}(?: [\dX&]{1,9}\/\d{1,2})?|(?<!\S)\S+(?: \(@[\p{L}\p{N}_]+\))?\s+#?([0-9.,]+(?: \d{3})?)\s+([0-9X])\/[0-9]\*?|Score: \d+|🔥\s*\d*|(?<!\S)(?:🟥|🔟|[🕐-🕧]|\d\u20e3){1,2}(?!\S)|(?<!\S)(?:\S*:\/\/|\S*\.com\b|[#@])\S*|(?<!\S)\d{1,2}[.)](?=\s)/gu;
const ROWS = new RegExp(
  `[${[...SQUARES, ...ROUND, PEGS[0].replace("_", "")].join("").replaceAll(",", "")}]+(?:_+(?!\\S))?`,
  "gu",
);
/** @type {(part: string) => boolean} */
const isRow = (part) => !part.replace(ROWS, "") && /[^·]/.test(part);
/** @type {(line: string) => string[]} */
const parts = (line) => line.split(/\s+/).filter(Boolean);
/** @type {(line: string) => string[]} */
const rowsOf = (line) => {
  const rows = parts(line).filter(isRow);
  return rows.length > 2 && rows.every((row) => chars(row).length === 1) ? [rows.join("")] : rows; // with blanks between
};

/**
 * A game as it is shared: its words, with a row of squares for each on every board; empty if it is none.
 * @type {(rule: Rule, given: string, boards?: number) => [word: string, rows: string][]}
 */
export function grid(rule, given, boards = 1) {
  const size = chars(given).length;
  if (size > MOST_TYPED)
    throw new Wrong(`${quoted(given)}: ${grouped(size)} characters, at most ${grouped(MOST_TYPED)} are read`);
  const shared = clean(given);
  const text = shared.replace(HEAD, "").replace(ROWS, " $& ");
  const typed = parts(text).filter((part) => !isRow(part));
  const words = typed
    .map((part) => part.replace(/^[:;,|=>()!<-]+|[:;,|=>()!<-]+$/g, ""))
    .filter((part) => /[\p{L}\p{N}_]/u.test(part) && !(rule.ofWords && /^\d{1,3}(,\d{3})*$/.test(part)));
  const lines = text
    .trim()
    .split(/\r\n|\n|\r/)
    .map(rowsOf);
  const [rows, many] = [lines.flat(), words.length];
  if (!rows.length) return [];
  const blocks = blocksOf(lines, many, boards);
  const counted = `${count(rows.length, "row")} of squares`;
  if (!blocks.length) {
    const rowsWanted = boards === 1 ? "a row" : `${boards} rows, in lines as they are shared,`;
    const counts = `${counted}, ${count(many, "word")}`;
    const named = many > rows.length ? ` ${quoted(words.join(" "))}` : "";
    throw new Wrong(`${counts}${named}: write the words that were guessed, then ${rowsWanted} for each`);
  }
  const flags = parts(text).map((part) => (isRow(part) ? "r" : " "));
  const single = lines.filter((line) => line.length).length === 1;
  const either = boards === 2 && rows.length > 2 && single && !/r +r/.test(flags.join(""));
  const wrong = either
    ? `${counted}: the boards may be side by side or one below the other; paste the rows in lines as they are shared`
    : boards === 1 && otherwise(shared, rows.length, counted);
  if (wrong) throw new Wrong(wrong);
  const scores = blocks.map((column) => {
    const board = column.map((row) => {
      const means = readings(rule, row, rows.join(""));
      return means.length === 1 ? means[0] : row;
    });
    const win = boards > 1 ? board.findIndex((score) => /^(win|G*)$/.test(score)) : -1;
    return win < 0 ? board : board.slice(0, win + 1);
  });
  return words.map((word, turn) => [word, scores.flatMap((board) => board.slice(turn, turn + 1)).join("+")]);
}

/**
 * What is wrong with the headings above so many rows.
 * @type {(shared: string, rows: number, counted: string) => string | undefined}
 */
function otherwise(shared, rows, counted) {
  const heads = [...shared.matchAll(HEAD)].filter((head) => head[2]);
  const numbers = [...new Set(heads.map((head) => head[1]))];
  const told = heads.find((head) => Number(head[2]) < rows); // X is not
  if (numbers.length > 1) return `there are headings of several games, ${numbers.join(" and ")}; paste one whole game`;
  return told && `the heading says ${told[2]}, there are ${counted}; paste one whole game`;
}

/**
 * The rows of each board; none if there are not as many as words. An empty line may end a block of lines.
 * @type {(spaced: string[][], many: number, boards: number) => string[][]}
 */
function blocksOf(spaced, many, boards) {
  let lines = spaced.filter((rows) => rows.length);
  const rows = lines.flat();
  if (boards === 1 || boards * lines.length === 2) {
    const starts = [...rows.keys()].filter((at) => at % boards === 0);
    lines = starts.map((at) => rows.slice(at, at + boards));
  }
  const width = lines[0].length;
  if (!many || lines.some((line) => line.length !== width) || boards % width) return [];
  /** @type {string[][][]} */
  let blocks = [[]];
  if (lines.length === (many * boards) / width)
    blocks = Array.from({ length: boards / width }, (_, at) => lines.slice(at * many, at * many + many));
  else for (const line of spaced) line.length ? last(blocks).push(line) : blocks.push([]);
  blocks = blocks.filter((block) => block.length);
  if (blocks.length !== boards / width || Math.max(...blocks.map((block) => block.length)) !== many) return [];
  const columns = blocks.flatMap((block) => [...Array(width).keys()].map((at) => block.map((line) => line[at])));
  const whole = (/** @type {string[]} */ column) =>
    column.length === many || column.some((row) => new Set(chars(row)).size === 1);
  return columns.every(whole) ? columns : [];
}

/** @type {(rule: Rule, text: string, length: number) => number} */
function readPair(rule, text, length) {
  const typed = text.trim().toLowerCase().replace(NAMED, "$2$1 $4$3");
  if (typed === "win") return rule.win;
  const match = PAIR.exec(typed);
  const names = match?.[5] ? [match[6], match[8]].map((name) => name.replace(/(?<=.)s$/, "")) : [];
  const pairs = NAMES.split(", ");
  const swapped = pairs.includes([...names].reverse().join(" "));
  if (!match || (match[5] && !swapped && !pairs.includes(names.join(" ")))) {
    const one = /^\d{1,2}[\s,]*[a-z]+$/.test(typed) ? "one number is missing; " : "";
    throw scoreError(text, `${one}write exact,elsewhere, such as 1,2 (or 1/2, 12, 1A2B, 1b2c)`);
  }
  const numbers = [match[1] ?? match[3] ?? match[5], match[2] ?? match[4] ?? match[7]].map(Number);
  const [exact, elsewhere] = swapped ? numbers.reverse() : numbers;
  if (exact + elsewhere > length) throw scoreError(text, `exact and elsewhere together are at most ${length}`);
  if (exact === length - 1 && elsewhere === 1)
    throw scoreError(text, `it is impossible: if ${exact} letters are in place, the last one cannot be elsewhere`);
  return rule.texts.indexOf(`${exact},${elsewhere}`);
}

/**
 * Colours of which one is false; five greens are asked about.
 * @type {(rule: Rule, text: string, length: number) => number}
 */
function readFibble(rule, text, length) {
  const [greens, win] = rule.texts.slice(-2);
  const typed = text.trim();
  if (typed.toLowerCase() === win) return rule.win;
  if (typed.toUpperCase() === greens) return rule.win - 1;
  const marks = marksOf(text, length);
  if (!/^G*$/.test(marks)) return rule.texts.indexOf(marks);
  throw scoreError(text, `write win if the game has ended, or ${greens} if it has not`);
}

/** @type {(text: string, length: number) => number} */
function readColours(text, length) {
  const marks = text.trim().toUpperCase() === "WIN" ? "G".repeat(length) : marksOf(text, length);
  if (/^G*YG*$/.test(marks)) throw scoreError(text, "it is impossible: with the others in place, none is elsewhere");
  return Number.parseInt(translated(marks, { B: "0", Y: "1", G: "2" }), 3);
}

/** @type {(text: string, length: number) => string} */
function marksOf(text, length) {
  const marks = text.trim().toUpperCase();
  const example = "BYGBB".slice(0, length).padEnd(length, "B");
  if (chars(marks).length !== length || /[^BYG]/.test(marks))
    throw scoreError(text, `write ${length} letters of G, Y and B, such as ${example}`);
  return marks;
}

/**
 * Why no word gives a guess these colours, or nothing.
 * @type {(rule: Rule, letters: string[], code: number) => string}
 */
export function objection(rule, letters, code) {
  if (!rule.objects) return "";
  const marks = rule.texts[code];
  if (letters.some((letter, place) => letter === UNKNOWN && marks[place] !== "B"))
    return "it is impossible: the mark of an unknown letter (_) is B";
  const open = [...letters.keys()].filter((place) => marks[place] !== "G");
  for (const place of open.filter((at) => marks[at] === "Y")) {
    const alike = open.filter((at) => letters[at] === letters[place]);
    const black = alike.find((at) => at < place && marks[at] === "B");
    if (black !== undefined)
      return (
        `it is impossible: the earlier ${repr(letters[place])} gets the Y: ` +
        `place ${black + 1} cannot be B and place ${place + 1} Y`
      );
    if (alike.filter((at) => at <= place && marks[at] === "Y").length > open.length - alike.length)
      return `it is impossible: place ${place + 1} cannot be Y: no place is left for that ${repr(letters[place])}`;
  }
  return "";
}
