// Games that this browser makes itself, from the data of one that it has: with a list of the player's own, and by other
// house rules. They are what jotto/assistant/page_file.py writes, but for the opening, which the worker finds.
import { count, grouped } from "./numbers.js";
import { SYMBOLS, codes, textsOf } from "./scoring.js";
import { namesOf, store, stored } from "./shelf.js";
import { Wrong, chars, clean, fold, greatest, quoted, repr, wordsIn } from "./text.js";

/** @import { Called, Data, Offers, OwnList } from "./types.js" */
/** @typedef {[line: number, text: string]} Entry */

// --- lists ----------------------------------------------------------------------------------------

const FEW = 10; // of as many entries one may be no word; of more, the text is refused
const LONGEST = 10; // letters
const MOST = 50_000; // words of a list: more take a browser too long
const [DOTLESS, LISTS, OWN] = ["ı", "jotto list ", "own:"];
export const MADE = "own "; // begins the keys of games that the browser has made
const HEADINGS = "word words answer answers solution solutions secret secrets guess guesses term lemma entry".split(
  " ",
);
const HOW = "write one word a line, all of one length";
/** @type {(text: string) => boolean} */
const isWord = (text) => /^\p{L}+$/u.test(text);
/** @type {<T>(items: T[], fits: (item: T) => boolean) => boolean} */
const most = (items, fits) => items.filter(fits).length >= 0.9 * items.length;

/**
 * The words of a text, each once: a word a line, rows of words, a table with one column of words, or words in quotation
 * marks, as programs have them. jotto/reading knows more shapes; none of these is read in another way there.
 * @type {(text: string, path: string) => string[]}
 */
