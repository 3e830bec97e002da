// A search to the end of the game for few candidates: the tree of least total, as jotto.solve finds
// it, by branch and bound with a table of sets. Python's has other bounds; totals are the same.
import { eachGuess, likely, range, raw } from "./engine.js";

export const MOST = 30; // candidates; each is a bit of a number

// The tree of least total, of guesses times weights; {guess, total, worst, mean, proved, tree}, or
// null if there are too few or too many candidates, or the time is over before any tree is found.
export function solve(game, left, { seconds = 30, allow = "all" } = {}) {
  if (left.length < 3 || left.length > MOST || allow === "hard") return null;
  return new Search(game, left, allow === "candidates", performance.now() + 1000 * seconds).result();
}

class Search {
  constructor(game, left, own, until) {
    const order = likely(game, left);
    Object.assign(this, { game, own, until, n: order.length, stopped: false, table: new Map() });
    this.candidates = order.map((guess) => game.secretOf[guess]);
    this.weights = this.candidates.map((secret) => game.weight(secret));
    this.guesses = [];
    const rows = [];
    const known = new Set();
    const others = own ? [] : range(game.guesses.length).filter((guess) => !order.includes(guess));
    eachGuess(game, this.candidates, [...order, ...others], (guess, sums) => {
      const codes = this.candidates.map((_, i) => game.rule.codeOf[raw(sums, game.rule.lanes, i)]);
      const names = new Map();
      const parts = codes.map((code) => names.get(code) ?? names.set(code, names.size).size - 1).join();
      if (!order.includes(guess) && (known.has(parts) || names.size === 1)) return; // tells no more than another
      known.add(parts);
      this.guesses.push(guess);
      rows.push(...codes);
    });
    this.codes = Uint16Array.from(rows);
    this.seen = new Int32Array(game.rule.nCodes);
    this.parts = new Int32Array(game.rule.nCodes);
    this.stamp = 0;
  }

  members(set) {
    const found = [];
    for (let rest = set; rest; rest &= rest - 1) found.push(31 - Math.clz32(rest & -rest));
    return found;
  }

  // No tree of a set has a lower total: the likeliest is found by the first guess, others by the second.
  floor(set) {
    const members = this.members(set);
    return members.reduce((total, i) => total + 2 * this.weights[i], -this.weights[members[0]]);
  }

  // Each guess that may lead to a total below a limit, with a bound, the most promising first.
  promising(set, limit) {
    const {
      n,
      codes,
      seen,
      weights,
      game: {
        rule: { win },
      },
    } = this;
    const members = this.members(set);
    const whole = members.reduce((total, i) => total + weights[i], 0);
    const found = [];
    for (let g = 0; g < this.guesses.length; g++) {
      if (this.own && (g >= n || !((set >> g) & 1))) continue;
      const stamp = ++this.stamp;
      let [bound, parts, row] = [whole, 0, g * n];
      for (const i of members) {
        const code = codes[row + i];
        if (seen[code] !== stamp)
          [seen[code], bound, parts] = [stamp, bound + (code === win ? 0 : weights[i]), parts + 1];
        else bound += 2 * weights[i];
      }
      if (bound < limit && parts > 1) found.push([bound, g]);
    }
    return found.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  }

  split(set, g) {
    const [{ win }, parts] = [this.game.rule, new Map()];
    for (const i of this.members(set)) {
      const code = this.codes[g * this.n + i];
      if (code !== win) parts.set(code, (parts.get(code) || 0) | (1 << i));
    }
    return parts;
  }

  // The least total of a set if it is below a limit, else a bound that is not.
  least(set, limit) {
    const floor = this.floor(set);
    if (!(set & (set - 1) & ((set & (set - 1)) - 1))) return floor; // at most two
    let known = this.table.get(set);
    if (!known) this.table.set(set, (known = { low: floor, total: Infinity, guess: -1 }));
    if (known.low >= Math.min(limit, known.total)) return known.low;
    if (performance.now() > this.until) this.stopped = true;
    let [total, guess] = [known.total, known.guess];
    let refuted = Infinity;
    const tried = this.promising(set, Math.min(limit, total));
    for (const [bound, g] of tried) {
      const aim = Math.min(limit, total);
      if (this.stopped || bound >= aim || total <= known.low) break;
      const parts = [...this.split(set, g).values()].filter((part) => part & (part - 1));
      const lows = parts.map((part) => Math.max(this.floor(part), this.table.get(part)?.low || 0));
      let sum = bound + parts.reduce((more, part, i) => more + lows[i] - this.floor(part), 0);
      for (let i = 0; i < parts.length && sum < aim; i++) sum += this.least(parts[i], aim - sum + lows[i]) - lows[i];
      if (this.stopped && sum < aim && !this.whole(set, g)) break;
      if (sum < aim) [total, guess] = [sum, g];
      else refuted = Math.min(refuted, sum);
    }
    if (!this.stopped) known.low = Math.max(known.low, Math.min(total, limit, refuted));
    Object.assign(known, { total, guess });
    return guess < 0 || total >= limit ? Math.max(known.low, this.stopped ? limit : 0) : total;
  }

  whole(set, g) {
    return [...this.split(set, g).values()].every(
      (part) => !(part & (part - 1) & ((part & (part - 1)) - 1)) || (this.table.get(part)?.guess ?? -1) >= 0,
    );
  }

  tree(set) {
    const members = this.members(set);
    const g = members.length < 3 ? members[0] : this.table.get(set).guess;
    return {
      guess: this.game.guesses[this.guesses[g]],
      below: Object.fromEntries([...this.split(set, g)].map(([code, part]) => [code, this.tree(part)])),
    };
  }

  result() {
    const every = (2 ** this.n - 1) | 0;
    this.least(every, Infinity);
    const { low, total, guess } = this.table.get(every);
    if (guess < 0) return null;
    const tree = this.tree(every);
    const lengths = Array.from(this.candidates, (secret) => lengthIn(this.game, tree, this.game.secrets[secret]));
    const plain = lengths.reduce((sum, length) => sum + length, 0);
    return {
      guess: tree.guess,
      total: plain,
      weightedTotal: total,
      mean: total / this.game.weigh(this.candidates),
      worst: Math.max(...lengths),
      proved: !this.stopped && low >= total,
      tree,
    };
  }
}

function lengthIn(game, tree, secret) {
  const code = game.code(tree.guess, secret);
  return code === game.rule.win ? 1 : 1 + lengthIn(game, tree.below[code], secret);
}
