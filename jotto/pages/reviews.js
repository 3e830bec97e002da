// What is said of a game that is over: the sum that explains it, a text to share, and the facts of its report. The twin
// of the second half of jotto/assistant/review.py.
import { review, withWin } from "./hindsight.js";
import { fixed, grouped } from "./numbers.js";
import { sentence, say } from "./sentences.js";
import { noun } from "./session.js";
import { last, remembered } from "./text.js";
import { wrongScore } from "./view.js";

/** @import { Account, Ending, Finish, Game, Judged, Kit, Report, Review, Turn } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @typedef {Pick<Review, "needs" | "cost" | "excused" | "rest" | "turns" | "won">} Sums */

const FEW = 8; // words that are listed, not only counted
const FELT = 0.2; // guesses; so much luck is named
/** @type {Record<string, string>} */
export const PEGS = { G: "●", Y: "○", B: "·" };
/** @type {Record<string, string>} */
export const SQUARES = { G: "🟩", Y: "🟨", B: "⬛" };

/** @type {(game: Game, texts: string[]) => Turn[]} */
export const readTurns = (game, texts) =>
  texts.map((text) => {
    const at = text.lastIndexOf("="); // an equation has one, too
    return { guess: text.slice(0, at), code: game.rule.texts.indexOf(text.slice(at + 1)) };
  });

/**
 * The reviews of a record by player.
 * @type {(kit: Kit, record: Finish) => { game: Game, found: Record<string, Review> }}
 */
export function reviewsOf(kit, { turns, secret, theirs, own, refused, mistaken = [] }) {
  const { measure, allow } = kit; // a game is judged by all words, played fast
  return remembered(kit.game, `reviews ${JSON.stringify([turns, secret, theirs, own, refused, mistaken])}`, () => {
    const game = refused.length ? kit.game.without(refused) : kit.game;
    const looked = (/** @type {string[]} */ texts, /** @type {string | null} */ word, /** @type {number} */ side) =>
      review(game, withWin(game, readTurns(game, texts)), { measure, allow }, word, mistaken[side]);
    const found = { You: looked(turns, secret, 0), ...(theirs.length ? { They: looked(theirs, own, 1) } : {}) };
    return { game, found };
  });
}

// --- the sum and the text -------------------------------------------------------------------------

/** @type {(value: number) => number} */
const hundredths = (value) => Number(fixed(value, 2));

/** @type {(lost: number, by: string) => Sentence} */
const changed = (lost, by) =>
  lost <= -0.005 ? sentence("sum: saved", { lost: -lost, by }) : sentence("sum: lost", { lost: Math.abs(lost), by });

/**
 * The sum that explains a game: what is needed on average, lost by guesses and by luck; nothing if a term is not known.
 * @type {(who: string, review: Sums) => Sentence[]}
 */
export function addUp(who, played) {
  const numbers = [played.needs, played.cost, played.rest].filter((value) => typeof value === "number");
  if (numbers.length < 3) return [];
  const [needs, cost, rest] = numbers.map(hundredths);
  const made = played.turns.length;
  const excused = played.excused === null ? null : hundredths(played.excused);
  const luck = hundredths(needs + cost + (excused || 0) - made - rest);
  return [
    sentence("sum: needs", { needs }),
    changed(cost, who === "You" ? "yours" : "theirs"),
    ...(excused === null ? [] : [changed(excused, "error")]),
    changed(-luck, luck >= 0 ? "luck" : "bad luck"),
    played.won ? sentence("sum: found", { made }) : sentence("sum: to go", { total: made + rest, made, rest }),
  ];
}

/**
 * A report without spoilers: all scores, and how many candidates each left if known.
 * @type {(game: Game, reviews: Record<string, Review>) => string}
 */
function shared(game, reviews) {
  const players = Object.entries(reviews);
  const lines = players.flatMap(([who, { judged, needs, turns, won }]) => {
    const side = players.length > 1 ? who : "";
    const signs = game.rule.tiles ? SQUARES : PEGS;
    const left = judged
      .filter(({ turn }) => turn.code !== game.rule.win)
      .map(({ after }) => ` ${grouped(after.length)}`);
    const rows = turns.map((turn, index) => {
      const drawn = [...game.rule.marks(turn.code, game.length)].map((mark) => signs[mark]).join("");
      return (drawn || game.rule.texts[turn.code]) + (left[index] || "");
    });
    return [say(sentence("shared: a game", { side, made: turns.length, won, needs })), ...rows];
  });
  return lines.join("\n");
}

/** @type {(sums: Sums) => number | null} */
function luckOf({ needs, cost, excused, rest, turns }) {
  if (needs === null || cost === null || rest === null) return null;
  return needs + cost + (excused || 0) - turns.length - rest;
}

/**
 * Skill and luck as two numbers of 0 to 99; none if they are not known: review.skill_and_luck.
 * @type {(sums: Sums) => number[]}
 */
