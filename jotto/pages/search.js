// A search to the end of the game for few candidates: the tree of least total, as jotto.solve finds it, by the search
// of the core. See jotto/search/lookahead.py.
import { Block, I64, call, put, room, struct, within } from "./core.js";
import { likely, range } from "./game.js";

/** @import { Game } from "./game.js" */
/** @typedef {{ guess: string, total: number, worst: number, mean: number, proved: boolean }} Lookahead */
/** @typedef {[low: number, high: number, guess: number]} Verdict */

const [FEWEST, MOST] = [3, 30]; // candidates
const [STRIP, GROUP, LEVELS, SLOTS, BLOCK, PLANAR] = [64, 8, 8, 64, 512, 32]; // see core.h
const [NEVER, ROWS, NARROW] = [2 ** 60, 1 << 16, 2]; // rows of the table; guesses of the beam that comes first
const GOLDEN = 0x9e3779b97f4a7c15n;

/**
 * The tree of least total, of guesses times weights; null if there are too few or too many candidates.
 * @type {(game: Game, left: Uint32Array, options?: { allow?: string }) => Lookahead | null}
 */
export function solve(game, left, { allow = "all" } = {}) {
  if (left.length < FEWEST || left.length > MOST || allow === "hard" || game.noise) return null;
  return within(() => new Search(game, left, allow === "candidates").result());
}

/** @type {(one: number, other: number) => number} */
const divisor = (one, other) => (other ? divisor(other, one % other) : one);

/** Numbers that look random (Steele, Lea, Flood 2014). @type {(n: number) => bigint[]} */
const randoms = (n) =>
  range(n).map((i) => {
    let number = BigInt.asUintN(64, BigInt(i + 1) * GOLDEN);
    number = BigInt.asUintN(64, (number ^ (number >> 30n)) * 0xbf58476d1ce4e5b9n);
    number = BigInt.asUintN(64, (number ^ (number >> 27n)) * 0x94d049bb133111ebn);
    return BigInt.asIntN(64, number ^ (number >> 31n));
  });

class Search {
  /** @param {Game} game @param {Uint32Array} left @param {boolean} own only candidates are guessed */
  constructor(game, left, own) {
    const order = likely(game, left);
    this.candidates = Uint32Array.from(order, (guess) => game.secretOf[guess]);
    this.guesses = own ? order : [...order, ...game.every.filter((guess) => !order.includes(guess))];
    this.game = game;
    this.rule = game.rule;
    this.n = order.length;
    this.own = own;
    const weights = Array.from(this.candidates, (secret) => game.weight(secret));
    this.unit = weights.reduce(divisor);
    this.weights = weights.map((weight) => weight / this.unit);
    this.fields = this.arrays();
    this.beam = this.problem(NARROW, [1, 2]);
    this.exact = this.problem(this.guesses.length, [0, 0]);
    const found = [0];
    while (found.length <= LEVELS) found.push(Math.min(this.n, 1 + this.rule.win * found[found.length - 1]));
    this.found = room(I64, found.length);
    call(`bound_guesses_${this.rule.bits}`, this.exact, ...this.all, put(I64, found), null, 0, this.found);
  }

  /** All candidates, and the choice of any guess. */
  get all() {
    return this.set(range(this.n));
  }
  /** @type {(members: number[]) => [n: number, members: Block, nChoice: number, choice: Block]} */
  set(members) {
    return [members.length, put(I64, members), 2, room(I64, 2)];
  }

