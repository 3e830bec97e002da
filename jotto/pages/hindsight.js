// Looking back: single mistakes when nothing fits, and the review of a game. The twin of explain in
// jotto/assistant/mistakes.py, and of jotto/assistant/review.py without its sentences and its page.
import { best, measured, playing, range } from "./game.js";
import { last, objection, sum } from "./text.js";

/** @import { Game, Judged, Mistake, Options, Review, Turn } from "./types.js" */
/** @typedef {{ meant: Turn, chance: bigint }} Slip */

// --- mistakes ------------------------------------------------------------------------------

const NEAR = 2520n << 53n; // a near miss, before it is divided by their number; mistakes.py says why
const KINDS_OF_SLIP = { listed: NEAR / 126n, unlisted: NEAR };

/**
 * Every single mistake that explains why no secret fits, the likeliest first; mistakes.explain.
 * @type {(game: Game, turns: Turn[]) => Mistake[]}
 */
export function mistakes(game, turns) {
  if (!turns.length || game.agreeing(turns).length) return [];
  /** @type {Mistake[]} */
  const made = [...singleMistakes(game, turns, "score", wrongScores), ...singleMistakes(game, turns, "guess", slips)];
  if (!game.closed && !turns.some(({ guess, code }) => objection(game.rule, game.spell(guess), code))) {
    const won = turns.some(({ guess, code }) => code === game.rule.win && !wrongTurns(game, turns, guess).length);
    const weight = (won ? 2n * NEAR : 1n) * BigInt(game.weigh(game.everything));
    made.push({ kind: "word", turn: null, entered: null, meant: null, rescued: new Uint32Array(0), weight });
  }
  return made.sort((a, b) => (a.weight === b.weight ? 0 : a.weight > b.weight ? -1 : 1));
}

/**
 * The mistakes of one kind in each turn without which some secrets are left.
 * @type {(game: Game, turns: Turn[], kind: "score" | "guess", errors: typeof wrongScores) => Mistake[]}
 */
function singleMistakes(game, turns, kind, errors) {
  return turns.flatMap((entered, place) => {
    const secrets = game.agreeing(turns.toSpliced(place, 1));
    if (!secrets.length) return [];
    return errors(game, entered, secrets).flatMap(({ meant, chance }) => {
      const rescued = game.agreeing(game.noise ? turns.with(place, meant) : [meant], secrets);
      const weight = chance * weightOf(game, rescued, turns.with(place, meant));
      return rescued.length ? [{ kind, turn: place + 1, entered, meant, rescued, weight }] : [];
    });
  });
}

/**
 * The weight of some secrets: by the prior, and by the ways to tell the turns; mistakes.weight_of.
 * @type {(game: Game, secrets: Uint32Array, turns: Turn[]) => bigint}
 */
function weightOf(game, secrets, turns) {
  if (!game.noise) return BigInt(game.weigh(secrets));
  const codes = turns.map(({ guess }) => game.codes(guess, secrets));
  /** @type {(total: bigint, secret: number, i: number) => bigint} */
  const add = (total, secret, i) => total + BigInt(game.weight(secret)) * ways(turns, i);
  /** @type {(some: Turn[], i: number) => bigint} */
  const ways = (some, i) => {
    let lies = 0;
    return some.reduce((product, { code }, turn) => {
      const factor = waysToTell(game, codes[turn][i], code, lies);
      lies += Number(codes[turn][i] !== code);
      return product * BigInt(factor);
    }, 1n);
  };
  return [...secrets].reduce(add, 0n);
}

/**
 * In how many ways a score is told as another after so many lies; lies.ways_told.
 * @type {(game: Game, code: number, answer: number, lies: number) => number}
 */
function waysToTell({ noise, rule }, code, answer, lies) {
  if (!noise) return Number(code === answer);
  if (code === rule.win || answer === rule.win) return code === answer ? noise.whole : 0;
  if (noise.ways.length) return noise.ways[noise.toldAs[code].indexOf(answer)] ?? 0;
  if (lies >= noise.lies) return code === answer ? noise.whole : 0;
  return code === answer ? noise.truly : noise.falsely;
}

/** @type {(game: Game, turns: Turn[], secret: string) => Turn[]} */
export const wrongTurns = (game, turns, secret) =>
  turns.filter(({ guess, code }) => !game.tells(game.code(guess, secret), code));

/**
 * Turns, the last as the win if its score can mean nothing else; mistakes.with_win.
 * @type {(game: Game, turns: Turn[]) => Turn[]}
 */
export function withWin(game, turns) {
  if (!turns.length) return turns;
  const { guess, code } = last(turns);
  if (game.noise || !game.rule.mayMeanWin(code, game.length) || game.agreeing(turns).length) return turns;
  const won = [...turns.slice(0, -1), { guess, code: game.rule.win }];
  return game.agreeing(won).length ? won : turns;
}

