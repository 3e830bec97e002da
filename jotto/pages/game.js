// A game of the page: its rule, its candidates, and the best guesses, as jotto/engine has them. Counted is in the core.
import { Block, I64, call, put, room, struct, within } from "./core.js";
import { Wrong, byText, greatest, shout, spell, sum, wordError, wordsIn } from "./text.js";

/** @import { Type } from "./core.js" */
/** @import { Advice, BookNode, Data, Options, Turn } from "./types.js" */
/** @typedef {Uint32Array} Left */
/** @typedef {[sizes: Block, weights: Block, lost: Block | null]} Parts */

const BLOCK = 512; // guesses at a time, and WORDS that are scored at a time: see core.h
const WORDS = 1024;
const AT_ONCE = 1 << 24; // scores
const [FEW_LEFT, AHEAD, TRIED] = [2, 40, 10]; // position.py and boards.py say why
const [LARGEST_MATRIX, MOST_VALUED, MOST_SAMPLED, LEAST_SAMPLE] = [2_500_000_000, 2 ** 29, 2 ** 26, 512]; // position.py
const [ON_BOARDS, MEMORY] = [-1, 1 << 16];

/** @type {(n: number) => number[]} */
export const range = (n) => Array.from({ length: n }, (_, i) => i);

// --- rules and games ------------------------------------------------------------------------------

export class Rule {
  /** @param {Data["rule"]} given */
  constructor(given) {
    Object.assign(this, given);
    this.win = given.texts.length - 1;
    this.bits = given.texts.length > 256 ? 16 : 8;
    /** @type {Type} */
    this.type = this.bits === 8 ? Uint8Array : Uint16Array;
  }

  /** @type {(code: number) => number[]} */
  numbers(code) {
    const numbers = this.counts.length ? this.texts[code].split(",") : [];
    return numbers.every((n) => /^\d+$/.test(n)) ? numbers.map(Number) : [];
  }

  /** @type {(code: number, length: number) => boolean} */
  mayMeanWin(code, length) {
    return sum(this.numbers(code)) === length && !this.numbers(this.win).length;
  }

  /** @type {(code: number, length: number) => string} */
  marks(code, length) {
    const none = !this.counts.length || !this.counts.every((count) => count.mark);
    if (code === this.win && (this.tiles || !none)) return "G".repeat(length);
    if (this.tiles) return this.texts[code].slice(0, length);
    const numbers = this.numbers(code);
    const pegs = this.counts.map(({ mark }, i) => mark.repeat(numbers[i] || 0)).join("");
    return none ? "" : pegs.padEnd(length, "B");
  }

  /** @type {(code: number, letters?: Iterable<string>) => number[]} */
  nearMisses(code, letters = "") {
    const texts = this.texts.slice(0, -1).map((text) => text.replace("?", "")); // GGGGG? are five greens of Fibble
    const [text, numbers, near, spelt] = [texts[code], this.numbers(code), new Set(), [...letters]];
    if (code === this.win) return [];
    /** @type {<T>(all: T[], i: number, value: T) => string} */
    const put = (all, i, value) => all.with(i, value).join(this.tiles ? "" : ",");
    if (this.tiles) {
      for (const i of range(text.length)) {
        for (const mark of "BYG") near.add(put([...text], i, mark));
        for (const j of range(i))
          if (spelt.length && spelt[i] === spelt[j]) near.add(put([...text].with(i, text[j]), j, text[i]));
      }
    } else if (numbers.length) {
      near.add([...numbers].reverse().join());
      for (const [i, number] of numbers.entries())
        for (const n of [number - 1, number + 1]) near.add(put(numbers, i, n));
      const [first, second] = numbers;
      if (numbers.length === 2) for (const n of [-1, 1]) near.add(`${first + n},${second - n}`);
    }
    return range(this.win).filter((other) => near.has(texts[other]) && texts[other] !== text);
  }
}

/**
 * A game of the data that jotto/assistant/page_file.py writes.
 * @type {(data: Data) => Game}
 */
