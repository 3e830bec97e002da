// The engine of the page in one file: rules, candidates, and advice. A twin of jotto/engine: values
// are the same integers, and ties go the same way, which tests/web/test_page_engine.py checks.
// search.js looks ahead to the end of a game, hindsight.js looks back.

import { Wrong, byText, isLong, shout, spell } from "./text.js";

// --- logarithms and tables ------------------------------------------------------------------------

export const BIT = 2 ** 32; // the unit of entropy
const EXACT = 2 ** 53; // below this, sums are exact
const [ROOT, PER_BIT] = [Math.SQRT1_2, 2 / Math.LN2];
const SERIES = [19, 17, 15, 13, 11, 9, 7, 5, 3, 1].map((k) => 1 / k);
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
  let [square, total] = [part * part, 0];
  for (let i = 0; i < 10; i++) total = total * square + SERIES[i];
  return total * part * PER_BIT + (power - 0.5);
}

export const rounded = (number) => number + HALVES - HALVES;
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

export const range = (n) => Array.from({ length: n }, (_, i) => i);

const KINDS = {
  "exact-elsewhere": (length) => {
    const raws = range(length + 1).flatMap((exact) => range(length + 1 - exact).map((other) => [exact, other]));
    const can = raws.filter(([exact, other]) => exact !== length - 1 || other !== 1);
    return { texts: can.map(String), raws: can.map(([exact, other]) => 17 * exact + other) };
  },
  jots: (length) => ({ texts: [...range(length + 1).map(String), "win"], raws: [...range(length + 1), 17 * length] }),
  colours: (length) => {
    const texts = range(length).reduce(
      (all) => all.flatMap((text) => ["B", "Y", "G"].map((mark) => text + mark)),
      [""],
    );
    return { texts, raws: range(texts.length) };
  },
};

