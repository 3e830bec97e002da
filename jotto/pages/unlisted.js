// How likely strings of letters are that are in no list: the twin of jotto/games/unlisted.py.
//
// A letter is predicted from its neighbours; its cost is -log2 of a probability, in 1024ths of a
// bit. A turn becomes rows of bounds on sums over the letters of a string. Only what the odds of a
// race and the doubt about a word need is here; words themselves are proposed by the program.
import { byText, chars, joined, remembered } from "./text.js";

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const UNLISTED = 0.015; // share of secrets that are in no list, before the first turn
const SURE = 0.4; // exponent of the model's probabilities, which are too confident
const ROUNDING = 1e-9;
const LIKELIEST = 500;
const UNIT = 1024;
const STEP = 3 * UNIT;
const IMPOSSIBLE = 2 ** 40;
const WHOLE = 2 ** 40; // about the sum of all weights
const SMOOTHING = [10, 20, 20, 20];
const MOST_TRIPLES = 2 ** 21;
const LARGEST = 2 ** 62;
const MOST_PREFIXES = 100000; // met to add up probabilities; with more, the chance is not said

const even = (number) => {
  // halves become even, as numpy's rint has it
  const low = Math.floor(number);
  return number - low === 0.5 ? low + (low % 2) : Math.round(number);
};

const named = (turns) => turns.map((turn) => `${turn.guess}=${turn.code}`).join(" ");

// --- the letter model -----------------------------------------------------------------------------

// The letters of secrets and turns, sorted; if any is Latin, all of a to z. Null: no word is unlisted.
function alphabetOf(game, turns) {
  if (game.closed || !(game.rule.tiles || game.rule.counts.length)) return null;
  const own = remembered(game, "letters", () => new Set(game.secrets.flatMap((word) => game.spell(word))));
  const letters = new Set([...own, ...turns.flatMap((turn) => game.spell(turn.guess))]);
  if ([...LATIN].some((letter) => letters.has(letter))) for (const letter of LATIN) letters.add(letter);
  return [...letters].sort(byText);
}

const tooMany = (game, alphabet) =>
  game.length * (alphabet.length + 1) ** 3 > MOST_TRIPLES || alphabet.length ** game.length >= LARGEST;

// The model of a game's secrets; `bonuses` lower the costs of strings that occur in real text.
function modelOf(game, alphabet, bonuses) {
  return remembered(game, `model ${alphabet.join(" ")}`, () => {
    const place = new Map(alphabet.map((letter, index) => [letter, index]));
    const spell = (word) => game.spell(word).map((letter) => place.get(letter));
    const costs = train(game.secrets.map(spell), alphabet.length);
    const whole = LATIN.split("").every((letter) => place.has(letter));
    const follows = following(game, alphabet);
    const model = { alphabet, place, spell, follows, costs, bonuses: whole && game.length === 5 ? bonuses : new Map() };
    const dearest = costs.reduce((one, other) => Math.max(one, other), 0);
    model.shareOf = Float64Array.from({ length: dearest + 1 }, (_, cost) => 2 ** (-cost / UNIT));
    model.words = Float64Array.from(game.secrets, (word) => 2 ** (-letterCost(model, spell(word)) / UNIT));
    model.common = [...model.bonuses.keys()].map((text) => [text, spell(text)]);
    model.everything = total(tallies(game, model, []), model);
    return model;
  });
}

// Which letters may come after two others, or null: no string has a letter that is written as two.
function following(game, alphabet) {
  const longest = Math.max(...alphabet.map((letter) => chars(letter).length));
  if (longest === 1) return null;
  const [size, wide] = [alphabet.length, alphabet.length + 1];
  const follows = new Uint8Array(wide * wide * size).fill(1);
  const begins = (letters) => game.spell(letters.join(""))[0] === letters[0];
  alphabet.forEach((one, a) =>
    alphabet.forEach((other, b) => {
      if (!begins([one, other]))
        for (let before = 0; before < wide; before++) follows[(before * wide + a) * size + b] = 0;
      if (longest > 2)
        alphabet.forEach((third, c) => {
          if (!begins([one, other, third])) follows[(a * wide + b) * size + c] = 0;
        });
    }),
  );
  return follows;
}

