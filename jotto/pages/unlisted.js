// How likely strings of letters are that are in no list, by the model of the core: see jotto/games/unlisted.py. Words
// themselves are proposed by the program.
import { Block, I64, call, put, room, struct, within } from "./core.js";
import { byText, chars, joined, remembered, sum } from "./text.js";

/** @import { Game } from "./game.js" */
/** @import { Turn } from "./types.js" */
/** @typedef {{ alphabet: string[], spell: (word: string) => number[], costs: Int32Array, follows: number[] | null }} Letters */
/** @typedef {Letters & { bonuses: Map<string, number>, words: Float64Array, everything: number }} Model */

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const UNLISTED = 0.015; // share of secrets that are in no list, before the first turn
const LIKELIEST = 500;
const MOST_TRIPLES = 2 ** 21;
const LARGEST = 2 ** 62;
const MOST_PREFIXES = 100000; // met to add up probabilities; with more, the chance is not said
const [NEVER, SCRATCH] = [2 ** 60, 1 << 22];

/** @type {(turns: Turn[]) => string} */
const named = (turns) => turns.map((turn) => `${turn.guess}=${turn.code}`).join(" ");

/** The letters of secrets and turns, sorted; if any is Latin, all of a to z. Null: no word is unlisted. */
/** @type {(game: Game, turns: Turn[]) => string[] | null} */
function alphabetOf(game, turns) {
  if (game.closed || !(game.rule.tiles || game.rule.counts.length)) return null;
  const letters = new Set([...game.alphabet, ...turns.flatMap((turn) => game.spell(turn.guess))]);
  if (chars(LATIN).some((letter) => letters.has(letter))) for (const letter of LATIN) letters.add(letter);
  return [...letters].sort(byText);
}

/** @type {(game: Game, alphabet: string[]) => boolean} */
const tooMany = (game, alphabet) =>
  game.length * (alphabet.length + 1) ** 3 > MOST_TRIPLES || alphabet.length ** game.length >= LARGEST;

/** The model of a game's secrets; `bonuses` lower the costs of strings that occur in real text. */
/** @type {(game: Game, alphabet: string[], bonuses: Map<string, number>) => Model} */
function modelOf(game, alphabet, bonuses) {
  return remembered(game, `model ${alphabet.join(" ")}`, () => {
    const place = new Map(alphabet.map((letter, index) => [letter, index]));
    const spell = (/** @type {string} */ word) =>
      game.spell(word).map((letter) => place.get(letter) ?? alphabet.length);
    const [length, size, many] = [game.length, alphabet.length, game.secrets.length];
    const whole = chars(LATIN).every((letter) => place.has(letter)) && length === 5;
    return within(() => {
      const words = put(Uint16Array, game.secrets.flatMap(spell));
      const costs = room(Int32Array, length * (size + 1) ** 2 * size);
      const scratch = new Block(Uint8Array, call("learn_letters_scratch", length, size));
      call("learn_letters", length, size, many, words, scratch, costs);
      const [of, shares] = [room(I64, many), room(Float64Array, many)];
      call("cost_strings", length, size, costs, many, words, of);
      call("share_costs", many, of, shares);
      const letters = { alphabet, spell, costs: costs.view.slice(), follows: following(game, alphabet) };
      const all = /** @type {number} */ (chance(game, letters, [], NEVER));
      return { ...letters, bonuses: whole ? bonuses : new Map(), words: shares.view.slice(), everything: all };
    });
  });
}

/** Which letters may come after two others, or null: no string has a letter that is written as two. */
/** @type {(game: Game, alphabet: string[]) => number[] | null} */
function following(game, alphabet) {
  if (alphabet.every((letter) => chars(letter).length === 1)) return null;
  const wide = [...alphabet, ""];
  /** @type {(...letters: string[]) => number} */
  const stays = (...letters) => Number(game.spell(letters.join("")).join(" ") === letters.filter(Boolean).join(" "));
  return wide.flatMap((one) => wide.flatMap((two) => alphabet.map((three) => stays(one, two, three))));
}