export function load(data) {
  const { letters: declared = [], columns = "", words, secrets, weights, table, ...others } = data;
  const guesses = words || wordsIn(columns, data.length);
  const at = typeof secrets === "number" ? range(secrets) : secrets;
  const signed = weights && !Array.isArray(weights) ? weights : null;
  const all = signed ? [...signed.at].map((sign) => signed.values[Number.parseInt(sign, 36)]) : weights;
  const rule = new Rule(data.rule);
  const bytes = table ? Uint8Array.from(atob(table), (sign) => sign.charCodeAt(0)) : null;
  const scores = bytes && rule.bits === 16 ? new Uint16Array(bytes.buffer) : bytes;
  const fields = { declared, guesses, at, rule, table: scores, numberOf: new Map() };
  const prior = all && Float64Array.from(/** @type {number[]} */ (all));
  return new Game({ ...others, ...fields, weights: prior });
}

export class Game {
  /** @param {Record<string, any>} given */
  constructor(given) {
    Object.assign(this, given);
    this.secrets = this.at.map((guess) => this.guesses[guess]);
    this.guessOf = Uint32Array.from(this.at);
    this.secretOf = new Int32Array(this.guesses.length).fill(-1);
    for (const [secret, guess] of this.guessOf.entries()) this.secretOf[guess] = secret;
    /** @type {Uint32Array} */
    this.everything = Uint32Array.from(this.guessOf.keys());
    this.every = range(this.guesses.length);
    this.places = new Map(this.guesses.map((word, i) => [word, i]));
    this.points = Uint16Array.from(this.guesses.flatMap((word) => this.numbers(word)));
    this.signs = new Set(this.numberOf.keys()); // of the guesses
    this.alphabet = [...new Set(this.secrets.flatMap((word) => this.spell(word)))].sort(byText);
    this.sure = new Uint8Array(this.secrets.length); // that no further answer is false of a secret
  }

  /** @type {(word: string) => string[]} */
  spell(word) {
    return spell(word, this.declared);
  }
  /** @type {(word: string) => string} */
  shown(word) {
    return shout(word, this.declared);
  }
  /** The letters of a word as the core has them. @type {(word: string) => number[]} */
  numbers(word) {
    const numberOf = (/** @type {string} */ letter) => {
      if (!this.numberOf.has(letter)) this.numberOf.set(letter, this.numberOf.size);
      return /** @type {number} */ (this.numberOf.get(letter));
    };
    return this.spell(word).map(numberOf);
  }
  /** @type {(guess: number) => Uint16Array} */
  letters(guess) {
    return this.points.subarray(guess * this.length, (guess + 1) * this.length);
  }
  /** The letters of listed words, a row for each. @type {(guesses: ArrayLike<number>) => Uint16Array} */
  lettersOf(guesses) {
    const rows = new Uint16Array(guesses.length * this.length);
    for (let i = 0; i < guesses.length; i++) rows.set(this.letters(guesses[i]), i * this.length);
    return rows;
  }
  /** @type {(word: string) => number} */
  find(word) {
    return this.places.get(word) ?? -1;
  }
  /** Where a listed guess is. @type {(word: string) => number} */
  index(word) {
    if (!this.places.has(word)) throw wordError(word, "it is not an allowed guess");
    return this.find(word);
  }
  /** @type {(word: string) => number} */
  findSecret(word) {
    return this.secretOf[this.find(word)] ?? -1;
  }
  /** @type {(secret: number) => number} */
  weight(secret) {
    return this.weights ? this.weights[secret] : 1;
  }
  /** @type {(left: Left) => number[]} */
  weightsOf(left) {
    return Array.from(left, (secret) => this.weight(secret));
  }
  /** Whether some of them are likelier than others. @type {(left: Left) => boolean} */
  isWeighed(left) {
    const [first, ...others] = this.weights ? this.weightsOf(left) : [];
    return others.some((weight) => weight !== first);
  }
  /** @type {(left: Left) => number} */
  weigh(left) {
    return sum(this.weightsOf(left));
  }
  /** Some secrets as guesses. @type {(left: Left) => number[]} */
  guessesOf(left) {
    return Array.from(left, (secret) => this.guessOf[secret]);
  }

