// jotto for programs in JavaScript: what they may use of it. The rest of the package are modules of jotto's page, which
// may change. public.d.ts describes the functions; docs/javascript.md shows each of them.
import { startCore } from "../jotto/pages/core.js";
import { load } from "../jotto/pages/game.js";
import { learnMoves } from "../jotto/pages/moves.js";
import { codes as codesOf, SYMBOLS, textsOf } from "../jotto/pages/scoring.js";
import { solve as solved } from "../jotto/pages/search.js";
import { learn, say as text } from "../jotto/pages/sentences.js";
import { Session, kitOf, makeMove, showTurn } from "../jotto/pages/session.js";
import { Wrong, chars, fold, repr, sum } from "../jotto/pages/text.js";
import { messagesAfter, view } from "../jotto/pages/view.js";
import { anything, checked, choice, flag, kind, list, string, whole } from "./options.js";
import { core, measures, moves, remaining, rules, sentences, version as made } from "./packed.js";

/** @import * as api from "./public.js" */
/** @import { Data, Entry, Game, Kit } from "../jotto/pages/types.js" */

startCore(Uint8Array.from(atob(core), (sign) => sign.charCodeAt(0)));
learn(sentences);
learnMoves(moves);

export { Wrong as JottoError };
export const version = made;

const LONGEST = 10; // letters of a word: a rule of colours then has 59,049 scores
const [WHOLE, LEAST] = [2 ** 40, 2 ** 12]; // about the sum of all weights; a weight
const MOST_CODES = 100_000;

// --- games ----------------------------------------------------------------------------------------

/** @type {WeakMap<api.Game, { engine: Game, data: Data, kit?: Kit }>} */
const games = new WeakMap();

const weight = kind("a number, 0 or more", (value) => Number.isFinite(value) && value >= 0);
const WORD_LIST = { words: list(string), weights: list(weight), answers: anything, strings: anything };
const OF_WORDS = {
  words: (/** @type {string} */ name, /** @type {any} */ given) =>
    checked(name, WORD_LIST, given?.words ? given : { words: list(string)(name, given) }),
  ...{ guesses: list(string), weights: list(weight), rule: choice(Object.keys(rules)), boards: whole(1, 32) },
};
const OF_CODES = {
  ...{ places: whole(1), symbols: whole(1, SYMBOLS.length), repeats: flag },
  ...{ rule: choice(["exact-elsewhere"]), boards: whole(1, 32) },
};

/** @type {typeof api.game} */
export function game(options) {
  const ofWords = Object(options).words !== undefined;
  const some = ["places", "symbols"].some((name) => Object(options)[name] !== undefined);
  const of = ofWords ? OF_WORDS : some ? OF_CODES : { ...OF_WORDS, ...OF_CODES };
  const checkedOptions = checked(ofWords ? "a game of words" : some ? "a game of codes" : "game", of, options);
  const { rule = "exact-elsewhere", boards = 1, repeats = true } = checkedOptions;
  const { guesses, secrets, weights = null, strings = null } = (ofWords ? wordsOf : codesFor)(checkedOptions);
  const length = chars(guesses[0]).length;
  const ofCodes = ofWords ? {} : { ofWords: false, coloured: repeats };
  const given = {
    ...{ version, key: "", title: "", boards, length, words: guesses, secrets, weights, measures, remaining },
    ...{
      rule: { ...rules[rule], ...ofCodes, texts: textsOf(rules[rule], length) },
      table: null,
      noise: null,
      closed: !ofWords,
    },
    ...{ strategy: { measure: "entropy", allow: "all", avoid: [], ahead: true }, openingBits: 0, bonuses: strings },
    house: { vowels: "", repeats: true, plurals: true },
  };
  const engine = load(given);
  const [secretWords, allWords, scores] = [engine.secrets, guesses, engine.rule.texts].map((of) =>
    Object.freeze([...of]),
  );
  const frozen = Object.freeze({ rule, length, boards, secrets: secretWords, guesses: allWords, scores });
  games.set(frozen, { engine, data: given });
  return frozen;
}

/**
 * The words of a game; with colours the answers of a list are as likely as Wordle's editors choose them.
 * @type {(options: any) => { guesses: string[], secrets: number, weights: any, strings: any }}
 */