/** The tallies of a turn. @type {(game: Game, letters: Letters, turn: Turn) => number[]} */
function talliesOf({ length, rule }, { alphabet, spell }, turn) {
  const [size, text] = [alphabet.length, rule.texts[turn.code]];
  const rows = room(Int8Array, (1 + length) * ((length + 1) * size + 2));
  const given = [length, size, put(Uint16Array, spell(turn.guess))];
  /** @type {(...bounds: number[]) => number} */
  const pairs = (...bounds) => call("tally_pairs", ...given, ...bounds, rows);
  const marks = chars(text).map((mark) => "BYG".indexOf(mark));
  const [exact, elsewhere] = text.split(",").map(Number);
  let made = 0;
  if (rule.tiles) made = call("tally_marks", ...given, put(Uint8Array, marks), rows);
  else if (rule.counts.length === 2) made = pairs(exact, exact, exact + elsewhere, exact + elsewhere);
  else made = turn.code === rule.win ? pairs(length, length, length, length) : pairs(0, length - 1, exact, exact);
  return [...rows.view.subarray(0, made * ((length + 1) * size + 2))];
}

/** Call a function with the strings that agree with turns, with more scratch until it has enough. */
/** @type {(game: Game, letters: Letters, turns: Turn[], name: string, ...given: any[]) => number} */
function called(game, letters, turns, name, ...given) {
  const size = letters.alphabet.length;
  const rows = turns.flatMap((turn) => talliesOf(game, letters, turn));
  const arrays = [put(Int8Array, rows), letters.follows && put(Uint8Array, letters.follows)];
  const numbers = [game.length, size, rows.length / ((game.length + 1) * size + 2)];
  for (let scratch = SCRATCH; ; scratch *= 2) {
    const strings = () => struct([...numbers, scratch], [...arrays, new Block(Uint8Array, scratch)]);
    const made = within(() => call(name, strings(), ...given));
    if (made !== -1) return made;
  }
}

/** Add up the probabilities of all strings that agree; null if that takes more than so many prefixes. */
/** @type {(game: Game, letters: Letters, turns: Turn[], most: number) => number | null} */
function chance(game, letters, turns, most) {
  return within(() => {
    const total = room(Float64Array, 1);
    const made = called(game, letters, turns, "add_chances", put(Int32Array, letters.costs), most, total);
    return made ? null : total.view[0];
  });
}

/** The probability that the secret is in no list; null if there is no model of the letters. */
/** @type {(game: Game, turns: Turn[], bonuses: Map<string, number>) => number | null} */
export function chanceUnlisted(game, turns, bonuses) {
  const alphabet = alphabetOf(game, turns);
  if (!alphabet) return null;
  if (!turns.length) return UNLISTED;
  return remembered(game, `chance ${named(turns)}`, () => {
    const left = game.agreeing(turns);
    if (!left.length) return 1;
    if (tooMany(game, alphabet)) return null;
    const model = modelOf(game, alphabet, bonuses);
    const agreeing = chance(game, model, turns, MOST_PREFIXES);
    if (agreeing === null) return null;
    const listed = sum(Array.from(left, (index) => model.words[index]));
    const prior = game.weigh(left) / game.weigh(game.everything);
    const given = [UNLISTED, agreeing, listed, model.everything, sum(model.words), prior];
    return within(() => {
      const made = room(Float64Array, 1);
      call("chance_unlisted", ...given.map((real) => ({ real })), made);
      return made.view[0];
    });
  });
}

/** The likeliest unlisted words with their probabilities; empty if there are none, or no model. */
/** @type {(game: Game, turns: Turn[], bonuses: Map<string, number>) => Map<string, number>} */
export function unlistedChances(game, turns, bonuses) {
  const alphabet = alphabetOf(game, turns);
  if (!alphabet || tooMany(game, alphabet)) return new Map();
  return remembered(game, `words ${named(turns)}`, () => {
    const share = chanceUnlisted(game, turns, bonuses);
    if (share === null) return new Map();
    return within(() => {
      const model = modelOf(game, alphabet, bonuses);
      const [best, strings] = [room(I64, LIKELIEST), room(Uint16Array, LIKELIEST * game.length)];
      const rows = (/** @type {string[]} */ words) => put(Uint16Array, words.flatMap(model.spell));
      const known = [model.bonuses.size, rows([...model.bonuses.keys()]), put(I64, [...model.bonuses.values()])];
      const left = Array.from(game.agreeing(turns), (secret) => game.secrets[secret]);
      const given = [put(Int32Array, model.costs), ...known, left.length, rows(left), 0, null, LIKELIEST];
      const many = called(game, model, turns, "list_strings", ...given, best, strings);
      const weights = room(I64, many);
      call("weigh_costs", many, best, weights);
      const whole = Array.from(weights.view, Number);
      const letters = Array.from(strings.view, (letter) => alphabet[letter]);
      const texts = whole.map((_, i) => joined(letters.slice(i * game.length, (i + 1) * game.length)));
      return new Map(whole.map((weight, i) => [texts[i], (share * weight) / sum(whole)]));
    });
  });
}
