// Words as they are typed and numbers as they are written, exactly as the Python program has them.
//
// Twins of jotto/games/words.py (spelling), jotto/errors.py and of Python's own formats.

export class Wrong extends Error {} // what a player can put right; the page shows the message

export const chars = (text) => Array.from(text); // by code point: a letter may be two UTF-16 units

export const byText = (a, b) => { // the order of code points, not of UTF-16 units
  const [one, other] = [chars(a), chars(b)];
  for (let i = 0; i < Math.min(one.length, other.length); i++) if (one[i] !== other[i]) return one[i].codePointAt(0) - other[i].codePointAt(0);
  return one.length - other.length;
};

// Keep what was made for a game under a key; the oldest goes when there are too many.
const memory = new WeakMap();
const REMEMBERED = 100;

export function remembered(game, key, make) {
  if (!memory.has(game)) memory.set(game, new Map());
  const kept = memory.get(game);
  if (!kept.has(key)) {
    if (kept.size >= REMEMBERED) kept.delete(kept.keys().next().value);
    kept.set(key, make());
  }
  return kept.get(key);
}

// --- numbers --------------------------------------------------------------------------------------

// A number with `places` decimals; what lies exactly between two becomes even: 2.25 is 2.2.
export function fixed(number, places) {
  const text = number.toFixed(places);
  const tail = number.toFixed(places + 40).slice(text.length + (places ? 0 : 1));
  if (!/^50*$/.test(tail)) return text;
  const scale = 10 ** places;
  const low = Math.floor(Math.abs(number) * scale);
  const even = (low % 2 ? low + 1 : low) / scale;
  return (number < 0 ? "-" : "") + even.toFixed(places);
}

export const grouped = (number, places = 0) => fixed(number, places).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

