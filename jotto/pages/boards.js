// Several boards: their turns, and the guesses that are best on all of them. The twin of
// jotto/assistant/boards.py and jotto/engine/boards.py, which say why.
import { BIT, allowed, best, measured, range, rounded, values } from "./engine.js";
import { Wrong, boardsNamed, readScore, scoreError } from "./text.js";

// --- turns ----------------------------------------------------------------------------------------

// The boards whose score comes next, by number from 0; none if all are found.
export function toScore(boards, win) {
  const still = range(boards.length).filter((at) => !boards[at].length || boards[at].at(-1).code !== win);
  const fewest = Math.min(...still.map((at) => boards[at].length));
  return still.filter((at) => boards[at].length === fewest);
}

// Add the score of a guess, or its scores on the boards that come next.
export function scored(boards, game, guess, score) {
  const { rule, length } = game;
  const [asked, given] = [toScore(boards, rule.win), boards.length > 1 ? score.split("+") : [score]];
  const places = asked.length ? asked : [0];
  const found = boards.map((turns) => (turns.length && turns.at(-1).code === rule.win ? turns.at(-1).guess : null));
  const still = found.filter((secret) => secret === null);
  const texts = places.length === still.length ? ofOpen(game, guess, given, found) : given;
  if (texts.length > places.length)
    throw scoreError(score, `these are ${texts.length} scores, for ${boardsNamed(places)}`);
  const codes = texts.map((text) => readScore(rule, text, length));
  return boards.map((turns, at) =>
    places.indexOf(at) in codes ? [...turns, { guess, code: codes[places.indexOf(at)] }] : turns,
  );
}

// Drop the scores of boards that are found (their secrets, else null), if all have one.
function ofOpen(game, guess, texts, found) {
  const { rule, length } = game;
  if (texts.length !== found.length) return texts;
  return texts.filter((text, at) => {
    if (found[at] === null) return true;
    const right = game.code(guess, found[at]);
    if (![0, right].includes(readScore(rule, text, length))) {
      throw scoreError(text, `it cannot be: board ${at + 1} is found, and gives ${rule.texts[right]}; leave it out`);
    }
    return false;
  });
}

// Replace the word of a turn, and its score on board `at`, or all its scores; the turns after a win go.
export function edited(boards, { rule, length }, number, guess, score, at) {
  const made = range(boards.length).filter((place) => boards[place].length >= number);
  const [places, texts] = [at === null ? made : [at], score ? score.split("+") : []];
  if (places.some((place) => !made.includes(place)) || (texts.length && texts.length !== places.length)) {
    throw new Wrong(`turn ${number}: ${boardsNamed(made)} had it; write a score for each, or name the board`);
  }
  const codes = new Map(texts.map((text, i) => [places[i], readScore(rule, text, length)]));
  return boards.map((turns, place) => {
    const changed = turns.map((turn, i) => (i === number - 1 ? { guess, code: codes.get(place) ?? turn.code } : turn));
    return changed.slice(0, [...changed.map((turn) => turn.code), rule.win].indexOf(rule.win) + 1);
  });
}

// --- choosing a guess -----------------------------------------------------------------------------

const [HIT, FINE] = [3.5, 2 ** 20];
const [AHEAD, TRIED, CERTAIN] = [40, 10, 1n << 54n];
const product = (numbers) => numbers.reduce((total, each) => total * each, 1n);

// What a guess is worth on some boards.
export function together(game, lefts, guess) {
  const each = lefts.map((left) => measured(game, left, guess));
  const sums = ["bits", "expectedLeft", "worstLeft", "parts", "chance"].map((name) => [
    name,
    each.reduce((total, one) => total + one[name], 0),
  ]);
  return { guess, candidate: each.some((one) => one.candidate), ...Object.fromEntries(sums) };
}