  /** What both searches use, as problem_t has it. */
  arrays() {
    const { n, guesses, rule, game } = this;
    const [many, codes] = [guesses.length, rule.texts.length];
    const stride = STRIP * (Math.ceil(many / STRIP) | 1);
    const [bySecret, columns] = [room(rule.type, (n + 1) * stride), room(rule.type, many * n)];
    bySecret.view.fill(rule.win);
    within(() => {
      const { view } = game.scores(this.candidates, guesses);
      for (const row of range(n)) bySecret.view.set(view.subarray(row * many, (row + 1) * many), row * stride);
      columns.view.set(range(many * n).map((at) => view[(at % n) * many + Math.floor(at / n)]));
    });
    const even = this.weights.every((weight) => weight === 1);
    const planar = even && codes <= PLANAR;
    const planes = Math.max(3, 32 - Math.clz32(n));
    const memory = new Block(Uint8Array, 8 * n * (3 * stride + 6 * (n + 1)));
    const numbers = [n, many, codes, stride, n, Number(even), Number(planar), Number(this.own), 0, ROWS, planes];
    const logs = room(I64, n + 1);
    call("n_log2_n", n + 1, logs);
    const hash = put(I64, randoms(4 * (n + 1)));
    const scratch = [
      room(I64, 3 * stride), // by_guess
      null, // varieties, of large sets
      room(I64, 2 * SLOTS),
      room(Uint32Array, n + GROUP), // rows_of
      room(Uint8Array, planar ? stride * planes * Math.ceil(rule.win / 8) : 0),
      room(Uint32Array, stride), // overfull
      room(Uint8Array, stride), // kinds
      room(Uint8Array, stride), // twins
      room(Uint16Array, stride), // pairs
      room(Int32Array, BLOCK * codes), // counts
      room(I64, BLOCK * codes), // heavy
      room(I64, n + 1), // costs
      room(I64, 6 * codes), // by_code
      memory,
    ];
    const table = room(I64, 5 * ROWS);
    const given = { bySecret, columns, weights: put(I64, this.weights), hash, logs, table, stop: room(Uint8Array, 1) };
    return { ...given, numbers: [...numbers, memory.length, 0, 0, 0, 0], scratch };
  }

  /** A problem_t: so many guesses are tried for a set. @type {(width: number, salt: number[]) => Block} */
  problem(width, salt) {
    const { bySecret, columns, weights, hash, logs, table, stop, numbers, scratch } = this.fields;
    const widths = room(I64, this.n + 1);
    widths.view.fill(BigInt(width));
    const hints = [null, null, null];
    const before = [bySecret, columns, weights, hash, put(I64, salt), ...hints, widths, null, logs, table, stop];
    return struct(numbers, [...before, ...scratch]);
  }

  /** What is known of a set, of which the guess is -1 if it was not searched. */
  /** @type {(problem: Block, members: number[], most: number) => Verdict} */
  verdict(problem, members, most) {
    return within(() => {
      const into = room(I64, 3);
      call(`quick_bounds_${this.rule.bits}`, problem, ...this.set(members), most, this.found, into);
      return /** @type {Verdict} */ (Array.from(into.view, Number));
    });
  }

  /** Search a set for a total below a limit. @type {(problem: Block, members: number[], limit: number, most: number) => number} */
  least(problem, members, limit, most) {
    const given = [...this.set(members), limit, most, most];
    return within(() => call(`least_${this.rule.bits}`, problem, ...given, this.found, 0, null));
  }

  /** The guess, the total and the longest game of the best tree for a set. */
  /** @type {(problem: Block, members: number[], most: number) => [guess: number, total: number, worst: number]} */
  tree(problem, members, most) {
    let [low, high, guess] = members.length > 2 ? this.verdict(problem, members, most) : [0, 0, members[0]];
    if (low < high) {
      this.least(problem, members, NEVER, most); // what was found was replaced in the table
      [low, high, guess] = this.verdict(problem, members, most);
    }
    let [total, worst] = [members.reduce((sum, i) => sum + this.weights[i], 0), 1];
    const { view } = this.fields.bySecret;
    const codes = members.map((i) => view[i * this.fields.numbers[3] + guess]);
    for (const code of new Set(codes)) {
      if (code === this.rule.win) continue;
      const [, more, longest] = this.tree(
        problem,
        members.filter((_, i) => codes[i] === code),
        most - 1,
      );
      [total, worst] = [total + more, Math.max(worst, longest + 1)];
    }
    return [guess, total, worst];
  }

  /** @returns {Lookahead | null} */
  result() {
    const { n, game, unit } = this;
    const everything = range(n);
    /** @type {(problem: Block, limit: number) => [guess: number, total: number, worst: number] | null} */
    const searched = (problem, limit) => {
      this.least(problem, everything, limit, n);
      return this.verdict(problem, everything, n)[2] < 0 ? null : this.tree(problem, everything, n);
    };
    const first = searched(this.beam, NEVER);
    const second = searched(this.exact, first ? first[1] : NEVER);
    const better = !second || (first && (first[1] - second[1] || first[2] - second[2]) <= 0) ? first : second;
    if (!better) return null;
    const [guess, total, worst] = better;
    const [low] = this.verdict(this.exact, everything, n);
    const mean = (total * unit) / game.weigh(this.candidates);
    return { guess: game.guesses[this.guesses[guess]], total: total * unit, worst, mean, proved: low >= total };
  }
}