class Rule {
  constructor(length, { kind, counts, coloured, ofWords }) {
    Object.assign(this, { kind, counts, coloured, ofWords, length, tiles: kind === "colours", ...KINDS[kind](length) });
    this.nCodes = this.texts.length;
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

  // The raw score of code points against those of a secret, which begin at a place: 16 x in place +
  // in common, or base 3 digits.
  raw(guess, points, from = 0) {
    const { length } = this;
    let [taken, exact, common, digits] = [0, 0, 0, 0];
    for (let i = 0; i < length; i++) if (guess[i] === points[from + i]) taken |= 1 << i;
    const hits = taken;
    for (let i = 0; i < length; i++) {
      let mark = 0;
      if ((hits >> i) & 1) {
        mark = 2;
        exact++;
      } else
        for (let j = 0; j < length && !mark; j++)
          if (!((taken >> j) & 1) && guess[i] === points[from + j]) {
            mark = 1;
            taken |= 1 << j;
          }
      if (mark) common++;
      digits = 3 * digits + mark;
    }
    return this.tiles ? digits : 16 * exact + common;
  }

  numbers(code) {
    const numbers = this.counts.length ? this.texts[code].split(",") : [];
    return numbers.every((n) => /^\d+$/.test(n)) ? numbers.map(Number) : [];
  }

  mayMeanWin(code, length) {
    return this.numbers(code).reduce((a, b) => a + b, 0) === length && !this.numbers(this.win).length;
  }

  marks(code, length = this.length) {
    if (this.tiles) return this.texts[code];
    if (!this.counts.length || !this.counts.every((count) => count.mark)) return "";
    const numbers = this.numbers(code);
    const marks = this.counts.map((count, i) => count.mark.repeat(numbers[i] || 0)).join("");
    return code === this.win ? "G".repeat(length) : marks.padEnd(length, "B");
  }

  nearMisses(code, guess = "") {
    const [text, numbers] = [this.texts[code], this.numbers(code)];
    if (code === this.win) return [];
    const near = new Set();
    const put = (some, i, one) => [...some.slice(0, i), one, ...some.slice(i + 1)];
    if (this.tiles) {
      const letters = [...guess];
      for (const i of range(text.length)) {
        for (const mark of "BYG") near.add(put([...text], i, mark).join(""));
        for (const j of range(i))
          if (guess && letters[i] === letters[j]) near.add(put(put([...text], i, text[j]), j, text[i]).join(""));
      }
    } else if (numbers.length) {
      near.add([...numbers].reverse().join());
      for (const [i, number] of numbers.entries())
        for (const n of [number - 1, number + 1]) near.add(put(numbers, i, n).join());
    }
    return range(this.win).filter((other) => near.has(this.texts[other]) && this.texts[other] !== text);
  }
}

// --- games ----------------------------------------------------------------------------------------

// A game of the data that jotto/assistant/page.py writes.
export function load(data) {
  const { letters: declared = [], ...others } = data; // letters of several characters, and signs
  const points = [...data.words];
  const guesses =
    typeof data.words !== "string"
      ? points
      : range(points.length / data.length).map((i) => points.slice(i * data.length, (i + 1) * data.length).join(""));
  const at = typeof data.secrets === "number" ? range(data.secrets) : data.secrets;
  const { values, at: signs } = data.weights || {};
  const weights =
    data.weights && Float64Array.from(values ? [...signs].map((sign) => values[parseInt(sign, 36)]) : data.weights);
  return new Game({ ...others, declared, guesses, at, weights, rule: new Rule(data.length, data.rule) });
}

const ABOVE = 0x110000; // all code points

class Game {
  constructor(given) {
    Object.assign(this, given);
    const { guesses, at, length } = this;
    this.secrets = at.map((guess) => guesses[guess]);
    this.guessOf = Uint32Array.from(at);
    this.secretOf = new Int32Array(guesses.length).fill(-1);
    at.forEach((guess, secret) => {
      this.secretOf[guess] = secret;
    });
    this.everything = Uint32Array.from(range(at.length));
    this.places = new Map(guesses.map((word, i) => [word, i]));
    this.points = Uint32Array.from(guesses.flatMap((word) => this.numbers(word)));
    this.alphabet = [...new Set(this.secrets.flatMap((word) => this.spell(word)))].sort(byText);
    this.stride = Math.max(5, length);
    this.rowsOf = new Uint32Array(guesses.length * this.stride);
    this.keys = [{ letter: -1, places: [] }]; // row 0 is empty
    this.keysWith = new Map();
    const known = new Map();
    for (let g = 0, from = 0; g < guesses.length; g++, from += length)
      for (let i = 0; i < length; i++) {
        const [letter, mask] = [this.points[from + i], this.maskOf(from, i)];
        if (!mask) continue;
        if (!known.has(1024 * letter + mask)) known.set(1024 * letter + mask, this.addKey(letter, mask));
        this.rowsOf[g * this.stride + i] = known.get(1024 * letter + mask);
      }
    this.every = range(guesses.length);
  }

  // The mask of the places of a letter in a word; 0 if the letter is before, too.
  maskOf(from, place) {
    let mask = 0;
    for (let j = 0; j < this.length; j++) if (this.points[from + j] === this.points[from + place]) mask |= 1 << j;
    return mask & ((1 << place) - 1) ? 0 : mask;
  }

  addKey(letter, mask) {
    this.keys.push({ letter, places: range(this.length).filter((place) => (mask >> place) & 1) });
    this.keysWith.set(letter, [...(this.keysWith.get(letter) || []), this.keys.length - 1]);
    return this.keys.length - 1;
  }

  spell(word) {
    return spell(word, this.declared);
  }
  shown(word) {
    return shout(word, this.declared);
  }
  numbers(word) {
    return this.spell(word).map((one) => (isLong(one) ? ABOVE + this.declared.indexOf(one) : one.codePointAt(0)));
  }
  letters(guess) {
    return this.points.subarray(guess * this.length, (guess + 1) * this.length);
  }
  find(word) {
    return this.places.get(word) ?? -1;
  }
  findSecret(word) {
    return this.places.has(word) ? this.secretOf[this.places.get(word)] : -1;
  }
  weight(secret) {
    return this.weights ? this.weights[secret] : 1;
  }
  weigh(left) {
    return left.reduce((total, secret) => total + this.weight(secret), 0);
  }
  code(guess, secret) {
    return this.rule.codeOf[this.rule.raw(this.numbers(guess), this.numbers(secret))];
  }

