// Words that are in no list, by the model of the core: the twin of jotto/games/unlisted.py.
import { Block, I64, call, put, room, struct, within } from "./core.js";
import { Game, range } from "./game.js";
import { Wrong, byText, chars, joined, remembered, repr, sum, wordsIn } from "./text.js";

/** @import { Bonuses, Turn } from "./types.js" */
/** @typedef {{ known?: boolean, listed?: boolean, exclude?: string[] }} Which */
/** @typedef {{ alphabet: string[], spell: (word: string) => number[], costs: Int32Array, follows: number[] | null }} Letters */
/** @typedef {{ rows: Uint16Array, bonuses: number[] }} Common the letters of strings, one after the other */
/** @typedef {Letters & { common: Common, words: number[], everything: number }} Model */

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const LENGTH = 5; // of the strings of real text
const UNLISTED = 0.015; // share of secrets that are in no list, before the first turn
const LIKELIEST = 500;
const MOST_TRIPLES = 2 ** 21;
const LARGEST = 2 ** 62;
const MOST_PREFIXES = 100000; // met to add up probabilities; with more, the chance is not said
const [NEVER, SCRATCH, GROUPS] = [2 ** 60, 1 << 22, 1 << 10];
const SEEN = 5 << 10; // the bonus of a guess that is in no list of secrets

/**
 * Strings that occur in real text, each with its bonus.
 * @type {(given: Bonuses | null) => Map<string, number>}
 */
function bonusesOf(given) {
  if (!given) return new Map();
  const bonusOf = (/** @type {number} */ sign) => given.values[sign - 35 - (sign > 92 ? 1 : 0)]; // 92, \\, is no sign
  return new Map(wordsIn(given.columns, LENGTH).map((word, at) => [word, bonusOf(given.places.charCodeAt(at))]));
}

/** @type {(turns: Turn[]) => string} */
const named = (turns) => turns.map((turn) => `${turn.guess}=${turn.code}`).join(" ");

/** The letters of secrets and turns, sorted; if any is Latin, all of a to z. Null: no word is unlisted. */
/** @type {(game: Game, turns: Turn[]) => string[] | null} */
function alphabetOf(game, turns) {
  if (game.closed || !game.rule.tallies) return null;
  const letters = new Set([...game.alphabet, ...turns.flatMap((turn) => game.spell(turn.guess))]);
  if (chars(LATIN).some((letter) => letters.has(letter))) for (const letter of LATIN) letters.add(letter);
  return [...letters].sort(byText);
}

/** Refuse a game in which no unlisted word can be looked for. @type {(game: Game, turns: Turn[]) => void} */
export function check(game, turns) {
  const [alphabet, { length, rule }] = [alphabetOf(game, turns), game];
  if (game.closed) throw new Wrong("unlisted words are for games of words, not of codes");
  if (!alphabet) throw new Wrong(`unlisted words cannot be found by the rule ${repr(rule.name)}`);
  const makes = `${alphabet.length} letters make too many`;
  if (length * (alphabet.length + 1) ** 3 > MOST_TRIPLES) throw new Wrong(`${makes} triples to learn about`);
  if (tooMany(game, alphabet)) throw new Wrong(`${makes} strings of length ${length}`);
}

/** @type {(game: Game, alphabet: string[]) => boolean} */
const tooMany = (game, alphabet) =>
  game.length * (alphabet.length + 1) ** 3 > MOST_TRIPLES || alphabet.length ** game.length >= LARGEST;

