// Looking back: single mistakes when nothing fits, and the review of a game. The twin of explain in
// jotto/assistant/doctor.py, and of jotto/assistant/review.py without its sentences and its page.
import { best, measured, range } from "./engine.js";
import { objection } from "./text.js";

// --- single mistakes ------------------------------------------------------------------------------

const NEAR = 2520n << 53n; // a near miss, before it is divided by their number; doctor.py says why
const KINDS_OF_SLIP = { listed: NEAR / 126n, unlisted: NEAR };

// Every single mistake that explains why no secret fits, the likeliest first; doctor.explain.
export function mistakes(game, turns) {
  if (!turns.length || game.agreeing(turns).length) return [];
  const suspects = turns
    .map((told, i) => [i, told, game.agreeing(turns.filter((_, j) => j !== i))])
    .filter(([, , secrets]) => secrets.length);
  const made = [
    ["score", wrongScores],
    ["guess", slips],
  ].flatMap(([kind, errors]) =>
    suspects.flatMap(([i, told, secrets]) =>
      errors(game, told, secrets).map(([meant, rescued, chance]) => ({
        kind,
        turn: i + 1,
        told,
        meant,
        rescued,
        weight: chance * BigInt(game.weigh(rescued)),
      })),
    ),
  );
  if (!game.closed && !turns.some(({ guess, code }) => objection(game.rule, game.spell(guess), code))) {
    const won = turns.some(({ guess, code }) => code === game.rule.win && !wrongTurns(game, turns, guess).length);
    const weight = (won ? 2n * NEAR : 1n) * BigInt(game.weigh(game.everything));
    made.push({ kind: "word", turn: null, told: null, meant: null, rescued: new Uint32Array(0), weight });
  }
  return made.sort((one, other) => (one.weight === other.weight ? 0 : one.weight > other.weight ? -1 : 1));
}

export const wrongTurns = (game, turns, secret) => turns.filter(({ guess, code }) => game.code(guess, secret) !== code);

// Turns, the last as the win if its score can mean nothing else; doctor.with_win.
export function withWin(game, turns) {
  const { guess, code } = turns.at(-1) || {};
  const won = [...turns.slice(0, -1), { guess, code: game.rule.win }];
  return turns.length &&
    game.rule.mayMeanWin(code, game.length) &&
    !game.agreeing(turns).length &&
    game.agreeing(won).length
    ? won
    : turns;
}

function wrongScores(game, told, secrets) {
  const mayWin = game.rule.mayMeanWin(told.code, game.length);
  return [...game.partition(told.guess, secrets)].map(([code, part]) => {
    const misses = game.rule.nearMisses(code, game.spell(told.guess));
    const near = misses.includes(told.code) ? NEAR / BigInt(misses.length) : 1n;
    return [{ guess: told.guess, code }, part, mayWin && code === game.rule.win ? NEAR << 53n : near];
  });
}

function slips(game, told, secrets) {
  const chance = game.find(told.guess) < 0 ? KINDS_OF_SLIP.unlisted : KINDS_OF_SLIP.listed;
  const typed = game.numbers(told.guess);
  return range(game.guesses.length)
    .filter((guess) => slipped(typed, game.letters(guess)))
    .flatMap((at) => {
      const guess = game.guesses[at];
      const codes = game.codes(guess, secrets);
      const rescued = secrets.filter((_, i) => codes[i] === told.code);
      return rescued.length ? [[{ guess, code: told.code }, rescued, chance]] : [];
    });
}

// Whether one letter is replaced, or two neighbours are swapped.
function slipped(typed, word) {
  const differ = range(word.length).filter((place) => typed[place] !== word[place]);
  const [one, other] = differ;
  return (
    differ.length === 1 ||
    (differ.length === 2 && other === one + 1 && typed[one] === word[other] && typed[other] === word[one])
  );
}

// --- the review -----------------------------------------------------------------------------------

const LARGEST = 1 << 26; // scores, about a second; larger games are not played out

// How many guesses the strategy takes for each candidate; null if the game is too large or it is stuck.
function lengths(game, left, options = {}, first = null) {
  if (left.length * game.guesses.length > LARGEST) return null;
  const each = new Map();
  const waiting = [[left, options.turns || [], 1, first]];
  while (waiting.length) {
    const [some, turns, made, fixed] = waiting.pop();
    const guess = fixed || best(game, some, { ...options, turns });
    for (const [code, part] of game.partition(guess, some)) {
      if (code === game.rule.win) each.set(part[0], made);
      else if (part.length === some.length && !fixed) return null;
      else waiting.push([part, [...turns, { guess, code }], made + 1, null]);
    }
  }
  return Array.from(left, (secret) => each.get(secret));
}

// Each turn judged by what was known when it was made, and the sum of the game; review.review.
export function review(game, turns, secret = null, options = {}) {
  const won = turns.length > 0 && turns.at(-1).code === game.rule.win;
  const revealed = secret ?? (won ? turns.at(-1).guess : null);
  const mean = (some, found) =>
    found && some.reduce((total, each, i) => total + game.weight(each) * found[i], 0) / game.weigh(some);
  const less = (one, other, more) =>
    one === null || other === null ? null : Math.round((one - other - more) * 1e9) / 1e9 + 0;
  let left = game.everything;
  let now = lengths(game, left, { ...options, turns: [] });
  const whole = now;
  const judged = [];
  for (const [i, turn] of turns.entries()) {
    const made = turns.slice(0, i);
    const after = game.agreeing([turn], left);
    if (!after.length) break;
    const advised = best(game, left, { ...options, turns: made });
    const mine = turn.guess === advised ? now : lengths(game, left, { ...options, turns: made }, turn.guess);
    const kept = new Set(after);
    const end = turn.code === game.rule.win;
    const then = mine
      ? mine.filter((_, j) => kept.has(left[j])).map((length) => length - 1)
      : end
        ? null
        : lengths(game, after, { ...options, turns: turns.slice(0, i + 1) });
    const [needs, needsMine, needsAfter] = [mean(left, now), mean(left, mine), end ? 0 : mean(after, then)];
    const told = Math.log2(game.weigh(left) / game.weigh(after));
    const worth = [turn.guess, advised].map((guess) => measured(game, left, guess));
    judged.push({
      turn,
      before: left.length,
      after: after.length,
      mine: worth[0],
      advised: worth[1],
      told,
      needs,
      needsMine,
      needsAfter,
      cost: less(needsMine, needs, 0),
      luck: less(needsMine, needsAfter, 1),
    });
    [left, now] = [after, then];
    if (end) break;
  }
  const sum = (name) =>
    judged.length && judged.every((one) => one[name] !== null)
      ? judged.reduce((total, one) => total + one[name], 0)
      : null;
  const listed = revealed === null ? -1 : game.findSecret(revealed);
  return {
    judged,
    turns,
    won,
    secret: revealed,
    made: turns.length,
    needs: judged.length ? judged[0].needs : null,
    cost: sum("cost"),
    luck: sum("luck"),
    rest: judged.length && judged.length === turns.length ? judged.at(-1).needsAfter : null,
    needsForIt: whole && listed >= 0 ? whole[listed] : null,
    wrong: revealed === null ? [] : wrongTurns(game, turns, revealed),
  };
}