  // The codes of a guess, which need not be listed, against some secrets.
  codes(guess, left) {
    const word = this.numbers(guess);
    return Array.from(
      left,
      (secret) => this.rule.codeOf[this.rule.raw(word, this.points, this.guessOf[secret] * this.length)],
    );
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
    this.codes(guess, left).forEach((code, i) => (parts.get(code) || parts.set(code, []).get(code)).push(left[i]));
    return new Map(
      [...parts].sort(([one], [other]) => one - other).map(([code, part]) => [code, Uint32Array.from(part)]),
    );
  }

  ordered(left) {
    return Array.from(left).sort((one, other) => this.weight(other) - this.weight(one));
  }
  likeliest(left) {
    return this.ordered(left).map((secret) => this.secrets[secret]);
  }

  without(words) {
    const [secrets, others] = [Array.from(this.guessOf), this.every.filter((g) => this.secretOf[g] < 0)].map((some) =>
      some.filter((g) => !words.includes(this.guesses[g])),
    );
    if (!secrets.length) throw new Wrong("a game needs at least one secret");
    const kept = [...secrets, ...others]; // in the order of Game.without
    if (kept.length === this.guesses.length) return this;
    const places = new Map(kept.map((g, i) => [g, i]));
    const weights = this.weights && Float64Array.from(secrets, (g) => this.weights[this.secretOf[g]]);
    return new Game({
      ...this,
      guesses: kept.map((g) => this.guesses[g]),
      at: secrets.map((g) => places.get(g)),
      weights,
      whole: this.whole || this,
    });
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

// --- scores of many guesses -----------------------------------------------------------------------

const ROOM = 1 << 23; // numbers of 32 bits for rows at a time: 32 MB

// The row of each key that has a slot: a byte or two for each secret, what a letter at its places adds.
function shares(game, left, at, width, most) {
  const {
    rule: { tiles, lanes },
    length,
    points,
    keys,
    keysWith,
  } = game;
  const rows = new Int32Array(most * width);
  for (let i = 0; i < left.length; i++) {
    const from = game.guessOf[left[i]] * length;
    const [column, shift] = [Math.floor(i / lanes), (32 / lanes) * (i % lanes)];
    for (let place = 0; place < length; place++) {
      const letter = points[from + place];
      let [count, before] = [0, false];
      for (let j = 0; j < length; j++)
        if (points[from + j] === letter) {
          count++;
          before ||= j < place;
        }
      if (before) continue;
      for (const key of keysWith.get(letter)) {
        if (!at[key]) continue;
        const { places } = keys[key];
        let [exact, total] = [0, 0];
        for (let k = 0; k < places.length; k++) if (points[from + places[k]] === letter) exact++;
        if (tiles) {
          let yellows = count - exact;
          for (const own of places)
            total += (points[from + own] === letter ? 2 : yellows-- > 0 ? 1 : 0) * 3 ** (length - 1 - own);
        } else total = 16 * exact + Math.min(count, places.length);
        rows[at[key] + column] += total << shift;
      }
    }
  }
  return rows;
}

function add(rows, sums, width, a, b, c, d, e) {
  for (let j = 0; j < width; j++) sums[j] = rows[a + j] + rows[b + j] + rows[c + j] + rows[d + j] + rows[e + j];
}

// Call use(guess, sums) for guesses: the raw scores against some secrets, packed into 32 bits.
export function eachGuess(game, left, guesses, use) {
  const { rowsOf, stride, keys } = game;
  const width = Math.ceil(left.length / game.rule.lanes);
  const most = Math.max(stride + 1, Math.floor(ROOM / width)); // rows at a time
  const sums = new Int32Array(width);
  const at = Int32Array.from(keys, (_, row) => (keys.length <= most ? row * width : 0)); // where rows begin
  for (let from = 0, to = 0; from < guesses.length; ) {
    let used = keys.length;
    if (used <= most) to = guesses.length;
    else
      for (at.fill(0), used = 1; to < guesses.length && used + stride <= most; to++)
        for (let i = guesses[to] * stride; i < (guesses[to] + 1) * stride; i++)
          if (rowsOf[i] && !at[rowsOf[i]]) at[rowsOf[i]] = width * used++;
    const rows = shares(game, left, at, width, used);
    for (; from < to; from++) {
      const first = guesses[from] * stride;
      add(
        rows,
        sums,
        width,
        at[rowsOf[first]],
        at[rowsOf[first + 1]],
        at[rowsOf[first + 2]],
        at[rowsOf[first + 3]],
        at[rowsOf[first + 4]],
      );
      for (let i = 5; i < stride; i++)
        for (let j = 0, k = at[rowsOf[first + i]]; j < width; j++, k++) sums[j] += rows[k];
      use(guesses[from], sums);
    }
  }
}

// The sizes and weights of the parts of a guess, made from its raw scores.
class Parts {
  constructor(game, left) {
    const { rule } = game;
    this.rule = rule;
    this.n = left.length;
    this.own = game.weights && Float64Array.from(left, (secret) => game.weights[secret]);
    this.counts = new Int32Array(rule.tiles ? rule.nCodes : 17 * rule.length + 1);
    this.sums = new Float64Array(this.counts.length);
    this.place = new Int32Array(rule.nCodes).fill(-1);
    this.few = this.n < rule.raws.length;
    const most = Math.min(rule.raws.length, this.n);
    [this.codes, this.sizes, this.heavy, this.length] = [
      new Int32Array(most),
      new Float64Array(most),
      new Float64Array(most),
      0,
    ];
  }

  take(sums) {
    const {
      counts,
      own,
      n,
      codes,
      sizes,
      heavy,
      place,
      rule: { lanes, raws, codeOf },
    } = this;
    if (lanes === 4 && !own) {
      for (let j = 0; j < sums.length; j++) {
        const four = sums[j];
        counts[four & 255]++;
        counts[(four >>> 8) & 255]++;
        counts[(four >>> 16) & 255]++;
        counts[four >>> 24]++;
      }
      counts[0] -= 4 * sums.length - n;
    } else
      for (let i = 0; i < n; i++) {
        const at = raw(sums, lanes, i);
        counts[at]++;
        if (own) this.sums[at] += own[i];
      }
    let length = 0;
    for (let i = 0, most = this.few ? n : raws.length; i < most; i++) {
      const at = this.few ? raw(sums, lanes, i) : raws[i];
      const size = counts[at];
      if (!size) continue;
      const code = codeOf[at];
      let part = place[code];
      if (part < 0) {
        part = place[code] = length++;
        codes[part] = code;
        sizes[part] = 0;
        heavy[part] = 0;
      }
      sizes[part] += size; // of several raw scores, if places do not count
      heavy[part] += this.sums[at];
      counts[at] = 0;
      this.sums[at] = 0;
    }
    for (let i = 0; i < length; i++) place[codes[i]] = -1;
    this.length = length;
  }
}

export const raw = (sums, lanes, i) =>
  lanes === 4 ? (sums[i >> 2] >>> (8 * (i & 3))) & 255 : (sums[i >> 1] >>> (16 * (i & 1))) & 65535;

// --- measures: smaller is better ------------------------------------------------------------------

const summed = (cost) => (parts) => {
  let total = 0;
  for (let i = 0; i < parts.length; i++) total += cost(parts.sizes[i], i);
  return total;
};
const PART = 1.5 * BIT;
const MEASURES = {
  entropy: (game, n) => (game.weights ? weightedEntropy : ((costs) => summed((size) => costs[size]))(nLog2N(n))),
  minimax: () => (parts) => parts.sizes.subarray(0, parts.length).reduce((one, other) => Math.max(one, other)),
  "expected-size": (game, n, whole) =>
    game.weights ? (whole * n < EXACT ? weightedSize : largeSize) : summed((size) => size * size),
  boards: (game, n) =>
    game.weights ? weightedEntropy : ((costs) => summed((size) => costs[size] + PART * (size - 1)))(nLog2N(n)), // boards.py: costs_of_parts
  "most-parts": () => (parts) => -parts.length,
};

function weightedEntropy({ length, heavy, codes, rule }) {
  let total = 0;
  for (let i = 0; i < length; i++) {
    total += rounded((heavy[i] * logarithm(heavy[i])) / 1024);
    if (codes[i] === rule.win) total -= Math.floor(heavy[i] / 1024);
  }
  return total;
}

function weightedSize({ length, heavy, sizes, codes, rule }) {
  let total = 0;
  for (let i = 0; i < length; i++) if (codes[i] !== rule.win) total += heavy[i] * sizes[i];
  return total;
}

function largeSize({ length, heavy, sizes, codes, rule }) {
  let total = 0n;
  for (let i = 0; i < length; i++) if (codes[i] !== rule.win) total += BigInt(heavy[i]) * BigInt(sizes[i]);
  return total;
}

// The values of guesses by the measures A+B: for each measure a list.
export function values(game, left, guesses, names) {
  const [n, whole] = [left.length, game.weigh(left)];
  const valuers = names.map((name) => MEASURES[name](game, n, whole));
  const [kinds, first] = alike(game, left, guesses);
  const parts = new Parts(game, left);
  let at = 0;
  const of = valuers.map(() => []);
  eachGuess(game, left, first, (guess, sums) => {
    parts.take(sums);
    valuers.forEach((value, i) => {
      of[i][at] = value(parts);
    });
    at++;
  });
  return of.map((each) => (kinds ? kinds.map((kind) => each[kind]) : each));
}

// Before the first turn codes differ only by how often their symbols are repeated.
function alike(game, left, guesses) {
  if (game.rule.ofWords || game.whole || left.length < game.secrets.length) return [null, guesses];
  const [known, first] = [new Map(), []];
  const kind = (guess) => {
    const word = Array.from(game.letters(guess));
    const key = word
      .map((sign) => word.filter((other) => other === sign).length)
      .sort()
      .join();
    if (!known.has(key)) known.set(key, first.push(guess) - 1);
    return known.get(key);
  };
  return [Array.from(guesses, kind), first];
}

// --- advice ---------------------------------------------------------------------------------------

// The guesses (indices) that may be made.
export function allowed(game, left, { allow = "all", avoid = null, turns = [] } = {}) {
  let whole = game.every;
  if (allow === "candidates")
    whole = Array.from(left, (secret) => game.guessOf[secret]).sort((one, other) => one - other);
  if (allow === "hard") for (const turn of turns) whole = whole.filter((guess) => follows(game, guess, turn));
  if (!avoid || !avoid.length) return whole;
  const barred = new Set(avoid);
  const rest = whole.filter((guess) => !barred.has(game.guesses[guess]));
  return isUseful(game, left, rest) ? rest : whole;
}

// Whether a guess uses the hints of a coloured score.
function follows(game, guess, turn) {
  const [word, told, marks] = [Array.from(game.letters(guess)), game.numbers(turn.guess), game.rule.texts[turn.code]];
  const revealed = told.filter((_, place) => marks[place] !== "B");
  const times = (letters, letter) => letters.filter((other) => other === letter).length;
  return (
    told.every((letter, place) => marks[place] !== "G" || word[place] === letter) &&
    revealed.every((letter) => times(word, letter) >= times(revealed, letter))
  );
}

function isUseful(game, left, guesses) {
  const own = inside(game, left);
  if (guesses.some((guess) => own[guess])) return true;
  const parts = new Parts(game, left);
  let useful = false;
  eachGuess(game, left, guesses, (_, sums) => {
    if (!useful) parts.take(sums), (useful = parts.length > 1);
  });
  return useful;
}

function inside(game, left) {
  const mask = new Uint8Array(game.guesses.length);
  for (const secret of left) mask[game.guessOf[secret]] = 1;
  return mask;
}

// What a guess is worth, as jotto.Advice says it; it need not be listed.
export function measured(game, left, guess) {
  const parts = [...game.partition(guess, left)].map(([code, part]) => [code, part.length, game.weigh(part)]);
  const whole = game.weigh(left);
  const own = parts.filter(([code]) => code === game.rule.win).reduce((_, part) => part[2], 0);
  const gained = parts.reduce((total, part) => total - (part[2] / whole) * Math.log2(part[2] / whole), 0);
  const product = parts.reduce((total, part) => total + BigInt(part[1]) * BigInt(part[2]), 0n);
  const [bits, worstLeft] = [Math.round(gained * 1e9) / 1e9, Math.max(...parts.map((part) => part[1]))];
  return {
    guess,
    candidate: own > 0,
    bits,
    expectedLeft: Number(product) / whole,
    worstLeft,
    parts: parts.length,
    chance: own / whole,
  };
}

// The best guesses in order, with the values by each measure; Strategy._by_measure.
function ranked(game, left, options) {
  const { measure = "entropy", top = 10 } = options;
  const may = allowed(game, left, options);
  if (measure === "simple") return [[simple(game, left, may), []]];
  const own = inside(game, left);
  const first =
    left.length <= 2
      ? likely(game, left)
          .filter((guess) => may.includes(guess))
          .slice(0, top)
      : [];
  if (first.length === top) return first.map((guess) => [guess, []]);
  const names = measure.split("+");
  const order = (guesses, found) => {
    const before = (one, other) => {
      for (const each of found) if (each[one] !== each[other]) return each[one] < each[other] ? -1 : 1;
      return own[guesses[other]] - own[guesses[one]] || one - other;
    };
    let least = 0;
    for (let i = 1; i < guesses.length; i++) if (before(i, least) < 0) least = i;
    const places =
      top === 1
        ? [least]
        : range(guesses.length)
            .sort(before)
            .slice(0, top + first.length);
    const firsts = first.map((guess) => guesses.indexOf(guess));
    return [...firsts, ...places.filter((place) => !firsts.includes(place))]
      .slice(0, top)
      .map((place) => [guesses[place], found.map((each) => each[place])]);
  };
  if (top === 1 && left.length < 64 && !(game.weights && names.length > 1)) {
    const candidates = may.filter((guess) => own[guess]);
    const found = values(game, left, candidates, names);
    if (found[0].some((value) => value <= apart(game, left, names[0]))) return order(candidates, found);
  }
  return order(may, values(game, left, may, names));
}

// No guess has a lower value that is not a candidate: it would tell all candidates apart.
function apart(game, left, name) {
  const parts = {
    length: left.length,
    sizes: new Float64Array(left.length).fill(1),
    heavy: Float64Array.from(left, (secret) => game.weight(secret)),
    codes: [],
    rule: game.rule,
  };
  return (
    MEASURES[name](game, left.length, game.weigh(left))(parts) - (game.weights && name === "entropy" ? left.length : 0)
  ); // rounded n times
}

export const likely = (game, left) =>
  game
    .ordered(Uint32Array.from(left).sort((one, other) => game.guessOf[one] - game.guessOf[other]))
    .map((secret) => game.guessOf[secret]);

function simple(game, left, may) {
  const own = Array.from(left, (secret) => game.guessOf[secret]);
  const can = new Set(may);
  const free = own.filter((guess) => can.has(guess));
  return Math.min(...(free.length ? free : own));
}

// The best guesses by a measure, as `jotto suggest` lists them.
export function rank(game, left, options = {}) {
  return ranked(game, left, options).map(([guess, found]) => ({
    value: found[0],
    values: found,
    ...measured(game, left, game.guesses[guess]),
  }));
}

// The guess (a word) that the strategy makes: of the book or tree, else by its measure.
export function best(game, left, options = {}) {
  const planned = options.book === false ? -1 : game.planned(options.turns || []);
  if (planned >= 0 && allowed(game, left, options).includes(planned)) return game.guesses[planned];
  if (left.length === 1 && !(options.avoid || []).length && options.allow !== "hard") return game.secrets[left[0]];
  return game.guesses[ranked(game, left, { ...options, top: 1 })[0][0]];
}