  /** The scores of words, rows of letters, as guesses for each of others: a block (N, G). */
  /** @type {(secrets: ArrayLike<number>, guesses: ArrayLike<number>) => Block} */
  scored(secrets, guesses) {
    const { length, rule } = this;
    const [n, many] = [secrets.length / length, guesses.length / length];
    const [slots, keys] = [room(Int32Array, secrets.length), room(I64, secrets.length)];
    const seen = room(Int32Array, this.numberOf.size << length);
    const nKeys = call("number_letters", n, length, put(Uint16Array, secrets), slots, keys, seen);
    const [table, letters] = [room(rule.type, nKeys * WORDS), room(Uint16Array, length * WORDS)];
    const [guessLetters, scores] = [put(Uint16Array, guesses), room(rule.type, n * many)];
    const words = [n, nKeys, slots, keys, many, guessLetters];
    call(`scores_${rule.bits}`, rule.core, length, 1, ...words, table, letters, scores);
    return scores;
  }

  /** The scores of listed guesses for some secrets: a block (A, G). @type {(left: Left, guesses: number[]) => Block} */
  scores(left, guesses) {
    const { table, rule } = this;
    if (!table) return this.scored(this.lettersOf(this.guessesOf(left)), this.lettersOf(guesses));
    const row = (/** @type {number} */ secret) => guesses.map((guess) => table[secret * this.guesses.length + guess]);
    return put(rule.type, Array.from(left, row).flat());
  }

  /** The codes of a guess, which need not be listed, against some secrets. @type {(guess: string, left: Left) => number[]} */
  codes(guess, left) {
    return within(() => Array.from(this.scoresOf(guess, left).view));
  }
  /** @type {(guess: string, left: Left) => Block} */
  scoresOf(guess, left) {
    const { whole } = this;
    if (this.table && whole && this.find(guess) < 0)
      // a word that was refused after it had been guessed
      return whole.scoresOf(
        guess,
        Uint32Array.from(left, (secret) => whole.findSecret(this.secrets[secret])),
      );
    if (this.table) return this.scores(left, [this.index(guess)]);
    return this.scored(this.lettersOf(this.guessesOf(left)), this.numbers(guess));
  }
  /** @type {(guess: string, secret: string) => number} */
  code(guess, secret) {
    if (this.table) return this.codes(guess, Uint32Array.of(this.findSecret(secret)))[0];
    return within(() => this.scored(this.numbers(secret), this.numbers(guess)).view[0]);
  }

  /** Whether a true score may be told as another. @type {(code: number, answer: number) => boolean} */
  tells(code, answer) {
    const ways = this.noise?.toldAs[code];
    return ways && answer !== this.rule.win ? ways.includes(answer) : code === answer;
  }

  /** How many answers are false of each of some secrets; more than may be if the game would have ended. */
  /** @type {(turns: Turn[], left: Left) => number[]} */
  lies(turns, left) {
    const [most, lies] = [this.noise?.lies ?? 0, Array.from(left, () => 0)];
    for (const turn of turns)
      for (const [i, code] of this.codes(turn.guess, left).entries())
        if (!this.tells(code, turn.code))
          lies[i] += code === this.rule.win || turn.code === this.rule.win ? most + 1 : 1;
    return lies;
  }

  /** @type {(turns: Turn[], left?: Left) => Left} */
  agreeing(turns, left = this.everything) {
    const [most, lies] = [this.noise?.lies ?? 0, this.lies(turns, left)];
    return left.filter((_, i) => lies[i] <= most);
  }

  /** The game in which secrets have the weights that the turns give them; itself if all answers are true. */
  /** @type {(turns: Turn[]) => Game} */
  hears(turns) {
    const { noise } = this;
    if (!noise) return this;
    const [left, heard] = [this.agreeing(turns), /** @type {Game} */ (Object.create(this))];
    const lies = this.lies(turns, left);
    heard.weights = new Float64Array(this.secrets.length);
    heard.sure = new Uint8Array(this.secrets.length);
    within(() => {
      const [answers, prior, shares] = [
        toldOf(this, turns, left),
        weightsOf(this, left),
        room(Float64Array, left.length),
      ];
      const weights = room(I64, left.length);
      call("weigh_told", noiseOf(this), ...answers, prior, shares, weights);
      for (const [i, weight] of weights.view.entries()) {
        /** @type {any} */ (heard).weights[left[i]] = Number(weight);
        heard.sure[left[i]] = Number(noise.lies > 0 && lies[i] >= noise.lies);
      }
    });
    return heard;
  }