function wordsOf({ words: given, guesses = [], rule, weights }) {
  const [words, further] = [given.words, guesses].map((some) =>
    some.map((/** @type {string} */ word) => fold(word, [])),
  );
  const secrets = new Set(words);
  if (!secrets.size) throw new Wrong("a game needs at least one secret");
  const all = [...new Set([...secrets, ...further])];
  const { length } = chars(all[0]);
  const odd = all.find((word) => !/^\p{L}+$/u.test(word) || chars(word).length !== length);
  if (odd !== undefined)
    throw new Wrong(`${repr(odd)}: all words need to be letters, ${length} as ${repr(all[0])} has`);
  if (length > LONGEST) throw new Wrong(`${repr(all[0])} has ${length} letters, words have 1 to ${LONGEST}`);
  const likely = weights || given.weights;
  if (likely && (likely.length !== words.length || secrets.size < words.length))
    throw new Wrong(`weights: one for each of ${words.length} different words, not ${likely.length}`);
  const answers = !weights && rule === "colours" && given.answers;
  return {
    ...{ guesses: all, secrets: secrets.size, strings: given.strings },
    weights: answers || (likely ? weighed(likely) : null),
  };
}

/**
 * Weights as whole numbers, of which the core counts in fractions; the twin of jotto.games.words.weighed.
 * @type {(weights: readonly number[]) => number[]}
 */
function weighed(weights) {
  if (Math.abs(sum(weights) / WHOLE - 1) < 1e-6 && weights.every(Number.isInteger)) return [...weights]; // english
  const least = Math.min(...weights.filter(Boolean));
  if (!Number.isFinite(least)) throw new Wrong("a prior needs a weight above 0");
  const positive = weights.map((weight) => weight || least);
  const scale = 2 ** Math.floor(Math.log2(WHOLE / sum(positive)));
  return positive.map((weight) => Math.max(Math.round(weight * scale), LEAST));
}

/** @type {(options: any) => { guesses: string[], secrets: number, weights?: null, strings?: null }} */
function codesFor({ places, symbols, repeats = true }) {
  if (!places || !symbols)
    throw new Wrong(`a game needs words, or places and symbols, such as { places: 4, symbols: 6 }`);
  if (symbols ** places > MOST_CODES)
    throw new Wrong(`${places} places, ${symbols} symbols: at most ${MOST_CODES} codes are possible`);
  const all = codesOf(places, chars(SYMBOLS).slice(0, symbols), !repeats);
  if (!all.length) throw new Wrong(`${places} places need ${places} different symbols; there are ${symbols}`);
  return { guesses: all, secrets: all.length };
}

/** @type {(of: api.Game) => { engine: Game, data: Data, kit?: Kit }} */
function known(of) {
  const found = games.get(of);
  if (!found) throw new Wrong("the first value is not a game that game() has made");
  return found;
}

// --- positions ------------------------------------------------------------------------------------

/** What a session needs, without an opening: that is worked out only for a live game. @type {(of: api.Game) => Kit} */
function bare(of) {
  const { engine, data } = known(of);
  return { ...data.strategy, game: engine, laws: [], ahead: false, boards: of.boards, openingBits: 0 };
}

/** @type {(of: api.Game, turns: readonly string[]) => Session} */
function at(of, turns) {
  const kit = bare(of);
  const example = `${of.guesses[0]}=${Array(of.boards).fill(of.scores[1]).join("+")}`;
  const isTurn = (/** @type {any} */ turn) => typeof turn === "string" && turn.lastIndexOf("=") > 0;
  const ofTurn = kind(`a turn; write GUESS=SCORE, such as ${example}`, isTurn);
  const entries = list(ofTurn)("turns", turns).map((/** @type {string} */ turn) => {
    const cut = turn.lastIndexOf("=");
    return /** @type {Entry} */ (["score", turn.slice(0, cut), turn.slice(cut + 1)]);
  });
  const position = new Session(kit, entries);
  if (position.contradiction) throw position.contradiction;
  return position;
}

/** @type {(position: Session, word: string) => ReturnType<Session["read"]>} */
const read = (position, word) => position.read(string("word", word));

/** The position, if there is something to guess. @type {(of: api.Game, turns: readonly string[]) => Session} */
function open(of, turns) {
  const position = at(of, turns);
  if (position.won) throw new Wrong("the secret is found; nothing is left to guess");
  return position;
}