// Two significant digits without trailing zeros, as Python's format .2g.
function general(number) {
  if (!number) return "0";
  let exponent = Math.floor(Math.log10(number));
  if (number < 10 ** exponent) exponent--;
  if (exponent < -4) {
    const [digits, power] = number.toExponential(1).split("e");
    return `${digits.replace(/\.0$/, "")}e-${String(-Number(power)).padStart(2, "0")}`;
  }
  const text = fixed(number, Math.max(1 - exponent, 0));
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

export function share(exact) {
  const chance = Number(exact.toFixed(12)); // the other digits are rounding errors of a sum
  if (chance > 0.995 && chance < 1) return "over 99%";
  return chance >= 0.1 ? `${fixed(chance * 100, 0)}%` : `${general(100 * chance)}%`;
}

export const approximate = (number) => (number >= 10 ? grouped(number) : fixed(number, 1).replace(/\.0$/, ""));
export const count = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;

export function boardsNamed(places) {
  const many = places.length > 8 ? places.length - 6 : 0;
  const shown = places.slice(0, many ? 6 : undefined).map((at) => at + 1).join(", ");
  return `board${places.length > 1 ? "s" : ""} ${shown}${many ? ` and ${many} more` : ""}`;
}

// --- texts ----------------------------------------------------------------------------------------

// Letters: `declared` are those of a game that may have several characters, the longest first; signs; ı, ς.
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const DOTLESS = "ı"; // among the letters of a Turkish list, where the capital of i is İ
export const isLong = (letter) => chars(letter).length > 1;

// The letters of a word, from the left, the longest first; ς as σ.
export function spell(word, declared) {
  if (!declared.some(isLong) && !declared.includes("ς")) return chars(word);
  return word.replaceAll("ς", "σ").match(new RegExp([...declared.map(escaped), "."].join("|"), "gsu")) || [];
}

export const joined = (letters) => letters.join("").replace(/(?<=[\p{L}\p{N}_])σ(?![\p{L}\p{N}_])/gu, "ς");

export function shout(text, declared) {
  const capitals = declared.includes(DOTLESS) || text.includes(DOTLESS) ? text.replaceAll("i", "İ") : text;
  return chars(capitals).map((one) => (chars(one.toUpperCase()).length === 1 ? one.toUpperCase() : one)).join("");
}

const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

// A value as Python's repr writes it: the version of a game is a checksum of that.
export function repr(value) {
  if (value === null || value === undefined) return "None";
  if (value === true || value === false) return value ? "True" : "False";
  if (Array.isArray(value)) return `(${value.map(repr).join(", ")}${value.length === 1 ? "," : ""})`;
  if (typeof value === "number") return String(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const escaped = chars(value).map((one) => {
    if (one === quote) return `\\${one}`;
    if (one in ESCAPES) return ESCAPES[one];
    if (one === " " || !/[\p{C}\p{Z}]/u.test(one)) return one;
    const code = one.codePointAt(0);
    const [sign, width] = code < 256 ? ["x", 2] : code < 65536 ? ["u", 4] : ["U", 8];
    return `\\${sign}${code.toString(16).padStart(width, "0")}`;
  });
  return quote + escaped.join("") + quote;
}

export const quoted = (text) => repr(chars(text).slice(0, 60).join("")) + (chars(text).length > 60 ? "..." : "");

const TABLE = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

export function crc32(text) {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

// --- spelling -------------------------------------------------------------------------------------

const UNSPLIT = {
  æ: "ae", œ: "oe", ø: "o", ß: "ss", ł: "l", đ: "d", ð: "d", ħ: "h", þ: "th", ı: "i", ŋ: "n", ŧ: "t", ς: "σ", ё: "е",
};
const LONGEST = 10; // letters in a word
const isLetters = (text) => /^\p{L}+$/u.test(text);
const isAscii = (text) => /^[\0-\x7f]*$/.test(text);

export function fold(text, declared) {
  const lowered = (declared.includes(DOTLESS) ? text.normalize("NFC").replaceAll("I", DOTLESS) : text).trim().toLowerCase();
  if (isAscii(lowered)) return lowered;
  const whole = (one) => (declared.includes(one.normalize("NFKC")) ? one.normalize("NFKC") : one); // the one sign ĳ for ij
  return joined(chars(lowered.replaceAll("i\u0307", "i").normalize("NFC").replaceAll("ς", "σ")).map(whole));
}

function plain(text, keep = "") {
  if (isAscii(text)) return text;
  const kept = keep.normalize("NFC");
  return chars(text.normalize("NFC")).map((letter) => (kept.includes(letter) ? letter : withoutAccent(letter))).join("");
}

function withoutAccent(letter) {
  const parts = chars(letter.normalize("NFKD"));
  if (!(letter in UNSPLIT) && !/[\p{Script=Latin}\p{Script=Greek}]/u.test(parts[0])) return letter;
  return parts.filter((part) => !/\p{M}/u.test(part)).map((part) => UNSPLIT[part] || part).join("");
}

// A typed word, spelt with the letters of the list if that makes it as long as its words.
function respelt(text, known, declared) {
  const [word, length] = [spell(fold(text, declared), declared), spell(known[0], declared).length];
  const fits = word.length <= length && isAscii(word.join(""));
  if (fits || !word.every((one) => isLetters(one) || isLong(one)) || word.length > 2 * length) return text;
  const listed = new Set(known.flatMap((other) => spell(other, declared)));
  const single = new Map([...listed].sort(byText).filter((one) => !isLong(one) && chars(plain(one)).length === 2).map((one) => [plain(one), one]));
  const bare = word.map((one) => (listed.has(one) || isLong(one) ? one : plain(one))).join("");
  const parts = single.size ? bare.split(new RegExp(`(${[...single.keys()].join("|")})`)) : [bare];
  let spellings = [""];
  for (const part of parts) spellings = spellings.flatMap((begun) => (single.has(part) ? [begun + single.get(part), begun + part] : [begun + part]));
  const fitting = spellings.map((one) => joined([one])).filter((one) => spell(one, declared).length === length);
  return fitting.find((one) => known.includes(one)) || fitting[0] || text;
}

// Read a word as typed, which need not be in the list.
export function readWord(text, known, declared) {
  const as = (typed) => respelt(declared.length ? fold(typed, declared) : typed, known, declared);
  const dotted = text.includes("I") && declared.includes(DOTLESS) && as(text.replaceAll("I", "İ")); // typed without İ
  const word = fold(dotted && known.includes(dotted) && !known.includes(as(text)) ? dotted : as(text), declared);
  const letters = spell(word, declared);
  const [long, length] = [letters.length, spell(known[0], declared).length];
  const wrong = letters.find((one) => !isLetters(one) && !declared.includes(one));
  let problem = "";
  if (wrong) problem = `${repr(wrong)} is not a letter`;
  else if (long < 1 || long > LONGEST) problem = `it has ${long} letters, words have 1 to ${LONGEST}`;
  else if (long !== length) problem = `it has ${count(long, "letter")}; this game uses ${length}`;
  if (problem) throw wordError(text.trim(), problem, letters.some(isLetters) ? alike(word, known, declared) : []);
  return word;
}

// A reason that begins with `it` speaks of the text itself.
const sentence = (text, reason, what = "") => (reason.startsWith("it ") ? `${text} ${reason.slice(3)}` : `${what}${text}: ${reason}`);

export function wordError(word, reason, meant = []) {
  return new Wrong(`${sentence(quoted(word), reason)}${meant.length ? `; did you mean ${meant.map(repr).join(" or ")}?` : ""}`);
}

const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz";

export function readCode(text, pegs, colours) {
  const [code, allowed] = [text.trim().toLowerCase(), SYMBOLS.slice(0, colours)];
  const long = chars(code).length;
  if (long !== pegs) throw wordError(text.trim(), `it has ${count(long, "symbol")}; this game uses ${pegs}`);
  const wrong = chars(code).find((symbol) => !allowed.includes(symbol));
  if (wrong) throw wordError(text.trim(), `${repr(wrong)} is not one of this game's symbols, ${allowed[0]} to ${allowed.at(-1)}`);
  return code;
}

const sorted = (letters) => [...letters].sort(byText).join("");

// Up to three known words that may have been meant.
function alike(word, known, declared) {
  const letters = spell(word, declared);
  const swapped = (other) => sorted(spell(other, declared)) === sorted(letters);
  const slips = known.filter((other) => {
    const theirs = spell(other, declared);
    const wrong = theirs.length === letters.length ? theirs.filter((letter, place) => letter !== letters[place]).length : 0;
    return wrong === 1 || (wrong === 2 && swapped(other));
  });
  if (slips.length) return [...slips.filter(swapped), ...slips.filter((other) => !swapped(other))].slice(0, 3);
  const aim = chars(word).slice(0, 2 * LONGEST);
  const near = known.map((other) => [(2 * matching(chars(other), aim)) / (chars(other).length + aim.length), other]).filter(([ratio]) => ratio >= 0.6);
  return near.sort(([a, one], [b, other]) => b - a || byText(other, one)).slice(0, 3).map(([, other]) => other);
}

// Letters in matching blocks: the longest block, then those on both sides of it (difflib's measure).
function matching(a, b) {
  let [size, from, to] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) {
    let k = 0;
    while (i + k < a.length && j + k < b.length && a[i + k] === b[j + k]) k++;
    if (k > size) [size, from, to] = [k, i, j];
  }
  return size ? size + matching(a.slice(0, from), b.slice(0, to)) + matching(a.slice(from + size), b.slice(to + size)) : 0;
}

// --- scores ---------------------------------------------------------------------------------------

const PAIR = /^(?:\(?\s*(\d{1,2})(?:\s*[,/]\s*|\s+)(\d{1,2})\s*\)?|(\d)(\d)|(\d{1,2})\s*b\s*(\d{1,2})\s*c|(\d{1,2})\s*c\s*(\d{1,2})\s*b)$/;
const SQUARES = { "⬛": "B", "⬜": "B", "🟨": "Y", "🟦": "Y", "🟩": "G", "🟧": "G" };
export const scoreError = (text, reason) => new Wrong(sentence(quoted(text), reason, "score "));

// The code of a score as typed.
export function readScore(rule, text, length) {
  const drawn = chars(text.trim().replaceAll("\ufe0f", "")).map((sign) => SQUARES[sign] || sign).join("");
  if (drawn !== text.trim()) {
    const same = [...rule.texts.keys()].find((code) => sorted(rule.marks(code, drawn.length)) === sorted(drawn));
    text = rule.tiles ? drawn : same === undefined ? text : rule.texts[same];
  }
  if (rule.tiles) return readColours(text, length);
  if (rule.counts.length === 2) return readPair(rule, text, length);
  const typed = text.trim();
  if (rule.texts.includes(typed)) return rule.texts.indexOf(typed);
  if (typed.toLowerCase() === "win") return rule.win;
  const some = rule.texts.slice(0, 10).join(", ") + (rule.texts.length > 10 ? ", ..." : "");
  throw scoreError(text, `it is not a score of this game; there are ${some}`);
}

const MOST_TYPED = 10000; // characters of a text that is typed or pasted
const HEAD = /(?<!\S)\S+\s+#?[0-9.,]+\s+[0-9X]\/[0-9]\*?/g; // Wordle 1,234 4/6

// A game as it is shared: its words, then a row of squares for each; empty if it is none.
export function grid(text) {
  const size = chars(text).length;
  if (size > MOST_TYPED) throw new Wrong(`${quoted(text)}: ${grouped(size)} characters, at most ${grouped(MOST_TYPED)} are read`);
  const parts = text.replace(HEAD, "").split(/\s+/).filter(Boolean);
  const isRow = (part) => !isAscii(part) && chars(part.replaceAll("\ufe0f", "")).every((sign) => "BYG".includes(SQUARES[sign] || sign));
  const [rows, words] = [parts.filter(isRow), parts.filter((part) => !isRow(part))];
  if (rows.length && rows.length !== words.length) {
    throw new Wrong(`${count(rows.length, "row")} of squares, ${count(words.length, "word")}: write the words that were guessed, then a row for each`);
  }
  return rows.map((row, at) => [words[at], row]);
}

function readPair(rule, text, length) {
  const typed = text.trim().toLowerCase();
  if (typed === "win") return rule.win;
  const match = PAIR.exec(typed);
  if (!match) throw scoreError(text, "write exact,elsewhere, such as 1,2 (or 1/2, 12, 1b2c)");
  const numbers = match.slice(1).filter((digits) => digits !== undefined).map(Number);
  const [exact, elsewhere] = match[7] ? numbers.reverse() : numbers;
  if (exact + elsewhere > length) throw scoreError(text, `exact and elsewhere together are at most ${length}`);
  if (exact === length - 1 && elsewhere === 1) throw scoreError(text, `it is impossible: with ${exact} letters in place the last cannot be elsewhere`);
  return rule.texts.indexOf(`${exact},${elsewhere}`);
}

function readColours(text, length) {
  let typed = chars(text.trim().toUpperCase());
  if (typed.join("") === "WIN") typed = Array(length).fill("G");
  if (typed.length !== length || typed.some((sign) => !"BYG".includes(sign))) {
    throw scoreError(text, `write ${length} letters of G, Y and B, such as ${"BYGBB".slice(0, length).padEnd(length, "B")}`);
  }
  if (typed.filter((sign) => sign === "G").length === length - 1 && typed.includes("Y")) throw scoreError(text, "it is impossible: with the others in place, none is elsewhere");
  return Number.parseInt(typed.map((sign) => "BYG".indexOf(sign)).join(""), 3);
}

// Why no word gives a guess these colours, or nothing.
export function objection(rule, letters, code) {
  if (!rule.tiles) return "";
  const marks = rule.texts[code];
  const open = [...letters.keys()].filter((place) => marks[place] !== "G");
  for (const place of open.filter((one) => marks[one] === "Y")) {
    const own = open.filter((one) => letters[one] === letters[place]);
    const black = own.find((one) => one < place && marks[one] === "B");
    if (black !== undefined) return `it is impossible: the earlier ${repr(letters[place])} gets the Y: place ${black + 1} cannot be B and place ${place + 1} Y`;
    if (own.filter((one) => one <= place && marks[one] === "Y").length > open.length - own.length) return `it is impossible: place ${place + 1} cannot be Y: no place is left for that ${repr(letters[place])}`;
  }
  return "";
}
