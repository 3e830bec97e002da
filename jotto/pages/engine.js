// The engine of the page in one file: candidates, advice, a search to the end, single mistakes, the
// review. A twin of jotto/engine, jotto/search and jotto/assistant: values are the same integers,
// ties go the same way. tests/web/test_page_engine.py compares them. What is not here: unlisted words.

// --- logarithms and tables ------------------------------------------------------------------------

const BIT = 2 ** 32; // the unit of entropy
const ROOT = Math.SQRT1_2;
const PER_BIT = 2 / Math.LN2;
const SERIES = [19, 17, 15, 13, 11, 9, 7, 5, 3, 1].map((k) => 1 / k);
const EXACT = 2 ** 53;
const HALVES = 1.5 * 2 ** 52; // adding and subtracting it rounds a number to the nearest, halves to even
const bits = new DataView(new ArrayBuffer(8));

// The base 2 logarithm of a whole number, rounded alike in every browser; measures.py: logarithms.
export function logarithm(number) {
  bits.setFloat64(0, number);
  const high = bits.getUint32(0);
  const power = (high >>> 20) - 1022;
  bits.setUint32(0, (high & 0xfffff) | 0x3fe00000);
  const share = bits.getFloat64(0);
  const part = (share - ROOT) / (share + ROOT);
  const square = part * part;
  let total = 0;
  for (const coefficient of SERIES) total = total * square + coefficient;
  return total * part * PER_BIT + (power - 0.5);
}

const rounded = (number) => number + HALVES - HALVES;
let logs = new Float64Array(2);

// n log2 n for n = 0 .. largest in units of 2**-32 bits, from one rounded logarithm per prime.
export function nLog2N(largest) {
  if (logs.length <= largest) {
    const stop = 2 * largest + 2;
    logs = new Float64Array(stop);
    for (let prime = 2; prime < stop; prime++) {
      if (logs[prime]) continue;
      const log = rounded(logarithm(prime) * BIT);
      for (let power = prime; power < stop; power *= prime) for (let n = power; n < stop; n += power) logs[n] += log;
    }
    logs = logs.map((log, n) => log * n);
  }
  return logs;
}

// --- rules ----------------------------------------------------------------------------------------

const range = (n) => Array.from({ length: n }, (_, i) => i);

const KINDS = {
  "exact-elsewhere": (length) => {
    const raws = range(length + 1).flatMap((exact) => range(length + 1 - exact).map((other) => [exact, other]));
    const can = raws.filter(([exact, other]) => exact !== length - 1 || other !== 1);
    return { texts: can.map(String), raws: can.map(([exact, other]) => 17 * exact + other) };
  },
  jots: (length) => ({ texts: [...range(length + 1).map(String), "win"], raws: [...range(length + 1), 17 * length] }),
  colours: (length) => {
    const texts = range(length).reduce((all) => all.flatMap((text) => ["B", "Y", "G"].map((mark) => text + mark)), [""]);
    return { texts, raws: range(texts.length) };
  },
};

class Rule {
  constructor(length, { kind, counts, coloured }) {
    Object.assign(this, { kind, counts, coloured, length, tiles: kind === "colours", ...KINDS[kind](length) });
    this.nCodes = this.n_codes = this.texts.length;
    this.win = this.nCodes - 1;
    this.lanes = this.nCodes > 256 ? 2 : 4; // scores that are added up at once in 32 bits
    this.codeOf = new Uint16Array(65536);
    if (kind === "jots") for (let raw = 0; raw < 256; raw++) this.codeOf[raw] = raw % 16; // places do not count
    for (const [code, raw] of this.raws.entries()) this.codeOf[raw] = code;
    this.raws = range(65536).filter((raw) => this.isRaw(raw));
  }

  isRaw(raw) {
    if (this.tiles) return raw < this.nCodes;
    const [exact, common] = [raw >> 4, raw & 15];
    return exact <= common && common <= this.length;
  }

  // Code points of one letter for each place; raw: 16 x in place + in common, or base 3 digits.
  raw(guess, secret) {
    const { length } = this;
    const open = secret.slice();
    let [exact, common, digits] = [0, 0, 0];
    for (let i = 0; i < length; i++) if (guess[i] === secret[i]) open[i] = -1;
    for (let i = 0; i < length; i++) {
      const hit = guess[i] === secret[i];
      const at = hit ? -1 : open.indexOf(guess[i]);
      if (at >= 0) open[at] = -1;
      exact += hit;
      common += hit || at >= 0;
      digits = 3 * digits + (hit ? 2 : at >= 0 ? 1 : 0);
    }
    return this.tiles ? digits : 16 * exact + common;
  }

  numbers(code) {
    const numbers = this.counts.length ? this.texts[code].split(",") : [];
    return numbers.every((n) => /^\d+$/.test(n)) ? numbers.map(Number) : [];
  }

  marks(code, length = this.length) {
    if (this.tiles) return this.texts[code];
    if (!this.counts.length || !this.counts.every((count) => count.mark)) return "";
    const numbers = this.numbers(code);
    const marks = this.counts.map((count, i) => count.mark.repeat(numbers[i] || 0)).join("");
    return code === this.win ? "G".repeat(length) : marks.padEnd(length, "B");
  }

  nearMisses(code) {
    const [text, numbers] = [this.texts[code], this.numbers(code)];
    if (code === this.win) return [];
    const near = new Set();
    const put = (some, i, one) => [...some.slice(0, i), one, ...some.slice(i + 1)];
    if (this.tiles) for (const i of range(text.length)) for (const mark of "BYG") near.add(put([...text], i, mark).join(""));
    else if (numbers.length) {
      near.add([...numbers].reverse().join());
      for (const [i, number] of numbers.entries()) for (const n of [number - 1, number + 1]) near.add(put(numbers, i, n).join());
    }
    return range(this.win).filter((other) => near.has(this.texts[other]) && this.texts[other] !== text);
  }
}