/**
 * The turns, by number, that were made while an earlier one was entered wrongly; mistakes.mistaken.
 * @type {(made: Turn[][]) => number[]}
 */
export function mistaken(made) {
  const text = (/** @type {Turn[]} */ turns) => turns.map(({ guess, code }) => `${guess}=${code}`).join();
  /** @type {string[]} */
  const believed = [];
  /** @type {Turn[]} */
  let before = [];
  for (const turns of made) {
    believed.length = Math.min(believed.length, turns.length);
    for (let n = believed.length; n < turns.length; n++)
      believed.push(text([...before.slice(0, n), ...turns.slice(before.length, n)]));
    before = turns;
  }
  return believed.flatMap((earlier, n) => (earlier === text(before.slice(0, n)) ? [] : [n + 1]));
}

/** @type {(game: Game, entered: Turn, secrets: Uint32Array) => Slip[]} */
function wrongScores(game, entered, secrets) {
  const mayWin = game.rule.mayMeanWin(entered.code, game.length);
  const codes = [...game.partition(entered.guess, secrets).keys()].flatMap((code) => game.noise?.toldAs[code] ?? code);
  const other = [...new Set(codes)].sort((a, b) => a - b).filter((code) => code !== entered.code);
  return other.map((code) => {
    const misses = game.rule.nearMisses(code, game.spell(entered.guess));
    const near = misses.includes(entered.code) ? NEAR / BigInt(misses.length) : 1n;
    return { meant: { guess: entered.guess, code }, chance: mayWin && code === game.rule.win ? NEAR << 53n : near };
  });
}

/** @type {(game: Game, entered: Turn) => Slip[]} */
function slips(game, entered) {
  const chance = game.find(entered.guess) < 0 ? KINDS_OF_SLIP.unlisted : KINDS_OF_SLIP.listed;
  const typed = game.numbers(entered.guess);
  const meant = game.guesses.filter((_, guess) => slipped(typed, game.letters(guess)));
  return meant.map((guess) => ({ meant: { guess, code: entered.code }, chance }));
}

/**
 * Whether one letter is replaced, or two neighbours are swapped.
 * @type {(typed: number[], word: Uint16Array) => boolean}
 */
function slipped(typed, word) {
  const differ = range(word.length).filter((place) => typed[place] !== word[place]);
  const [first, second] = differ;
  return (
    differ.length === 1 ||
    (differ.length === 2 && second === first + 1 && typed[first] === word[second] && typed[second] === word[first])
  );
}

// --- the review -----------------------------------------------------------------------------------

export const LARGEST = 1 << 28; // scores, some seconds in a worker; larger games are not played out: as in review.py

/**
 * How many guesses the strategy takes for each candidate; null if the game is too large or it is stuck.
 * @type {(game: Game, left: Uint32Array, options?: Options, first?: string | null) => number[] | null}
 */
export function lengths(game, left, options = {}, first = null) {
  if (game.noise || left.length * game.guesses.length > LARGEST) return null;
  const needed = new Map();
  /** @type {[left: Uint32Array, turns: Turn[], made: number, first: string | null][]} */
  const waiting = [[left, options.turns || [], 1, first]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [some, turns, made, fixed] = next;
    if (options.play && !fixed && (options.book === false || game.planned(turns) < 0)) {
      for (const [i, further] of options.play(some).entries()) needed.set(some[i], made - 1 + further);
      continue;
    }
    const guess = fixed || best(game, some, { ...options, turns });
    for (const [code, part] of game.partition(guess, some)) {
      if (code === game.rule.win) needed.set(part[0], made);
      else if (part.length === some.length && !fixed) return null;
      else waiting.push([part, [...turns, { guess, code }], made + 1, null]);
    }
  }
  return Array.from(left, (secret) => needed.get(secret));
}

/** @type {(game: Game, left: Uint32Array, played: number[] | null) => number | null} */
const mean = (game, left, played) =>
  played && left.reduce((total, secret, i) => total + game.weight(secret) * played[i], 0) / game.weigh(left);

/**
 * A turn judged by what was known at `left`, where the strategy would take the lengths `now`; and the lengths after it.
 * A guess made while an earlier turn was entered wrongly has no cost.
 * @type {(game: Game, turn: Turn, left: Uint32Array, now: number[] | null, options: Options, mistaken: boolean) =>
 *   Judged | null}
 */
