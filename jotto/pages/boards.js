// The turns of several boards. The twin of jotto/assistant/boards.py.
import { range } from "./game.js";
import { Wrong, boardsNamed, last, readScore, scoreError } from "./text.js";

/** @import { Game, Turn } from "./types.js" */

/** The boards whose score comes next, by number from 0; none if all are found. */
/** @type {(boards: Turn[][], win: number) => number[]} */
export function toScore(boards, win) {
  const still = range(boards.length).filter((at) => !boards[at].length || last(boards[at]).code !== win);
  const fewest = Math.min(...still.map((at) => boards[at].length));
  return still.filter((at) => boards[at].length === fewest);
}

/** Add the score of a guess, or its scores on the boards that come next. */
/** @type {(boards: Turn[][], game: Game, guess: string, score: string) => Turn[][]} */
export function scored(boards, game, guess, score) {
  const { rule, length } = game;
  const [asked, given] = [toScore(boards, rule.win), boards.length > 1 ? score.split("+") : [score]];
  const places = asked.length ? asked : [0];
  const secrets = boards.map((turns) => (turns.length && last(turns).code === rule.win ? last(turns).guess : null));
  const still = secrets.filter((secret) => secret === null);
  const texts = places.length === still.length ? ofOpen(game, guess, given, secrets) : given;
  if (texts.length > places.length)
    throw scoreError(score, `these are ${texts.length} scores, for ${boardsNamed(places)}`);
  const codes = texts.map((text) => readScore(rule, text, length));
  return boards.map((turns, at) =>
    places.indexOf(at) in codes ? [...turns, { guess, code: codes[places.indexOf(at)] }] : turns,
  );
}

/** Drop the scores of boards that are found (their secrets, else null), if all have one. */
/** @type {(game: Game, guess: string, texts: string[], secrets: (string | null)[]) => string[]} */
function ofOpen(game, guess, texts, secrets) {
  const { rule, length } = game;
  if (texts.length !== secrets.length) return texts;
  return texts.filter((text, at) => {
    const secret = secrets[at];
    if (secret === null) return true;
    const right = game.code(guess, secret);
    if (![0, right].includes(readScore(rule, text, length))) {
      throw scoreError(text, `it cannot be: board ${at + 1} is found, and gives ${rule.texts[right]}; leave it out`);
    }
    return false;
  });
}

/** Replace the word of a turn, and its score on board `at`, or all its scores; the turns after a win go. */
/** @type {(boards: Turn[][], game: Game, number: number, guess: string, score: string | undefined, at: number | null) => Turn[][]} */
export function edited(boards, { rule, length }, number, guess, score, at) {
  const made = range(boards.length).filter((place) => boards[place].length >= number);
  const [places, texts] = [at === null ? made : [at], score ? score.split("+") : []];
  if (places.some((place) => !made.includes(place)) || (texts.length && texts.length !== places.length)) {
    throw new Wrong(`turn ${number}: ${boardsNamed(made)} had this turn; write a score for each, or name the board`);
  }
  const codes = new Map(texts.map((text, i) => [places[i], readScore(rule, text, length)]));
  return boards.map((turns, place) => {
    const changed = turns.map((turn, i) => (i === number - 1 ? { guess, code: codes.get(place) ?? turn.code } : turn));
    return changed.slice(0, [...changed.map((turn) => turn.code), rule.win].indexOf(rule.win) + 1);
  });
}