  /** The parts of some secrets by the codes of a guess, ascending. @type {(guess: string, left: Left) => Map<number, Left>} */
  partition(guess, left) {
    const codes = this.codes(guess, left);
    const present = [...new Set(codes)].sort((a, b) => a - b);
    return new Map(present.map((code) => [code, left.filter((_, i) => codes[i] === code)]));
  }

  /** @type {(left: Left) => number[]} */
  ordered(left) {
    return Array.from(left).sort((a, b) => this.weight(b) - this.weight(a));
  }
  /** @type {(left: Left) => string[]} */
  likeliest(left) {
    return this.ordered(left).map((secret) => this.secrets[secret]);
  }

  /** @type {(words: string[]) => Game} */
  without(words) {
    const stays = (/** @type {number} */ guess) => !words.includes(this.guesses[guess]);
    const secrets = Array.from(this.guessOf).filter(stays);
    if (!secrets.length) throw new Wrong("a game needs at least one secret");
    const all = [...secrets, ...this.every.filter((guess) => this.secretOf[guess] < 0 && stays(guess))]; // as Game.without
    if (all.length === this.guesses.length) return this;
    const { table } = this;
    const rows = (/** @type {number} */ guess) =>
      all.map((other) => table?.[this.secretOf[guess] * this.guesses.length + other] ?? 0);
    return new Game({
      ...this,
      guesses: all.map((guess) => this.guesses[guess]),
      at: range(secrets.length),
      table: table && /** @type {any} */ (table.constructor).from(secrets.flatMap(rows)),
      weights: this.weights && Float64Array.from(secrets, (guess) => this.weight(this.secretOf[guess])),
      whole: this.whole || this,
    });
  }

  /** The guess of the book or tree after some turns: an index, -1 if it has none. @type {(turns: Turn[]) => number} */
  planned(turns) {
    const { guesses } = this.whole || this;
    /** @type {BookNode | undefined} */
    let node = this.book?.tree;
    for (const { guess, code } of turns) {
      if (!node || guesses[node[0]] !== guess) return -1;
      node = node[1]?.[code];
    }
    return node ? this.find(guesses[node[0]]) : -1;
  }
}

// --- what guesses are worth -----------------------------------------------------------------------

/** @type {(game: Game, left: Left) => Block} */
const weightsOf = (game, left) => put(I64, game.weightsOf(left));

/** What was told, and the true scores of some secrets. */
/** @type {(game: Game, turns: Turn[], left: Left) => [n: number, told: Block, many: number, codes: Block]} */
function toldOf(game, turns, left) {
  const answers = turns.map(({ code }) => code);
  const codes = turns.flatMap(({ guess }) => game.codes(guess, left));
  return [turns.length, put(I64, answers), left.length, put(Uint16Array, codes)];
}

/** How answers are told. @type {(game: Game) => Block} */
function noiseOf({ noise, rule }) {
  const { lies = 0, whole = 1, truly = 1, falsely = 0, toldAs = [], ways = [] } = noise || {};
  const numbers = [rule.texts.length, lies, whole, truly, falsely, ways.length];
  return struct(numbers, [put(I64, toldAs.flat()), put(I64, ways)]);
}

/** The sizes and weights of the parts of guesses, of what the answers leave. */
/** @type {(game: Game, left: Left, scores: Block, n: number) => Parts} */
function partsOf(game, left, scores, n) {
  const [{ rule, noise, sure }, size] = [game, n * game.rule.texts.length];
  const [sizes, sums] = [room(I64, 2 * size), room(I64, 2 * size)];
  const counts = room(Int32Array, BLOCK * rule.texts.length);
  for (const kind of [0, 1]) {
    const some = [...left.keys()].filter((row) => sure[left[row]] === kind);
    const [rows, guesses] = [put(I64, some), [n, n, rule.texts.length, scores]];
    call(`part_sizes_${rule.bits}`, some.length, rows, ...guesses, counts, sizes.from(kind * size));
    if (!game.weights) continue;
    const weights = put(
      I64,
      some.map((row) => game.weight(left[row])),
    );
    call(`part_weights_${rule.bits}`, some.length, rows, weights, ...guesses, sums.from(kind * size));
  }
  if (!noise) return [sizes, game.weights ? sums : sizes, null];
  const [rest, answered, lost] = [room(I64, size), room(I64, size), room(I64, n)];
  call("hear", noiseOf(game), n, sizes, sums, rest, answered, lost);
  return [rest, answered, lost];
}