export function readList(text, path) {
  const refuse = (/** @type {string} */ reason, line = 0) => {
    throw new Wrong(`word list ${repr(path)}${line ? ` line ${line}` : ""}: ${reason}`);
  };
  if (text.startsWith("PK\u0003") || /[\0\ufffd]/.test(text)) refuse("it is no text; save it as text or CSV");
  if (/^\s*<[a-z!?]/i.test(text)) refuse("it is a page of HTML: copy its text into a file");
  const code = text.replace(/\/\*.*?\*\//gs, (remark) => remark.replace(/[^\n]/g, ""));
  const lines = code.split(/\r\n?|\n/).map((line, at) => /** @type {Entry} */ ([at + 1, line.trim()]));
  const full = lines.filter(([, line]) => line && !/^(#|\/\/)/.test(line));
  const entries = full.length > MOST ? full : entriesOf(full, refuse);
  if (entries.length > MOST) refuse(`it has more than ${grouped(MOST)} words; bring a shorter list`);
  const letters = /[ıİ]/.test(text) ? [DOTLESS] : [];
  /** @type {Map<number, Map<string, number>>} */
  const byLength = new Map();
  /** @type {[line: number, reason: string][]} */
  const odd = [];
  for (const [line, entry] of entries) {
    const word = fold(entry, letters);
    const long = chars(word).length;
    if (!isWord(word) || long > LONGEST) odd.push([line, `${quoted(entry)} is no word; ${HOW}`]);
    else byLength.set(long, (byLength.get(long) || new Map()).set(word, line));
  }
  const [[length, words] = [0, new Map()], ...others] = [...byLength].sort(([, a], [, b]) => b.size - a.size);
  for (const [long, some] of others)
    for (const [word, line] of some)
      odd.push([line, `${repr(word)} has ${long} letters, others have ${length}; ${HOW}`]);
  const [[line, reason] = [0, `it holds no words; ${HOW}`]] = odd.sort(([a], [b]) => a - b);
  if (!words.size || odd.length * FEW > entries.length) refuse(reason, line);
  return [...words.keys()];
}

/** @type {(lines: Entry[], refuse: (reason: string, line?: number) => void) => Entry[]} */
function entriesOf(lines, refuse) {
  const whole = lines.map(([, line]) => line.replace(/\s\/\/.*/, "")).join("\n");
  const marked = [...whole.matchAll(/(["'`])([^"'`\n]*)\1(\s*:)?/g)];
  const cut = /^[[{]/.test(whole) && !/[\]}];?$/.test(whole);
  const alone = !/[^\s,;]/.test(whole.replace(/(["'`])[^"'`\n]*\1/g, "")) && lines.length < 2;
  if (marked.length > 1 && (/[[({]/.test(whole) || alone) && !cut) {
    const groups = whole.match(/[[({][^[({\])}]*["'`][^[({\])}]*/g) || [];
    if (groups.length > 1 || marked.some(([, , , colon]) => colon))
      refuse("it holds more than one list of words: keep only one, with a word a line");
    return marked.map(([, , entry], at) => [at + 1, entry]);
  }
  if (/^[[{]/.test(whole)) refuse(`${quoted(lines[0][1])} begins as JSON, and is none; it may be cut off`, lines[0][0]);
  const bare = lines.map(
    ([at, line]) => /** @type {const} */ ([at, clean(line).replace(/^["'`*_\s,;]+|["'`*_\s,;]+$/g, "")]),
  );
  const rows = bare.map(([at, line]) => /** @type {const} */ ([at, line.split(/\s*[,;\t]\s*|\s+/)]));
  const width = greatest(rows.map(([, cells]) => cells.length));
  if (width === 1)
    return belowHeading(
      rows.map(([at, [entry]]) => [at, entry]),
      refuse,
    );
  const cells = rows.flatMap(([at, row]) => row.map((cell) => /** @type {Entry} */ ([at, cell])));
  if (cells.every(([, cell]) => isWord(cell) && chars(cell).length === chars(cells[0][1]).length)) return cells;
  const even = rows.every(([, row]) => row.length === width);
  const ofWords = [...Array(width).keys()].filter((at) => most(rows.slice(1), ([, row]) => isWord(row[at] || "")));
  if (!even || ofWords.length !== 1) refuse(`${quoted(lines[0][1])} is no word; ${HOW}`, lines[0][0]);
  return belowHeading(
    rows.map(([at, row]) => [at, row[ofWords[0]]]),
    refuse,
  );
}

/** @type {(entries: Entry[], refuse: (reason: string, line: number) => void) => Entry[]} */
function belowHeading(entries, refuse) {
  const [[line, title] = [0, ""], [, next] = [0, ""]] = entries;
  if (!next || !HEADINGS.includes(title.toLowerCase())) return entries;
  if (title.length === next.length)
    refuse(`${repr(title)} may be a heading or a word; leave it out if it is none`, line);
  return entries.slice(1);
}

/**
 * The text of a file: UTF-8, UTF-16 with its mark, or Windows-1252.
 * @type {(bytes: ArrayBuffer) => string}
 */
export function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const marked = first + second === 509 && (first === 255 ? "utf-16le" : "utf-16be");
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The word lists that the player has brought, as choices of a form. @type {() => [choice: string, name: string][]} */
export const ownLists = () =>
  namesOf(LISTS)
    .map((item) => item.slice(LISTS.length))
    .sort()
    .map((name) => [OWN + name, name]);

/** @type {(name: string) => OwnList | null} */
export function ownList(name) {
  const { secrets, guesses } = stored(LISTS + name);
  return secrets ? { name, secrets: secrets.split(" "), guesses: guesses.split(" ") } : null;
}

/** The name of a list of the player's own, of the choice of a form. @type {(choice?: string) => string} */
export const ownName = (choice = "") => (choice.startsWith(OWN) ? choice.slice(OWN.length) : "");

/**
 * Keep a list of words that may be the secret, with others that may be guessed.
 * @type {(name: string, secrets: string[], others: string[]) => void}
 */
export function keepList(name, secrets, others) {
  const guesses = [...new Set([...secrets, ...others])];
  store(LISTS + name, { secrets: secrets.join(" "), guesses: guesses.join(" ") });
}

/** @type {(name: string) => void} */
export const removeList = (name) => store(LISTS + name, null);

// --- games ----------------------------------------------------------------------------------------

/** @type {(data: Data) => string[]} */
export const wordsOf = ({ words, columns = "", length }) => words || wordsIn(columns, length);

/** A number for what a game is made of (FNV-1a). @type {(text: string) => string} */
function hashOf(text) {
  let hash = 0xcbf29ce484222325n;
  for (const sign of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(/** @type {number} */ (sign.codePointAt(0)))) * 0x100000001b3n);
  return hash.toString(16);
}

/** The game with an id, as people call it. @type {(offers: Offers | undefined, id: string) => Called | undefined} */
export const calledIn = (offers, id) => offers?.called.find((each) => each.id === id);

/** @type {(called: Called[], form: Record<string, any>) => Called | undefined} */
export const calledBy = (called, { game, rule, boards = "1" }) => {
  const alike = called.filter((each) => each.game === game && (!each.rule || each.rule === rule));
  return alike.find((each) => each.boards === boards) || alike.find((each) => each.boards === "1");
};

/**
 * The name of the game in a form, as its fields, and what else was chosen that is not usual.
 * @type {(offers: Offers, form: Record<string, any>) => [Record<string, string>, [name: string, value: string][]]}
 */
export function offered({ form: fields }, { game, rule = "", boards = "1", ...form }) {
  const ofWords = game === "words";
  const chosen = fields
    .filter(({ name, ofWords: needs }) => name in form && (ofWords || !needs))
    .filter(({ name, usual, choices }) => form[name] !== (choices ? usual : usual ? "yes" : ""))
    .map(({ name }) => /** @type {[string, string]} */ ([name, form[name]]));
  return [
    { game, rule: ofWords ? rule : "", boards },
    form.list && ofWords ? [...chosen, ["list", form.list]] : chosen,
  ];
}

/** What people call the game of a form. @type {(called: Called[], form: Record<string, any>) => string} */
function nameOf(called, form) {
  const { title = "", boards } = calledBy(called, form) || {};
  return Number(form.boards) > 1 && boards !== form.boards ? `${title} on ${form.boards} boards` : title;
}

/** Whether the house rules let a word be a secret. @type {(house: Data["house"]) => (word: string) => boolean} */
const lets =
  ({ vowels, repeats }) =>
  (word) =>
    (repeats || new Set(chars(word)).size === chars(word).length) &&
    (!vowels || chars(vowels).some((vowel) => word.includes(vowel)));

/**
 * The words of a game by the rules of a form: guesses, the secrets first, and what is said of these.
 * @type {(base: Data, form: Record<string, any>, house: Data["house"]) => { guesses: string[], secrets: string[], of: string }}
 */
function listsOf(base, { game, list }, house) {
  const [kind, size = ""] = game.split(":");
  const [places, many] = size.split("x").map(Number);
  if (kind !== "words" && game !== base.of) {
    const all = codes(places, chars(SYMBOLS).slice(0, many), kind === "bulls-and-cows");
    return { guesses: all, secrets: all, of: "" };
  }
  const words = wordsOf(base);
  const listed = typeof base.secrets === "number" ? words.slice(0, base.secrets) : base.secrets.map((at) => words[at]);
  const name = ownName(list);
  const own = name ? ownList(name) : { secrets: listed, guesses: words };
  if (!own) throw new Wrong(`The word list ${repr(name)} is not in this browser any more.`);
  const barred = house.plurals ? [] : words.filter((word) => !listed.includes(word));
  const secrets = own.secrets.filter(lets(house)).filter((word) => !barred.includes(word));
  if (!secrets.length) throw new Wrong("every word of the list is barred as a secret; bar less, or add words");
  const of =
    kind !== "words"
      ? base.about || ""
      : name
        ? `${count(secrets.length, "word")} of ${name}`
        : `${grouped(secrets.length)} English words`;
  return { guesses: [...new Set([...secrets, ...own.guesses])], secrets, of };
}

/** @type {(base: Data, secrets: string[]) => Data["weights"]} */
function weightsOf(base, secrets) {
  const { weights } = base;
  if (!weights || typeof base.secrets !== "number") return null;
  const places = new Map(wordsOf(base).map((word, at) => [word, at]));
  const all = Array.isArray(weights)
    ? weights
    : chars(weights.at).map((sign) => weights.values[Number.parseInt(sign, 36)]);
  return secrets.map((word) => all[places.get(word) ?? 0]);
}

/**
 * The rule of a form for words or codes of a length.
 * @type {(base: Data, form: Record<string, any>, rules: Record<string, Omit<Data["rule"], "texts">>, length: number) => Data["rule"]}
 */
function ruleOf(base, { game, rule }, rules, length) {
  const ofWords = game === "words";
  const same = game === base.of && !ofWords;
  if ((same || base.noise) && length === base.length) return base.rule;
  if (base.table || base.noise) throw new Wrong("These rules do not go with a word list of this browser.");
  const kind = rules[ofWords ? rule : "exact-elsewhere"] || base.rule;
  const coloured = game.startsWith("mastermind");
  const ofCodes = ofWords ? {} : { ofWords, coloured, called: coloured ? "mastermind" : "bulls" };
  return { ...kind, ...ofCodes, texts: textsOf(kind, length) };
}

/**
 * The game of a form, made of one of words, or of codes; its opening is found where it is played.
 * @type {(base: Data, form: Record<string, any>, offers: Offers) => Data}
 */
export function made(base, form, { called, rules = {} }) {
  const { game, boards = "1", allow = "all", strategy = "entropy", vowels = "", list } = form;
  const [ofWords, own] = [game === "words", ownName(list)];
  const house = { vowels, repeats: form.repeats !== "", plurals: form.plurals !== "" };
  const { guesses, secrets, of: about } = listsOf(base, form, house);
  const length = chars(guesses[0]).length;
  const rule = ruleOf(base, form, rules, length);
  const shipped = new Set(own ? wordsOf(base) : []);
  const english = !own || secrets.filter((word) => shipped.has(word)).length * 2 >= secrets.length;
  const name = nameOf(called, form);
  const hash = hashOf([...secrets, secrets.length, ...guesses, rule.name].join(" "));
  const { columns, daily, book, ...rest } = base;
  return {
    ...rest,
    ...{ name, about, title: about ? `${name}, ${about}` : name },
    key: `${MADE}${hash}${boards === "1" ? "" : `, ${boards} boards`}`,
    boards: Number(boards),
    length,
    words: guesses,
    letters: own ? (guesses.some((word) => word.includes(DOTLESS)) ? [DOTLESS] : []) : base.letters,
    secrets: secrets.length,
    weights: own || !ofWords ? null : weightsOf(base, secrets),
    rule,
    closed: ofWords ? base.closed : true,
    strategy: {
      measure: strategy,
      allow,
      avoid: form.polite === "" || !ofWords ? [] : base.strategy.avoid,
      ahead: strategy === "entropy",
    },
    openingBits: 0,
    bonuses: english && ofWords ? base.bonuses : null,
    house,
  };
}