// --- games ----------------------------------------------------------------------------------------

// A game of the data that jotto/assistant/page.py writes.
export function load(data) {
  const points = [...data.words];
  const guesses = range(points.length / data.length).map((i) => points.slice(i * data.length, (i + 1) * data.length).join(""));
  const at = typeof data.secrets === "number" ? range(data.secrets) : data.secrets;
  const weights = data.weights && Float64Array.from([...data.weights.at].map((sign) => data.weights.values[parseInt(sign, 36)]));
  const plain = Array.isArray(data.weights) ? Float64Array.from(data.weights) : weights;
  return new Game({ ...data, guesses, at, weights: plain, rule: new Rule(data.length, data.rule) });
}

class Game {
  constructor(given) {
    Object.assign(this, given);
    const { guesses, at, length } = this;
    this.secrets = at.map((guess) => guesses[guess]);
    this.guessOf = Uint32Array.from(at);
    this.secretOf = new Int32Array(guesses.length).fill(-1);
    at.forEach((guess, secret) => { this.secretOf[guess] = secret; });
    this.everything = Uint32Array.from(range(at.length));
    this.places = new Map(guesses.map((word, i) => [word, i]));
    this.points = Uint32Array.from(guesses.flatMap((word) => spelt(word)));
    const alphabet = new Set(this.secrets.join(""));
    this.alphabet = [...alphabet].sort((one, other) => one.codePointAt(0) - other.codePointAt(0));
    this.rowsOf = new Uint32Array(guesses.length * length);
    this.keys = [];
    const known = new Map();
    for (let g = 0; g < guesses.length; g++) this.keysOf(g).forEach((key, i) => {
      if (!known.has(key)) known.set(key, this.keys.push(key)); // row 0 is empty
      this.rowsOf[g * length + i] = known.get(key);
    });
  }

  // Each letter of a guess with the mask of its places, once.
  keysOf(guess) {
    const word = this.letters(guess);
    const key = (letter, i) => (word.indexOf(letter) === i ? [letter * 1024 + word.reduce((mask, other, j) => mask | ((other === letter) << j), 0)] : []);
    return Array.from(word).flatMap(key);
  }

  letters(guess) { return this.points.subarray(guess * this.length, (guess + 1) * this.length); }
  find(word) { return this.places.get(word) ?? -1; }
  findSecret(word) { return this.places.has(word) ? this.secretOf[this.places.get(word)] : -1; }
  weight(secret) { return this.weights ? this.weights[secret] : 1; }
  weigh(left) { return left.reduce((total, secret) => total + this.weight(secret), 0); }
  code(guess, secret) { return this.rule.codeOf[this.rule.raw(spelt(guess), spelt(secret))]; }

  // The codes of a guess, which need not be listed, against some secrets.
  codes(guess, left) {
    const word = spelt(guess);
    return Array.from(left, (secret) => this.rule.codeOf[this.rule.raw(word, Array.from(this.letters(this.guessOf[secret])))]);
  }

  agreeing(turns, left = this.everything) {
    for (const { guess, code } of turns) {
      const codes = this.codes(guess, left);
      left = left.filter((_, i) => codes[i] === code);
    }
    return left;
  }

  // The parts of some secrets by the codes of a guess: [code, part], the codes ascending.
  partition(guess, left) {
    const parts = new Map();
    this.codes(guess, left).forEach((code, i) => parts.set(code, [...(parts.get(code) || []), left[i]]));
    return new Map([...parts].sort(([one], [other]) => one - other).map(([code, part]) => [code, Uint32Array.from(part)]));
  }

  ordered(left) { return Array.from(left).sort((one, other) => this.weight(other) - this.weight(one)); }
  likeliest(left) { return this.ordered(left).map((secret) => this.secrets[secret]); }

  without(words) {
    const kept = range(this.guesses.length).filter((g) => !words.includes(this.guesses[g]));
    if (kept.length === this.guesses.length) return this;
    const secrets = kept.filter((g) => this.secretOf[g] >= 0);
    const places = new Map(kept.map((g, i) => [g, i]));
    const weights = this.weights && Float64Array.from(secrets, (g) => this.weights[this.secretOf[g]]);
    return new Game({ ...this, guesses: kept.map((g) => this.guesses[g]), at: secrets.map((g) => places.get(g)), weights, whole: this.whole || this });
  }

  // The guess of the book or tree after some turns: an index, -1 if it has none.
  planned(turns) {
    let node = this.book && this.book.tree;
    for (const { guess, code } of turns) {
      if (!node || (this.whole || this).guesses[node[0]] !== guess) return -1;
      node = node[1] && node[1][code];
    }
    return node ? this.find((this.whole || this).guesses[node[0]]) : -1;
  }
}

const spelt = (word) => Array.from(word, (letter) => letter.codePointAt(0));

// --- advice ---------------------------------------------------------------------------------------

export function rank(game, left, { measure = "entropy", allow = "all", avoid = null, top = 10, turns = [] } = {}) { return []; }
export function best(game, left, options = {}) { return null; }
export function measured(game, left, guess) { return null; }
export function solve(game, left, { seconds = 1, allow = "all" } = {}) { return null; }
export function mistakes(game, turns) { return []; }
export function review(game, turns, secret, options = {}) { return null; }