export function skillAndLuck(sums) {
  const luck = luckOf(sums);
  if (luck === null) return [];
  const [skill, share] = [99 * 0.5 ** Math.max(Number(sums.cost), 0), 99 / (1 + 0.25 ** luck)];
  return [skill, share].map((number) => Math.floor(number + 0.5));
}

/** @type {(kit: Kit, record: Finish) => Ending} */
export function summed(kit, record) {
  const { game, found } = reviewsOf(kit, record);
  const lines = Object.entries(found).map(([who, each]) => addUp(who, each).map(say).join(" "));
  const reviews = Object.values(found);
  const sums = reviews.map((each) => ({ cost: each.cost, luck: luckOf(each) }));
  return { said: lines.filter(Boolean), sums, points: reviews.map(skillAndLuck), text: shared(game, found) };
}

// --- the report -----------------------------------------------------------------------------------

/**
 * How good a guess and how lucky its score were.
 * @type {(game: Game, turn: Judged) => Sentence}
 */
function judgement(game, { turn, mine, best, cost, mistaken, luck }) {
  const [guess, more] = [game.shown(best.guess), cost ?? best.bits - mine.bits];
  const better = cost === null ? sentence("tells more", { guess, more }) : sentence("saves guesses", { guess, more });
  const alike = more < 0.005 ? sentence("as good as", { guess }) : better;
  const own = best.guess === turn.guess ? sentence("jotto's own guess") : alike;
  const first = mistaken ? sentence("made in error") : own;
  if (luck === null || Math.abs(luck) < FELT) return first;
  return sentence("and", { first, second: sentence(luck > 0 ? "a lucky score" : "an unlucky score") });
}

/**
 * The letters that are in all words that are left, and in none of them.
 * @type {(game: Game, left: Uint32Array) => Sentence | null}
 */
function letters(game, left) {
  const words = Array.from(left, (secret) => new Set(game.spell(game.secrets[secret])));
  const inside = game.alphabet.filter((letter) => words.every((word) => word.has(letter)));
  const out = game.alphabet.filter((letter) => !words.some((word) => word.has(letter)));
  if (!inside.length && !out.length) return null;
  const [all, none] = [inside, out].map((some) => some.join(" ") || sentence("none known"));
  return sentence("hint: known letters", { inside: all, out: none });
}

/**
 * A turn of the report; `told` is how it was entered.
 * @type {(game: Game, judged: Judged, told: Turn) => Account["turns"][0]}
 */
function turnOf(game, judged, told) {
  const { turn, left, after, heard, mine, best, gained, cost, luck } = judged;
  const found = turn.code === game.rule.win;
  const few = !found && after.length <= FEW;
  return {
    guess: turn.guess,
    score: game.rule.texts[turn.code],
    wrong: told.code === turn.code ? "" : game.rule.texts[told.code],
    marks: game.rule.marks(turn.code, game.length),
    before: left.length,
    after: after.length,
    left: found ? null : sentence("left of", { left: after.length, before: left.length, noun: noun(game) }),
    ...{ bits: mine.bits, best: best.guess, bestBits: best.bits, gained, cost, luck },
    judgement: judgement(game, judged),
    words: few ? heard.likeliest(after).map((word) => game.shown(word)) : [],
    letters: found || few || !game.rule.ofWords ? null : letters(game, after),
  };
}

/** @type {(game: Game, who: string, review: Review) => Account} */
function accountOf(game, who, each) {
  const { judged, turns, won, secret, wrong, needs, needsForIt } = each;
  const word = secret === null ? sentence("the secret") : game.shown(secret);
  const counted = needs !== null || !judged.length;
  const notes = counted ? [] : [sentence("cost not counted", { lies: Boolean(game.noise) })];
  notes.push(...wrong.map((turn) => wrongScore(game, turn, secret || "")));
  const ended = judged.length && last(judged).turn.code === game.rule.win;
  if (judged.length < turns.length && !ended) notes.push(sentence("not judged", { turn: judged.length + 1 }));
  return {
    verdict: sentence("a verdict", {
      who: sentence(who === "You" ? "head: you" : "head: they"),
      won,
      word,
      made: turns.length,
    }),
    needs: needs === null ? null : sentence("jotto needs", { needs, guesses: needsForIt }),
    sum: addUp(who, each),
    points: skillAndLuck(each),
    turns: judged.map((one, at) => turnOf(game, one, turns[at])),
    notes,
  };
}

/** @type {(kit: Kit, record: Finish) => Report} */
export function reportOf(kit, record) {
  const { game, found } = reviewsOf(kit, record);
  const { rule, length, alphabet, declared } = game;
  const players = Object.entries(found).map(([who, each]) => accountOf(game, who, each));
  const decided = ["won", "lost", "drawn"].includes(record.result);
  return {
    name: record.name,
    title: decided ? sentence("who won", { result: record.result, by: record.by }) : players[0].verdict,
    players,
    look: { alphabet: [...alphabet, ...declared], length, tiles: rule.tiles, coloured: rule.coloured },
    settings: kit.game.title,
  };
}