/** The values of guesses by a measure. @type {(game: Game, left: Left, scores: Block, n: number, name: string) => Block} */
function valuesOf(game, left, scores, n, name) {
  const [{ bits, texts }, into] = [game.rule, room(I64, n)];
  if (game.noise && name === "entropy") {
    const [, answered, lost] = partsOf(game, left, scores, n);
    call("value_heard", n, texts.length, answered, /** @type {Block} */ (lost), into);
    return into;
  }
  const scratch = [room(Int32Array, BLOCK * texts.length), room(I64, BLOCK * texts.length)];
  const rows = put(I64, [...left.keys()]);
  call(`values_${bits}`, left.length, rows, n, n, texts.length, scores, worthOf(game, left, name), ...scratch, into);
  return into;
}

/** What a guess is worth by a measure, as worth_t has it. @type {(game: Game, left: Left, name: string) => Block} */
function worthOf(game, left, name) {
  const [measure, highest, weighed] = name === "boards" ? [ON_BOARDS, 0, 1] : game.measures[name];
  const costs = room(I64, left.length + 1);
  call("costs", measure, costs.length, costs);
  return struct([highest, game.weights ? weighed : 0], [costs, weightsOf(game, left)]);
}

/** The values of guesses by measures: for each of these an array. */
/** @type {(game: Game, left: Left, guesses: number[], names: string[]) => BigInt64Array[]} */
export function values(game, left, guesses, names) {
  const [kinds, first] = alike(game, left, guesses);
  const all = names.map(() => new I64(first.length));
  const step = Math.ceil(Math.min(AT_ONCE / left.length, AT_ONCE / 16 / game.rule.texts.length));
  for (let start = 0; start < first.length; start += step)
    within(() => {
      const some = first.slice(start, start + step);
      const scores = game.scores(left, some);
      for (const [i, name] of names.entries()) all[i].set(valuesOf(game, left, scores, some.length, name).view, start);
    });
  return kinds ? all.map((some) => I64.from(kinds, (kind) => some[kind])) : all;
}

/** Before the first turn codes differ only by how often their symbols are repeated. */
/** @type {(game: Game, left: Left, guesses: number[]) => [kinds: number[] | null, first: number[]]} */
function alike(game, left, guesses) {
  if (game.rule.ofWords || game.table || game.whole || left.length < game.secrets.length) return [null, guesses];
  /** @type {Map<string, number>} */
  const classes = new Map();
  const times = (/** @type {Uint16Array} */ word) => word.map((sign) => word.filter((other) => other === sign).length);
  const keys = guesses.map((guess) => times(game.letters(guess)).sort().join());
  const first = guesses.filter((_, i) => !classes.has(keys[i]) && classes.set(keys[i], classes.size));
  return [keys.map((key) => /** @type {number} */ (classes.get(key))), first];
}

/** What a guess is worth, as jotto.Advice says it; it need not be listed. */
/** @type {(game: Game, left: Left, guess: string) => Advice} */
export function measured(game, left, guess) {
  return within(() => advised(game, guess, partsOf(game, left, game.scoresOf(guess, left), 1)));
}

/** What it is worth by the sizes of its parts. @type {(game: Game, guess: string, sizes: number[]) => Advice} */
export function ofSizes(game, guess, sizes) {
  return within(() => {
    const parts = put(I64, sizes);
    return advised(game, guess, [parts, parts, null]);
  });
}

/** @type {(game: Game, guess: string, measures: Parts) => Advice} */
function advised(game, guess, measures) {
  const numbers = room(Float64Array, 6);
  call("advise", 1, game.rule.texts.length, ...measures, numbers);
  const [candidate, bits, expectedLeft, worstLeft, parts, chance] = numbers.view;
  return { guess, candidate: candidate > 0, bits, expectedLeft, worstLeft, parts, chance };
}