function letterCost(model, letters) {
  const size = model.alphabet.length;
  let [a, b, cost] = [size, size, 0];
  letters.forEach((c, place) => {
    cost += model.costs[((place * (size + 1) + a) * (size + 1) + b) * size + c];
    [a, b] = [b, c];
  });
  return cost;
}

// Costs (place, two letters before or none, letter), in one array: the mean of both directions.
function train(rows, size) {
  const [length, wide] = [rows[0].length, size + 1];
  const forward = counted(rows, size);
  const backward = counted(
    rows.map((row) => [...row].reverse()),
    size,
  );
  const costs = new Int32Array(length * wide * wide * size);
  const last = length - 1;
  let at = 0;
  for (let p = 0; p < length; p++)
    for (let a = 0; a < wide; a++)
      for (let b = 0; b < wide; b++)
        for (let c = 0; c < size; c++) {
          let bits = 0; // of the letter that the window of the backward letter ends at
          if (p >= 2 && a < size) bits += backward(length + 1 - p, c, b, a);
          if (p === last) {
            bits += backward(0, size, size, c);
            if (length > 1 && b < size) bits += backward(1, size, c, b);
          }
          costs[at++] = even((forward(p, a, b, c) + bits) * (UNIT / 2));
        }
  return costs;
}

// Return a function: the cost in bits of a letter after two others, smoothed (MacKay and Peto 1995).
function counted(rows, size) {
  const [length, wide] = [rows[0].length, size + 1];
  const [one, two] = [new Float64Array(size), new Float64Array(wide * size)];
  const [three, here] = [new Float64Array(wide * wide * size), new Uint16Array(length * wide * wide * size)]; // of at most 50,000 words
  for (const row of rows) {
    let [a, b] = [size, size];
    row.forEach((c, p) => {
      one[c]++;
      two[b * size + c]++;
      three[(a * wide + b) * size + c]++;
      here[((p * wide + a) * wide + b) * size + c]++;
      [a, b] = [b, c];
    });
  }
  const sums = [one, two, three, here].map((counts) => {
    const found = new Float64Array(counts.length / size);
    for (let i = 0; i < counts.length; i++) found[Math.floor(i / size)] += counts[i];
    return found;
  });
  return (p, a, b, c) => {
    const rowsOf = [0, b, a * wide + b, (p * wide + a) * wide + b];
    let share = 1 / size;
    for (let level = 0; level < 4; level++) {
      const seen = [one, two, three, here][level][rowsOf[level] * size + c];
      share = (seen + SMOOTHING[level] * share) / (sums[level][rowsOf[level]] + SMOOTHING[level]);
    }
    return -Math.log2(share);
  };
}

// --- turns as bounds on sums ----------------------------------------------------------------------

// What a score says: rows of [what a letter adds at a place, caps by letter, least, most].
function rowsOf(game, model, turn) {
  const [length, size, guess] = [game.length, model.alphabet.length, model.spell(turn.guess)];
  const text = game.rule.texts[turn.code];
  const hit = (place, letter) => (guess[place] === letter ? 1 : 0);
  const nothing = () => 0;
  const caps = Array(size).fill(0);
  for (const letter of guess) caps[letter]++;
  const zeros = Array(size).fill(0);
  if (game.rule.tiles) {
    const marks = chars(text);
    const rows = [
      [(place, letter) => (hit(place, letter) === (marks[place] === "G" ? 1 : 0) ? 1 : 0), zeros, length, length],
    ];
    for (const letter of [...new Set(guess)].sort((a, b) => a - b)) {
      const own = marks.filter((_, place) => guess[place] === letter).join("");
      const black = own.split("B").length - 1;
      let number = own.length - black;
      if (own.replaceAll("G", "").includes("BY")) number = length + 1; // no secret gives black before yellow
      rows.push([nothing, zeros.map((_, other) => (other === letter ? number + (black ? 1 : 0) : 0)), number, number]);
    }
    return rows;
  }
  if (game.rule.counts.length === 2) {
    const [exact, elsewhere] = text.split(",").map(Number);
    return [
      [hit, zeros, exact, exact],
      [nothing, caps, exact + elsewhere, exact + elsewhere],
    ];
  }
  if (turn.code === game.rule.win) return [[hit, zeros, length, length]];
  return [
    [hit, zeros, 0, length - 1],
    [nothing, caps, Number(text), Number(text)],
  ];
}