function judge(game, turn, left, now, options, mistaken) {
  const { turns = [] } = options;
  const made = [...turns, turn];
  const after = game.noise ? game.agreeing(made) : game.agreeing([turn], left);
  if (!after.length) return null;
  const end = turn.code === game.rule.win;
  const [before, heard] = [game.hears(turns), end ? game : game.hears(made)];
  const [guess, mine] = [best(before, left, options), measured(before, left, turn.guess)];
  const first = turn.guess === guess ? now : lengths(game, left, options, turn.guess);
  const then = first
    ? lengthsAfter(left, first, after)
    : end
      ? null
      : lengths(game, after, { ...options, turns: made });
  const [needs, needsMine] = [mean(game, left, now), mean(game, left, first)];
  const needsAfter = end ? 0 : mean(game, after, then);
  const lost = needs === null || needsMine === null ? null : rounded(needsMine - needs);
  const cost = mistaken ? null : lost;
  const luck = needsMine === null || needsAfter === null ? null : rounded(needsMine - 1 - needsAfter);
  const advised = turn.guess === guess ? mine : measured(before, left, guess);
  const best_ = cost === null || cost > 0 ? advised : mine;
  const gained = bitsGained(before, left, heard, after);
  const counted = { gained, needs, needsAfter, cost, lost, luck };
  const weighed = before.isWeighed(left);
  return { turn, left, after, heard, weighed, then, mine, advised, best: best_, mistaken, ...counted };
}

/** @type {(number: number) => number} */
const rounded = (number) => Math.round(number * 1e9) / 1e9 + 0;

/**
 * How many bits a score told: of true answers, how often it halved what was left.
 * @type {(game: Game, left: Uint32Array, heard: Game, after: Uint32Array) => number}
 */
function bitsGained(game, left, heard, after) {
  const [all, some] = [game.weigh(left), heard.weigh(after)];
  if (!game.noise) return Math.log2(all / some);
  const shares = heard.weightsOf(after).map((weight) => weight / some);
  return sum(shares.map((share, i) => share * Math.log2((share * all) / game.weight(after[i]))));
}

/** @type {(left: Uint32Array, played: number[], remaining: Uint32Array) => number[]} */
function lengthsAfter(left, played, remaining) {
  const still = new Set(remaining);
  return played.filter((_, i) => still.has(left[i])).map((length) => length - 1);
}

/**
 * Each turn judged by what was known when it was made, with the right score if it was wrong and all are true, and
 * the sum of the game; `mistaken` turns, by number, are not judged: review.review.
 * @type {(game: Game, turns: Turn[], options?: Options, secret?: string | null, mistaken?: number[]) => Review}
 */
export function review(game, turns, options = {}, secret = null, mistaken = []) {
  const judged = (/** @type {Options} */ some) => reviewed(game, turns, some, secret, mistaken);
  if (game.noise || game.secrets.length * game.guesses.length > LARGEST) return judged(options);
  return playing(game, options, (play) => judged({ ...options, play }));
}

/** @type {(game: Game, turns: Turn[], options: Options, secret: string | null, mistaken: number[]) => Review} */
function reviewed(game, turns, options, secret, mistaken) {
  const whole = lengths(game, game.everything, { ...options, turns: [] });
  const won = turns.length > 0 && last(turns).code === game.rule.win;
  const revealed = secret ?? (won ? last(turns).guess : null);
  const known = revealed && (!game.table || game.findSecret(revealed) >= 0);
  const wrong = known ? wrongTurns(game, turns, revealed) : [];
  const right = (/** @type {Turn} */ turn) => ({ guess: turn.guess, code: game.code(turn.guess, revealed || "") });
  const slips = game.noise ? [] : wrong; // a false answer is a part of the game
  const played = turns.map((turn) => (slips.includes(turn) ? right(turn) : turn));
  let [left, now] = [game.everything, whole];
  /** @type {Judged[]} */
  const judged = [];
  for (const [i, turn] of played.entries()) {
    const wrongly = mistaken.includes(i + 1) || turns.slice(0, i).some((earlier) => slips.includes(earlier));
    const judgement = judge(game, turn, left, now, { ...options, turns: played.slice(0, i) }, wrongly);
    if (!judgement) break;
    judged.push(judgement);
    [left, now] = [judgement.after, judgement.then];
    if (turn.code === game.rule.win) break;
  }
  const total = (/** @type {Judged[]} */ some) => {
    const costs = some.map(({ lost }) => lost).filter((lost) => lost !== null);
    return costs.length && costs.length === some.length ? sum(costs) : null;
  };
  return {
    judged,
    turns,
    won,
    secret: revealed,
    needsForIt: (revealed && whole?.[game.findSecret(revealed)]) || null,
    wrong,
    needs: judged.length ? judged[0].needs : null,
    cost: total(judged.filter((turn) => !turn.mistaken)),
    excused: total(judged.filter((turn) => turn.mistaken)),
    rest: judged.length && judged.length === turns.length ? last(judged).needsAfter : null,
  };
}