// --- the guesses that may be made, and the best of them -------------------------------------------

/** @type {(game: Game, left: Left, options?: Options) => number[]} */
export function allowed(game, left, { allow = "all", avoid = [], turns = [] } = {}) {
  let all = game.every;
  if (allow === "candidates") all = game.guessesOf(left).sort((a, b) => a - b);
  if (allow === "hard") for (const turn of turns) all = all.filter((guess) => follows(game, guess, turn));
  if (!avoid.length) return all;
  const avoided = new Set(avoid);
  const rest = all.filter((guess) => !avoided.has(game.guesses[guess]));
  const useful = rest.some((guess) => candidatesOf(game, left)[guess]) || tellsApart(game, left, rest);
  return useful ? rest : all;
}

/** @type {(game: Game, left: Left, guesses: number[]) => boolean} */
const tellsApart = (game, left, guesses) => values(game, left, guesses, ["most-parts"])[0].some((value) => value < -1n);

/** Whether a guess uses the hints of a coloured score. @type {(game: Game, guess: number, turn: Turn) => boolean} */
function follows(game, guess, turn) {
  const [word, numbers, marks] = [game.letters(guess), game.numbers(turn.guess), game.rule.texts[turn.code]];
  const revealed = numbers.filter((_, place) => marks[place] !== "B");
  /** @type {(letters: ArrayLike<number>, letter: number) => number} */
  const times = (letters, letter) => Array.from(letters).filter((other) => other === letter).length;
  return (
    numbers.every((letter, place) => marks[place] !== "G" || word[place] === letter) &&
    revealed.every((letter) => times(word, letter) >= times(revealed, letter))
  );
}

/** Which guesses are candidates. @type {(game: Game, left: Left) => Uint8Array} */
export function candidatesOf(game, left) {
  const mask = new Uint8Array(game.guesses.length);
  for (const secret of left) mask[game.guessOf[secret]] = 1;
  return mask;
}

/** @type {(game: Game, left: Left) => number[]} */
export const likely = (game, left) => game.guessesOf(Uint32Array.from(game.ordered(left.toSorted())));

/** Order guesses: the smallest values, then candidates, then the earliest. */
/** @type {(guesses: number[], columns: ArrayLike<number | bigint>[], top: number) => number[]} */
function ordered(guesses, columns, top) {
  /** @type {(a: number, b: number) => number} */
  const before = (a, b) => {
    for (const column of columns) if (column[a] !== column[b]) return column[a] < column[b] ? -1 : 1;
    return guesses[a] - guesses[b];
  };
  if (!top || top >= guesses.length) return [...guesses.keys()].sort(before).map((place) => guesses[place]);
  /** @type {number[]} */
  const best = [];
  for (const place of guesses.keys()) {
    if (best.length === top && before(place, best[top - 1]) > 0) continue;
    best.splice(best.findIndex((b) => before(place, b) < 0) >>> 0, 0, place);
    best.length = Math.min(best.length, top);
  }
  return best.map((place) => guesses[place]);
}

/**
 * Give `use` a function that plays a strategy out by the core, at positions without a planned guess: how many guesses
 * each secret takes, at the places of `left`. None if something besides one measure decides.
 * @type {<T>(game: Game, options: Options, use: (play: ((left: Left) => number[]) | null) => T) => T}
 */
export function playing(game, { measure = "entropy", allow = "all", avoid = [] }, use) {
  const { rule, secrets, guesses } = game;
  const ascending = game.guessOf.every((guess, i) => !i || guess > game.guessOf[i - 1]);
  if (allow !== "all" || avoid.length || !game.measures[measure] || game.table || !ascending) return use(null);
  return within(() => {
    const worth = worthOf(game, game.everything, measure);
    const sizes = [secrets.length, guesses.length, rule.texts.length];
    const places = [put(I64, game.guessOf), put(I64, game.secretOf)];
    const given = [...sizes, game.scores(game.everything, game.every), worth, ...places];
    const scratch = room(Uint8Array, call("lengths_scratch", ...sizes));
    return use((left) =>
      within(() => {
        const into = room(I64, secrets.length);
        call(`lengths_${rule.bits}`, ...given, left.length, put(I64, left), 0, null, scratch, into);
        const { view } = into;
        return Array.from(left, (secret) => Number(view[secret]));
      }),
    );
  });
}