// Bounds on the sums of a prefix: low by row and length, most by row; adds by row, place and letter.
function tallies(game, model, turns) {
  const [length, size] = [game.length, model.alphabet.length];
  const given = turns.flatMap((turn) => rowsOf(game, model, turn));
  const cells = length * size;
  const adds = Uint8Array.from({ length: given.length * cells }, (_, at) =>
    given[Math.floor(at / cells)][0](Math.floor((at % cells) / size), at % size),
  );
  const caps = Uint8Array.from(given.flatMap((row) => row[1]));
  const most = Int8Array.from(given, (row) => row[3]);
  const may = (j, place, letter) => (adds[j * cells + place * size + letter] || caps[j * size + letter] ? 1 : 0);
  const every = [...given.keys()];
  const allowed = new Uint8Array(cells).map((_, at) =>
    every.every((j) => may(j, Math.floor(at / size), at % size) <= most[j]) ? 1 : 0,
  );
  const low = new Int8Array(given.length * (length + 1));
  const mayAdd = every.map((j) => {
    const those = Array.from({ length }, (_, place) =>
      model.alphabet.some((_, letter) => may(j, place, letter) && allowed[place * size + letter]),
    );
    low[j * (length + 1) + length] = given[j][2];
    for (let place = length - 1; place >= 0; place--)
      low[j * (length + 1) + place] = low[j * (length + 1) + place + 1] - those[place];
    return those;
  });
  for (let at = 0; at < cells; at++) {
    const [place, letter] = [Math.floor(at / size), at % size];
    if (every.some((j) => low[j * (length + 1)] === 0 && mayAdd[j][place] && !may(j, place, letter))) allowed[at] = 0;
  }
  return { rows: given.length, length, size, adds, caps, low, most, allowed };
}

// Write the sums after another letter to `into`; false if it does not fit.
function fits({ rows, length, size, adds, caps, low, most, allowed }, sums, counts, place, letter, into) {
  const at = place * size + letter;
  if (!allowed[at]) return false;
  for (let j = 0; j < rows; j++) {
    const sum = sums[j] + adds[j * length * size + at] + (caps[j * size + letter] > counts[letter] ? 1 : 0);
    if (sum < low[j * (length + 1) + place + 1] || sum > most[j]) return false;
    into[j] = sum;
  }
  return true;
}

// Whether a whole string fits.
function agrees(bounds, letters) {
  const [sums, counts] = [new Int8Array(bounds.rows), new Uint8Array(bounds.size)];
  return letters.every((letter, place) => fits(bounds, sums, counts, place, letter, sums) && ++counts[letter]);
}