// The best guesses (words) on boards with some candidates, the fewest first.
export function rankOn(game, lefts, options) {
  const { measure, top } = options;
  if (!lefts.length) throw new Wrong("all boards are found; nothing is left to guess");
  if (measure === "simple") return [best(game, lefts[0], { ...options, book: false })];
  const may = [...new Set(lefts.flatMap((left) => Array.from(allowed(game, left, options))))];
  const worth = measure.split("+").map((name) => summed(game, lefts, name));
  const [sure, other] = [new Int32Array(game.guesses.length), new Uint8Array(game.guesses.length).fill(1)];
  for (const left of lefts) for (const secret of left) other[game.guessOf[secret]] = 0;
  for (const left of lefts) if (left.length === 1) sure[game.guessOf[left[0]]]--;
  const columns = [sure, ...worth, other];
  const order = may.sort((a, b) => {
    const by = columns.find((each) => each[a] !== each[b]);
    return by ? by[a] - by[b] : a - b;
  });
  const many = lefts.reduce((all, left) => all * left.length, 1);
  const ends = order.length === game.guesses.length && many <= AHEAD && lefts[0].length > 1;
  const first = ends ? [lookedAhead(game, lefts, order)] : [];
  return [...first, ...order.filter((guess) => !first.includes(guess))]
    .slice(0, top)
    .map((guess) => game.guesses[guess]);
}

// What each guess leaves, per candidate, minus its chances of a hit, summed over boards.
function summed(game, lefts, name) {
  const [total, known] = [new Float64Array(game.guesses.length), new Map()];
  const bits = name === "entropy";
  const [hit, unit] = bits ? [HIT, game.weights ? 1 / 1024 : BIT] : [1, 1];
  for (const left of lefts) {
    if (!known.has(left.join())) {
      const found = values(game, left, game.every, [bits ? "boards" : name])[0].map(Number);
      for (const secret of left) found[game.guessOf[secret]] -= hit * unit * game.weight(secret);
      const scale = FINE / unit / game.weigh(left);
      known.set(
        left.join(),
        found.map((value) => rounded(value * scale)),
      );
    }
    known.get(left.join()).forEach((value, guess) => {
      total[guess] += value;
    });
  }
  return total;
}

// The guess that ends the games soonest, over all combinations of secrets. A state has a list of rows
// for each board.
function lookedAhead(game, lefts, order) {
  const rows = lefts.flatMap((left) => Array.from(left));
  const own = rows.map((secret) => game.guessOf[secret]);
  const weights = rows.map((secret) => BigInt(game.weight(secret)));
  const apart = new Set(own).size === own.length;
  let others = 0;
  const columns = order.filter((guess) => own.includes(guess) || others++ < TRIED);
  const codes = columns.map((guess) => game.codes(game.guesses[guess], rows));
  const sum = (board) => board.reduce((total, row) => total + weights[row], 0n);
  const known = new Map();

  // No total is less: a guess for each board, and one more unless the next one hits.
  function floor(state) {
    const whole = product(state.map(sum));
    if (!apart || !state.length) return state.length ? whole : 0n;
    const hits = state.map(
      (board) => (whole / sum(board)) * board.reduce((most, row) => (weights[row] > most ? weights[row] : most), 0n),
    );
    return whole * BigInt(state.length + 1) - hits.reduce((most, each) => (each > most ? each : most));
  }

  // The sum of weights times guesses, if this guess is made; any number from the limit up if no less.
  function total(state, column, limit) {
    const parts = state.map((board) => {
      const found = new Map();
      for (const row of board) {
        const code = codes[column][row];
        found.set(code, code === game.rule.win ? [] : [...(found.get(code) || []), row]);
      }
      return [...found.values()];
    });
    const after = parts.reduce(
      (all, some) => all.flatMap((begun) => some.map((part) => (part.length ? [...begun, part] : begun))),
      [[]],
    );
    if (after.length === 1 && after[0].join("|") === state.join("|")) return CERTAIN;
    let made = after.reduce((all, each) => all + floor(each), product(state.map(sum)));
    for (const each of after) if (made < limit) made += least(each)[0] - floor(each);
    return made;
  }

  // The least total, and the guess that has it.
  function least(state) {
    const key = state.join("|");
    if (known.has(key) || !state.length) return known.get(key) || [0n];
    const [bound, certain] = [floor(state), state.find((board) => board.length === 1)];
    let found = [CERTAIN, 0];
    for (const column of certain ? [columns.indexOf(own[certain[0]])] : columns.keys()) {
      const made = total(state, column, found[0]);
      if (made < found[0]) found = [made, column];
      if (found[0] === bound) break;
    }
    known.set(key, found);
    return found;
  }

  let begin = 0;
  return columns[least(lefts.map((left) => range(left.length).map(() => begin++)))[1]];
}