/** @type {(of: api.Game) => void} */
function single(of) {
  if (known(of).data.boards > 1) throw new Wrong("this is for one board");
}

/** @type {typeof api.score} */
export function score(of, guess, secret) {
  const position = new Session(bare(of));
  const { game: engine } = position;
  return engine.rule.texts[engine.code(read(position, guess), read(position, secret))];
}

/** @type {typeof api.candidates} */
export function candidates(of, turns = []) {
  single(of);
  const { game: engine, left } = at(of, turns);
  return Array.from(left, (secret) => engine.secrets[secret]);
}

/** @type {typeof api.partition} */
export function partition(of, guess, turns = []) {
  single(of);
  const position = open(of, turns);
  const { game: engine, left } = position;
  const parts = [...engine.partition(read(position, guess), left)];
  return new Map(
    parts.map(([code, part]) => [engine.rule.texts[code], Array.from(part, (secret) => engine.secrets[secret])]),
  );
}

/** @type {(value: any) => boolean} */
const isStrategy = (value) =>
  value === "simple" ||
  String(value)
    .split("+")
    .every((name) => Object.hasOwn(measures, name));
const OF_ADVICE = {
  top: whole(1),
  strategy: choice([...Object.keys(measures), "simple"], isStrategy, " or A+B"),
  allow: choice(["all", "candidates", "hard"]),
  avoid: list(string),
};

/** @type {typeof api.suggest} */
export function suggest(of, turns = [], options = {}) {
  const { top = 10, strategy = "entropy", allow = "all", avoid = [] } = checked("suggest", OF_ADVICE, options);
  if (allow === "hard" && !known(of).engine.rule.tiles) throw new Wrong("allow 'hard' needs the rule colours");
  const position = open(of, turns);
  const avoided = avoid.map((/** @type {string} */ word) => fold(word, []));
  return position.rank({ measure: strategy, allow, avoid: avoided, top }).map((guess) => position.measured(guess));
}

/** @type {typeof api.measure} */
export function measure(of, guess, turns = []) {
  const position = open(of, turns);
  return position.measured(read(position, guess));
}

const OF_SOLVING = { allow: choice(["all", "candidates"]) };

/** @type {typeof api.solve} */
export function solve(of, turns = [], options = {}) {
  const { allow = "all" } = checked("solve", OF_SOLVING, options);
  single(of);
  const { game: engine, left } = open(of, turns);
  return solved(engine, left, { allow });
}

// --- live games -----------------------------------------------------------------------------------

const isSentence = kind("a sentence of a view", (value) =>
  value?.key === undefined
    ? value === null || typeof value === "string"
    : Object.hasOwn(sentences.sentences, value.key),
);
const isMove = kind('a move, such as { do: "undo" }', (value) => typeof value?.do === "string");

/** @type {typeof api.say} */
export const say = (sentence) => text(isSentence("say", sentence ?? null));

const SAVED = {
  transcript: list(list()),
  attempt: (/** @type {string} */ name, /** @type {any} */ value) => value && list(list())(name, value),
  hints: whole(0),
};

/** @type {typeof api.session} */
export function session(of, saved) {
  const { transcript = [], attempt = null, hints = 0 } = checked("a saved game", SAVED, saved || {});
  const game = known(of);
  game.kit ??= kitOf(game.engine, game.data);
  const { kit } = game;
  const tried = attempt && new Session(kit, /** @type {Entry[]} */ (attempt));
  return live(new Session(kit, /** @type {Entry[]} */ (transcript), { hints, attempt: tried }), []);
}

/** @type {(now: Session, said: string[]) => api.Live} */
function live(now, said) {
  const seen = view(now);
  return Object.freeze({
    said,
    view: seen,
    guess: seen.guess?.word ?? null,
    over: now.over,
    turns: now.state.mine.map((turn) => showTurn(now.game, turn)),
    saved: { transcript: now.transcript, attempt: now.attempt?.transcript ?? null, hints: now.hints },
    move: (/** @type {api.Move} */ move) => {
      const next = makeMove(now, isMove("move", move));
      return live(next, messagesAfter(now, next, move).map(text));
    },
  });
}