/** The model of a game's secrets, and the strings that people write, by cost, then by letters. */
/** @type {(game: Game, alphabet: string[]) => Model} */
function modelOf(game, alphabet) {
  return remembered(game, `model ${alphabet.join(" ")}`, () => {
    const place = new Map(alphabet.map((letter, index) => [letter, index]));
    const spell = (/** @type {string} */ word) =>
      game.spell(word).map((letter) => place.get(letter) ?? alphabet.length);
    const [length, size, many] = [game.length, alphabet.length, game.secrets.length];
    const latin = chars(LATIN).every((letter) => place.has(letter)) && length === LENGTH;
    const further = game.guesses.filter((_, guess) => game.secretOf[guess] < 0);
    const written = further.filter((word) => spell(word).every((letter) => letter < size));
    const bonuses = new Map([
      ...written.map((word) => /** @type {const} */ ([word, SEEN])),
      ...(latin ? bonusesOf(game.bonuses) : []),
    ]);
    return within(() => {
      const words = put(Uint16Array, game.secrets.flatMap(spell));
      const costs = room(Int32Array, length * (size + 1) ** 2 * size);
      const scratch = new Block(Uint8Array, call("learn_letters_scratch", length, size));
      call("learn_letters", length, size, many, words, scratch, costs);
      const letters = { alphabet, spell, costs: costs.view.slice(), follows: following(game, alphabet) };
      const costsOf = (/** @type {number} */ n, /** @type {Block} */ strings) => {
        const of = room(I64, n);
        call("cost_strings", length, size, costs, n, strings, of);
        return of;
      };
      const shares = room(Float64Array, many);
      call("share_costs", many, costsOf(many, words), shares);
      const possible = matching(game, letters, [], game.secrets);
      const weighted = [...bonuses].sort(([a], [b]) => byText(a, b));
      const spelled = weighted.map(([text]) => spell(text));
      const costOf = costsOf(weighted.length, put(Uint16Array, spelled.flat())).view;
      const net = weighted.map(([, bonus], i) => Number(costOf[i]) - bonus);
      const order = range(weighted.length).sort((a, b) => net[a] - net[b]); // stable
      const rows = Uint16Array.from(order.flatMap((i) => spelled[i]));
      return {
        ...letters,
        common: { rows, bonuses: order.map((i) => weighted[i][1]) },
        words: Array.from(shares.view, (share, i) => share * possible[i]),
        everything: /** @type {number} */ (chance(game, letters, [], NEVER)),
      };
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
  else if (rule.counts[0].mark === "G") made = pairs(exact, exact, exact, length);
  else made = turn.code === rule.win ? pairs(length, length, length, length) : pairs(0, length - 1, exact, exact);
  return [...rows.view.subarray(0, made * ((length + 1) * size + 2))];
}

/** The house rules as tallies. @type {(game: Game, letters: Letters) => number[]} */
function houseTallies({ length, house: { vowels, repeats, plurals } }, { alphabet }) {
  const [none, all] = [alphabet.map(() => 0), alphabet.map(() => 1)];
  const places = (/** @type {number} */ n, /** @type {number[]} */ row) => range(n).flatMap(() => row);
  const vowel = alphabet.map((letter) => Number(vowels.includes(letter)));
  const s = alphabet.map((letter) => Number(letter === "s"));
  return [
    ...(vowels ? [...places(length, vowel), ...none, 1, length] : []),
    ...(repeats ? [] : [...places(length, none), ...all, length, length]),
    ...(plurals || length < 2 ? [] : [...places(length - 2, none), ...s.map((is) => 1 - is), ...s, ...none, 0, 1]),
  ];
}

/** The tallies that tell apart what scores differ in. @type {(game: Game, letters: Letters, guess: string) => number[]} */
function openTallies({ length, rule }, { alphabet, spell }, guess) {
  const [size, letters] = [alphabet.length, spell(guess)];
  const rows = room(Int8Array, 2 * ((length + 1) * size + 2));
  call("tally_pairs", length, size, put(Uint16Array, letters), 0, length, 0, length, rows);
  if (!rule.tiles) return [...rows.view];
  const [exact, common] = [rows.view.subarray(0, length * size), rows.view.subarray(rows.length / 2)];
  const row = (/** @type {number} */ from, /** @type {number} */ end, /** @type {Int8Array} */ of) =>
    Array.from({ length: rows.length / 2 }, (_, i) =>
      i === rows.length / 2 - 1 ? length : i >= from && i < end ? of[i] : 0,
    );
  const inPlace = range(length).flatMap((place) => row(place * size, (place + 1) * size, exact));
  const ofLetter = letters.flatMap((letter) => row(length * size + letter, length * size + letter + 1, common));
  return [...inPlace, ...ofLetter];
}

/** Call a function with the strings that agree with turns, with more scratch until it has enough. */
/** @type {(game: Game, letters: Letters, turns: Turn[], open: number[], name: string, ...given: any[]) => number} */
function called(game, letters, turns, open, name, ...given) {
  const size = letters.alphabet.length;
  const tallies = turns.flatMap((turn) => talliesOf(game, letters, turn));
  const rows = [...open, ...houseTallies(game, letters), ...tallies];
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
    const made = called(game, letters, turns, [], "add_chances", put(Int32Array, letters.costs), most, total);
    return made ? null : total.view[0];
  });
}

/** Which words are among the strings that agree. @type {(game: Game, letters: Letters, turns: Turn[], words: string[]) => Uint8Array} */
function matching(game, letters, turns, words) {
  return within(() => {
    const [strings, marks] = [put(Uint16Array, words.flatMap(letters.spell)), room(Uint8Array, words.length)];
    called(game, letters, turns, [], "match_strings", words.length, strings, marks);
    return marks.view.slice();
  });
}

/** The probability that the secret is in no list; null if there is no model of the letters. */
/** @type {(game: Game, turns: Turn[]) => number | null} */
export function chanceUnlisted(game, turns) {
  const alphabet = alphabetOf(game, turns);
  if (!alphabet) return null;
  if (!turns.length) return UNLISTED;
  return remembered(game, `chance ${named(turns)}`, () => {
    const left = game.agreeing(turns);
    if (!left.length) return 1;
    if (tooMany(game, alphabet)) return null;
    const model = modelOf(game, alphabet);
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

/**
 * The unlisted words that agree with their costs, the likeliest first: those that people write if `known`, else the
 * 500 likeliest; with `listed`, listed ones too.
 * @type {(game: Game, turns: Turn[], which: Which) => Map<string, number>}
 */
function likeliest(game, turns, { known = false, listed = false, exclude = [] }) {
  const alphabet = alphabetOf(game, turns);
  if (!alphabet || tooMany(game, alphabet)) return new Map();
  return within(() => {
    const model = modelOf(game, alphabet);
    const { rows, bonuses } = model.common;
    const most = known ? bonuses.length : LIKELIEST + exclude.length;
    const [best, strings] = [room(I64, most), room(Uint16Array, most * game.length)];
    const common = [bonuses.length, put(Uint16Array, rows), put(I64, bonuses), Number(known)];
    const left = listed ? [] : Array.from(game.agreeing(turns), (secret) => model.spell(game.secrets[secret]));
    const others = [left.length, put(Uint16Array, left.flat()), 0, null, most];
    const given = [put(Int32Array, model.costs), ...common, ...others];
    const many = called(game, model, turns, [], "list_strings", ...given, best, strings);
    const letters = Array.from(strings.view.subarray(0, many * game.length), (letter) => alphabet[letter]);
    const agreeing = range(many).map((i) => joined(letters.slice(i * game.length, (i + 1) * game.length)));
    const places = range(many).filter((i) => !exclude.includes(agreeing[i]));
    const costs = best.view;
    return new Map(places.slice(0, known ? many : LIKELIEST).map((i) => [agreeing[i], Number(costs[i])]));
  });
}

/** The weights of words of these costs. @type {(words: Map<string, number>) => Float64Array} */
function weighed(words) {
  return within(() => {
    const weights = room(I64, words.size);
    call("weigh_costs", words.size, put(I64, [...words.values()]), weights);
    return Float64Array.from(weights.view, Number);
  });
}

/** The likeliest unlisted words with their probabilities; empty if there are none, or no model. */
/** @type {(game: Game, turns: Turn[]) => Map<string, number>} */
export function unlistedChances(game, turns) {
  return remembered(game, `words ${named(turns)}`, () => {
    const share = chanceUnlisted(game, turns);
    const likely = share === null ? new Map() : likeliest(game, turns, {});
    const weights = Array.from(weighed(likely));
    const all = sum(weights);
    return new Map([...likely.keys()].map((text, i) => [text, (Number(share) * weights[i]) / all]));
  });
}

/** The game of the unlisted words that agree, with their weights; null if none does. */
/** @type {(game: Game, turns: Turn[], which: Which) => Game | null} */
export function unlistedGame(game, turns, which) {
  return remembered(game, `unlisted ${JSON.stringify([named(turns), which])}`, () =>
    gameOf(game, likeliest(game, turns, which), which),
  );
}

/** The game of the unlisted words that agree with all turns but one; the game itself if there are none. */
/** @type {(game: Game, turns: Turn[], which: Which) => Game} */
export function nearlyUnlisted(game, turns, which) {
  const likely = turns.map((_, turn) => [...likeliest(game, turns.toSpliced(turn, 1), which)]);
  return gameOf(game, new Map(likely.flat()), which) || game;
}

/** @type {(game: Game, words: Map<string, number>, which: Which) => Game | null} */
function gameOf(game, words, { exclude = [] }) {
  if (!words.size) return null;
  const further = game.guesses.filter((word) => !words.has(word) && !exclude.includes(word));
  const secrets = { at: range(words.size), weights: weighed(words) };
  const book = { tree: /** @type {[number]} */ ([-1]), shipped: false };
  return new Game({ ...game, ...secrets, guesses: [...words.keys(), ...further], book, whole: undefined });
}

/** The first turns that no unlisted word agrees with, listed or not; all if there are none before. */
/** @type {(game: Game, turns: Turn[], which: Which) => Turn[]} */
export function firstWrong(game, turns, which) {
  const none = (/** @type {number} */ n) =>
    !likeliest(game, turns.slice(0, n), { ...which, exclude: [], listed: true }).size;
  return turns.slice(0, range(turns.length).find((n) => n > 0 && none(n)) ?? turns.length);
}

/** Count all strings that agree by the score of a guess, but for listed ones and some. */
/** @type {(game: Game, turns: Turn[], guess: string, exclude: string[]) => number[]} */
export function stringSizes(game, turns, guess, exclude) {
  const letters = modelOf(game, /** @type {string[]} */ (alphabetOf(game, [...turns, { guess, code: 0 }])));
  return within(() => {
    const open = openTallies(game, letters, guess);
    const n = open.length / ((game.length + 1) * letters.alphabet.length + 2);
    let [many, most] = [-1, GROUPS];
    let [numbers, strings] = [room(I64, 0), room(Uint16Array, 0)];
    for (; many < 0; most *= 2) {
      [numbers, strings] = [room(I64, most), room(Uint16Array, most * game.length)];
      many = called(game, letters, turns, open, "sample_strings", n, most, numbers, strings);
    }
    const sizes = game.rule.texts.map(() => 0);
    const sampled = Array.from(strings.view.subarray(0, many * game.length), (letter) => letters.alphabet[letter]);
    const samples = range(many).map((i) => joined(sampled.slice(i * game.length, (i + 1) * game.length)));
    const given = [...new Set([...exclude, ...Array.from(game.agreeing(turns), (secret) => game.secrets[secret])])];
    const agree = matching(game, letters, turns, given);
    const [listed, times] = [given.filter((_, i) => agree[i]), Array.from(numbers.view, Number)];
    const codes = game.scored(
      [...samples, ...listed].flatMap((text) => game.numbers(text)),
      game.numbers(guess),
    ).view;
    for (const [i, code] of codes.entries()) sizes[code] += i < many ? times[i] : -1;
    return sizes;
  });
}