/** Whether so many guesses are valued on all candidates. @type {(game: Game, left: Left, n: number) => boolean} */
function allValued(game, left, n) {
  const whole = (game.guesses.length * game.secrets.length * game.rule.bits) / 8 <= LARGEST_MATRIX;
  return n * left.length <= (whole ? LARGEST_MATRIX : MOST_VALUED);
}

/** So many of n indices, as far apart as they can be. @type {(n: number, size: number) => number[]} */
export const spread = (n, size) => range(Math.min(n, size)).map((i) => Math.floor((i * n) / Math.min(n, size)));

/** The guesses that are tried: all that may be made, or where they are many a sample. */
/** @type {(game: Game, left: Left, may: number[]) => number[]} */
function drawn(game, left, may) {
  const most = MOST_SAMPLED / LEAST_SAMPLE;
  if (allValued(game, left, may.length) || may.length <= most) return may;
  const candidates = spread(left.length, most / 2).map((i) => game.guessOf[left[i]]);
  const some = new Set([...candidates, ...spread(game.guesses.length, most / 2 + 1)]);
  return may.filter((guess) => some.has(guess));
}

/** How many guesses are tried on a sample of the candidates; 0: all, on all. @type {(game: Game, left: Left) => number} */
export const tried = (game, left) =>
  allValued(game, left, game.guesses.length) ? 0 : drawn(game, left, game.every).length;

/** The best of many guesses by a sample of the candidates. */
/** @type {(game: Game, left: Left, may: number[], names: string[], top: number) => number[]} */
function promising(game, left, may, names, top) {
  const guesses = drawn(game, left, may);
  if (allValued(game, left, guesses.length)) return guesses;
  const size = Math.max(Math.floor(MOST_SAMPLED / guesses.length), LEAST_SAMPLE);
  const some = left.length <= size || game.noise ? left : Uint32Array.from(spread(left.length, size), (i) => left[i]);
  const keep = Math.max(top, Math.floor(MOST_SAMPLED / left.length));
  return ordered(guesses, values(game, some, guesses, names), 0)
    .slice(0, keep)
    .sort((a, b) => a - b);
}

/** The best guesses (indices) in order; Strategy._by_measure. @type {(game: Game, left: Left, options: Options) => number[]} */
function ranked(game, left, options) {
  const { measure = "entropy", top = 10 } = options;
  const [may, possible] = [allowed(game, left, options), candidatesOf(game, left)];
  const candidates = may.filter((guess) => possible[guess]);
  if (measure === "simple")
    return [candidates.length ? candidates[0] : -greatest(likely(game, left).map((guess) => -guess))];
  const first = left.length > FEW_LEFT ? [] : likely(game, left).filter((guess) => candidates.includes(guess));
  if (first.length >= top) return first.slice(0, top);
  const [names, most] = [measure.split("+"), top && top + first.length];
  const some = promising(game, left, may, names, most);
  const rest = ordered(some, [...values(game, left, some, names), some.map((g) => 1 - possible[g])], most);
  return [...first, ...rest.filter((guess) => !first.includes(guess))].slice(0, top);
}

/** The best guesses by a measure, as `jotto suggest` lists them. */
/** @type {(game: Game, left: Left, options?: Options) => Advice[]} */
export const rank = (game, left, options = {}) =>
  ranked(game, left, options).map((guess) => measured(game, left, game.guesses[guess]));

/** The guess (a word) that the strategy makes: of the book or tree, else by its measure. */
/** @type {(game: Game, left: Left, options?: Options) => string} */
export function best(game, left, options = {}) {
  const planned = options.book === false ? -1 : game.planned(options.turns || []);
  if (planned >= 0 && allowed(game, left, options).includes(planned)) return game.guesses[planned];
  return game.guesses[ranked(game, left, { ...options, top: 1 })[0]];
}

// --- several boards, see jotto/engine/boards.py ---------------------------------------------------

