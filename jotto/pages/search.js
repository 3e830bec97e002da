// A search to the end of the game for few candidates: the tree of least total, as jotto.solve finds it, by the search
// of the core. See jotto/search/lookahead.py.
import { Block, I64, call, put, room, struct, within } from "./core.js";
import { likely, range } from "./game.js";
import { sum } from "./text.js";

/** @import { Game } from "./game.js" */
/** @typedef {{ guess: string, total: number, worst: number, mean: number, proved: boolean }} Lookahead */
/** @typedef {[low: number, high: number, guess: number]} Verdict */

const [FEWEST, MOST] = [3, 30]; // candidates
const [STRIP, LEVELS, FILLED] = [64, 8, 23]; // the last: arrays that the core fills, see core.h
const [NEVER, ROWS, NARROW] = [2 ** 60, 1 << 16, 2]; // rows of the table; guesses of the beam that comes first
const GOLDEN = 0x9e3779b97f4a7c15n;

/**
 * The tree of least total, of guesses times weights; null if there are too few or too many candidates.
 * @type {(game: Game, left: Uint32Array, options?: { allow?: string }) => Lookahead | null}
 */
export function solve(game, left, { allow = "all" } = {}) {
  if (left.length < FEWEST || left.length > MOST || allow === "hard" || game.noise) return null;
  return within(() => new TreeSearch(game, left, allow === "candidates").result());
}

/** @type {(a: number, b: number) => number} */
const divisor = (a, b) => (b ? divisor(b, a % b) : a);

/** Numbers that look random (Steele, Lea, Flood 2014). @type {(n: number) => bigint[]} */
const randoms = (n) =>
  range(n).map((i) => {
    let number = BigInt.asUintN(64, BigInt(i + 1) * GOLDEN);
    number = BigInt.asUintN(64, (number ^ (number >> 30n)) * 0xbf58476d1ce4e5b9n);
    number = BigInt.asUintN(64, (number ^ (number >> 27n)) * 0x94d049bb133111ebn);
    return BigInt.asIntN(64, number ^ (number >> 31n));
  });

class TreeSearch {
  /** @param {Game} game @param {Uint32Array} left @param {boolean} own only candidates are guessed */
  constructor(game, left, own) {
    const order = likely(game, left);
    this.candidates = Uint32Array.from(order, (guess) => game.secretOf[guess]);
    this.guesses = own ? order : [...order, ...game.every.filter((guess) => !order.includes(guess))];
    this.game = game;
    this.rule = game.rule;
    this.n = order.length;
    this.own = own;
    const weights = game.weightsOf(this.candidates);
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
    const memory = new Block(Uint8Array, 8 * n * (3 * stride + 6 * (n + 1)));
    const numbers = [n, many, codes, stride, n, Number(this.own), 0, ROWS, memory.length, ...Array(7).fill(0)];
    const read = [bySecret, columns, put(I64, this.weights), put(I64, randoms(4 * (n + 1)))];
    return { bySecret, stride, numbers, memory, read, table: room(I64, 5 * ROWS), stop: room(Uint8Array, 1) };
  }

  /** A problem_t: so many guesses are tried for a set. @type {(width: number, salt: number[]) => Block} */
  problem(width, salt) {
    const { numbers, memory, read, table, stop } = this.fields;
    const widths = put(I64, Array(this.n + 1).fill(width));
    const given = [...read, put(I64, salt), null, null, null, null, widths, null, table, stop, memory];
    const made = struct(numbers, [...given, ...Array(FILLED).fill(null)]);
    call("set_up", made, new Block(Uint8Array, call("set_up", made, null)));
    return made;
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
    let [total, worst] = [sum(members.map((i) => this.weights[i])), 1];
    const { view } = this.fields.bySecret;
    const codes = members.map((i) => view[i * this.fields.stride + guess]);
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