// Number the continuations of prefixes: those with equal counts, up to the largest cap, and sums.
function numbering({ rows, length, size, caps }) {
  const most = Array.from({ length: size }, (_, letter) =>
    Math.max(0, ...Array.from({ length: rows }, (_, j) => caps[j * size + letter])),
  );
  const byPlace = [...Array(rows).keys()].filter((j) => caps.subarray(j * size, (j + 1) * size).every((cap) => !cap)); // counts determine the others
  let [stride, kinds] = [1, (size + 1) ** 2];
  const step = (radix) => {
    const own = stride;
    stride *= radix;
    return own;
  };
  const letters = most.map((cap) => (cap ? step(cap + 1) : 0));
  const places = byPlace.map(() => step(length + 1));
  if (stride * kinds < Number.MAX_SAFE_INTEGER) {
    return (a, b, counts, sums) => {
      let key = a * (size + 1) + b;
      for (let letter = 0; letter < size; letter++)
        if (letters[letter]) key += kinds * letters[letter] * Math.min(counts[letter], most[letter]);
      for (let i = 0; i < byPlace.length; i++) key += kinds * places[i] * sums[byPlace[i]];
      return key;
    };
  }
  return (a, b, counts, sums) =>
    `${a} ${b} ${most.map((cap, letter) => Math.min(counts[letter], cap)).join("")} ${byPlace.map((j) => sums[j]).join(" ")}`;
}

// Add up the probabilities of all strings that fit; prefixes with the same continuations are one.
// NaN if that takes more than so many prefixes.
function total(bounds, model, most = Infinity) {
  const { rows, length, size } = bounds;
  const wide = size + 1;
  const keyOf = numbering(bounds);
  const sums = new Int8Array(rows);
  let states = [{ a: size, b: size, counts: new Uint8Array(size), sums: new Int8Array(rows), value: 1 }];
  for (let place = 0; place < length; place++) {
    most -= states.length;
    const merged = new Map();
    for (const state of states) {
      if (merged.size > most && place < length - 1) return NaN;
      const { b, counts } = state;
      const from = ((place * wide + state.a) * wide + b) * size;
      for (let letter = 0; letter < size; letter++) {
        if (model.follows && !model.follows[(state.a * wide + b) * size + letter]) continue;
        if (!fits(bounds, state.sums, counts, place, letter, sums)) continue;
        const value = state.value * model.shareOf[model.costs[from + letter]];
        counts[letter]++;
        const key = place === length - 1 ? 0 : keyOf(b, letter, counts, sums);
        const same = merged.get(key);
        if (same) same.value += value;
        else merged.set(key, { a: b, b: letter, counts: counts.slice(), sums: sums.slice(), value });
        counts[letter]--;
      }
    }
    states = [...merged.values()];
  }
  return states.reduce((all, state) => all + state.value, 0);
}

// Yield [cost, string] for the strings that fit, in order: all up to a limit, then up to a higher one.
function* byLetters(model, bounds) {
  const { rows, length, size } = bounds;
  const [wide, { costs }] = [size + 1, model];
  const ahead = Array.from({ length: length + 1 }, () => new Float64Array(wide * wide));
  for (let place = length - 1; place >= 0; place--)
    for (let a = 0; a < wide; a++)
      for (let b = 0; b < wide; b++) {
        const from = ((place * wide + a) * wide + b) * size;
        let best = IMPOSSIBLE;
        for (let c = 0; c < size; c++)
          if (bounds.allowed[place * size + c]) best = Math.min(best, costs[from + c] + ahead[place + 1][b * wide + c]);
        ahead[place][a * wide + b] = best;
      }
  const sums = Array.from({ length: length + 1 }, () => new Int8Array(rows)); // of the prefix of each length
  const [counts, spelt] = [new Uint8Array(size), []];
  let [done, limit, least, found] = [-1, 0, ahead[0][size * wide + size], []];
  const grow = (place, a, b, spent) => {
    if (place === length) {
      if (spent > done) found.push([spent, joined(spelt.map((letter) => model.alphabet[letter]))]);
      return;
    }
    const from = ((place * wide + a) * wide + b) * size;
    for (let c = 0; c < size; c++) {
      if (!bounds.allowed[place * size + c] || (model.follows && !model.follows[(a * wide + b) * size + c])) continue;
      const [next, bound] = [spent + costs[from + c], spent + costs[from + c] + ahead[place + 1][b * wide + c]];
      if (bound > limit && bound >= least) continue;
      if (!fits(bounds, sums[place], counts, place, c, sums[place + 1])) continue;
      if (bound > limit) {
        least = bound;
        continue;
      }
      counts[c]++;
      spelt.push(c);
      grow(place + 1, b, c, next);
      spelt.pop();
      counts[c]--;
    }
  };
  while (least < IMPOSSIBLE) {
    [limit, least, found] = [least + STEP, IMPOSSIBLE, []];
    grow(0, size, size, 0);
    yield* found.sort(([a], [b]) => a - b); // a stable sort: equal costs stay in the order of letters
    done = limit;
  }
}