/** What a guess is worth on some boards. @type {(game: Game, lefts: Left[], guess: string) => Advice} */
export function together(game, lefts, guess) {
  const boards = lefts.map((left) => measured(game, left, guess));
  const all = (/** @type {"bits" | "expectedLeft" | "worstLeft" | "parts" | "chance"} */ name) =>
    sum(boards.map((advice) => advice[name]));
  const [bits, expectedLeft, worstLeft] = [all("bits"), all("expectedLeft"), all("worstLeft")];
  const candidate = boards.some((advice) => advice.candidate);
  return { guess, candidate, bits, expectedLeft, worstLeft, parts: all("parts"), chance: all("chance") };
}

/** The best guesses (words) on boards with some candidates, the fewest first. */
/** @type {(game: Game, lefts: Left[], options: Options) => string[]} */
export function rankOn(game, lefts, options) {
  const { measure = "entropy", top = 10 } = options;
  if (!lefts.length) throw new Wrong("all boards are found; nothing is left to guess");
  if (measure === "simple") return [best(game, lefts[0], { ...options, book: false })];
  const may = new Set(lefts.flatMap((left) => allowed(game, left, options)));
  const [sure, other] = [new Int32Array(game.guesses.length), new Uint8Array(game.guesses.length).fill(1)];
  for (const left of lefts) for (const secret of left) other[game.guessOf[secret]] = 0;
  for (const left of lefts) if (left.length === 1) sure[game.guessOf[left[0]]]--;
  const columns = [sure, ...measure.split("+").map((name) => summed(game, lefts, name)), other];
  const order = ordered(game.every, columns, game.every.length).filter((guess) => may.has(guess));
  const many = lefts.reduce((all, left) => all * left.length, 1);
  const ends = order.length === game.guesses.length && many <= AHEAD && lefts[0].length > 1;
  const first = ends ? [bestAhead(game, lefts, order)] : [];
  const all = [...first, ...order.filter((guess) => !first.includes(guess))];
  return all.slice(0, top).map((guess) => game.guesses[guess]);
}

/** What each guess leaves, minus its chances of a hit, summed over boards. */
/** @type {(game: Game, lefts: Left[], name: string) => BigInt64Array} */
function summed(game, lefts, name) {
  const [byBits, sums] = [name === "entropy", /** @type {Map<string, BigInt64Array>} */ (new Map())];
  const weighed = game.weights && game.measures[name][2] ? 1 : 0;
  for (const left of lefts.filter((candidates) => !sums.has(candidates.join()))) {
    const [of] = values(game, left, game.every, [byBits ? "boards" : name]);
    within(() => {
      const [into, guesses] = [room(I64, of.length), put(I64, game.guessesOf(left))];
      const given = [of.length, put(I64, of), left.length, guesses, weightsOf(game, left)];
      call("add_board", Number(byBits), weighed, ...given, into);
      sums.set(left.join(), into.view.slice());
    });
  }
  const boards = lefts.map((left) => /** @type {BigInt64Array} */ (sums.get(left.join())));
  return I64.from(game.every, (guess) => boards.reduce((total, board) => total + board[guess], 0n));
}

/** The guess that ends the games soonest: of the candidates and the best others. */
/** @type {(game: Game, lefts: Left[], order: number[]) => number} */
function bestAhead(game, lefts, order) {
  const [rows, starts] = [Uint32Array.from(lefts.flatMap((left) => [...left])), [0]];
  for (const left of lefts) starts.push(starts[starts.length - 1] + left.length);
  const candidates = game.guessesOf(rows);
  let extra = 0;
  const tried = order.filter((guess) => candidates.includes(guess) || extra++ < TRIED);
  return within(() => {
    const codes = tried.flatMap((guess) => game.codes(game.guesses[guess], rows));
    const sets = lefts.map((_, board) => (1n << BigInt(starts[board + 1])) - (1n << BigInt(starts[board])));
    const places = candidates.map((guess) => tried.indexOf(guess));
    const numbers = [
      lefts.length,
      rows.length,
      tried.length,
      game.rule.win,
      Number(new Set(candidates).size === candidates.length),
    ];
    const arrays = [put(I64, sets), weightsOf(game, rows), put(I64, places), put(Uint16Array, codes)];
    return tried[call("best_on_boards", struct(numbers, [...arrays, room(I64, 3 * MEMORY)]))];
  });
}