// --- what is asked --------------------------------------------------------------------------------

// The unlisted words that agree with the turns: at most 500, each with its share of the probability.
function likeliest(game, turns, model) {
  const bounds = tallies(game, model, turns);
  const best = model.common
    .filter(([, letters]) => agrees(bounds, letters))
    .map(([text, letters]) => [letterCost(model, letters) - model.bonuses.get(text), text]);
  best.sort(([a, one], [b, other]) => a - b || byText(one, other));
  const listed = remembered(game, "listed", () => new Set(game.secrets));
  const [words, others] = [[], byLetters(model, bounds)];
  let [next, at] = [others.next(), 0];
  while (words.length < LIKELIEST && (at < best.length || !next.done)) {
    if (!next.done && model.bonuses.has(next.value[1])) {
      next = others.next();
      continue;
    }
    const own =
      next.done || (at < best.length && (best[at][0] - next.value[0] || byText(best[at][1], next.value[1])) < 0);
    const pair = own ? best[at++] : next.value;
    if (!own) next = others.next();
    if (!listed.has(pair[1])) words.push(pair);
  }
  if (!words.length) return new Map();
  const lowest = Math.min(...words.map(([cost]) => cost));
  const weights = words.map(([cost]) => 2 ** ((SURE * (lowest - cost)) / UNIT));
  const sum = weights.reduce((a, b) => a + b);
  const whole = weights.map((weight) => Math.max(even((weight / sum) * WHOLE), 1));
  const all = whole.reduce((a, b) => a + b);
  return new Map(words.map(([, text], index) => [text, whole[index] / all]));
}

// The probability that the secret is in no list; null if there is no model of the letters.
export function chanceUnlisted(game, turns, bonuses) {
  const alphabet = alphabetOf(game, turns);
  if (!alphabet) return null;
  if (!turns.length) return UNLISTED;
  return remembered(game, `chance ${named(turns)}`, () => {
    const left = game.agreeing(turns);
    if (!left.length) return 1;
    if (tooMany(game, alphabet)) return null;
    const model = modelOf(game, alphabet, bonuses);
    const agreeing = total(tallies(game, model, turns), model, MOST_PREFIXES);
    if (Number.isNaN(agreeing)) return null;
    const sum = (values) => values.reduce((a, b) => a + b, 0);
    const other = agreeing - sum(Array.from(left, (index) => model.words[index]));
    const part = other > ROUNDING * agreeing ? other / (model.everything - sum(model.words)) : 0;
    const listed = game.weigh(left) / game.weigh(game.everything);
    const [unlisted, known] = [UNLISTED * part, (1 - UNLISTED) * listed];
    return unlisted / (unlisted + known);
  });
}

// The likeliest unlisted words with their probabilities; empty if there are none, or no model.
export function unlistedChances(game, turns, bonuses) {
  const alphabet = alphabetOf(game, turns);
  if (!alphabet || tooMany(game, alphabet)) return new Map();
  return remembered(game, `words ${named(turns)}`, () => {
    const chance = chanceUnlisted(game, turns, bonuses);
    if (chance === null) return new Map();
    const words = likeliest(game, turns, modelOf(game, alphabet, bonuses));
    return new Map([...words].map(([text, part]) => [text, chance * part]));
  });
}
