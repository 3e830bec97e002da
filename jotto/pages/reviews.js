// What is said of a game that is over: the sum that explains it, a text to share, and the facts of its report. The twin
// of the second half of jotto/assistant/review.py.
import { review, withWin } from "./hindsight.js";
import { fixed, grouped } from "./numbers.js";
import { gameFacts, sentence, say } from "./sentences.js";
import { noun } from "./session.js";
import { last, remembered } from "./text.js";
import { wrongScore } from "./view.js";

/** @import { Account, Advice, Ending, Finish, Game, Judged, Kit, Report, Review, Turn } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @typedef {Pick<Review, "needs" | "cost" | "excused" | "rest" | "turns" | "won">} Sums */

const FEW = 8; // words that are listed, not only counted
const FELT = 0.2; // guesses; so much luck is named
const SAME = 0.005; // guesses, or bits: what differs by less is as good
const DEAR = 0.095; // guesses; so high a cost is named
const DEAREST = 3; // turns that cost most
const SKILLS = [99, 80, 50, 0]; // from these on a game is perfect, strong, good or rough
const LUCKY = 70; // of 99; so much luck is named
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
 * The luck of a game as it is written: what is left of the other terms as they are written.
 * @type {(played: Sums) => number | null}
 */
function luckShown({ needs, cost, excused, rest, turns }) {
  if (needs === null || cost === null || rest === null) return null;
  const [all, lost, more, left] = [needs, cost, excused || 0, rest].map(hundredths);
  return hundredths(all + lost + more - turns.length - left);
}

/**
 * The sum that explains a game: what is needed on average, lost by guesses and by luck; nothing if a term is not known.
 * @type {(who: string, played: Sums) => Sentence[]}
 */
export function addUp(who, played) {
  const numbers = [played.needs, played.cost, played.rest].filter((value) => typeof value === "number");
  if (numbers.length < 3) return [];
  const [needs, cost, rest] = numbers.map(hundredths);
  const made = played.turns.length;
  const excused = played.excused === null ? null : hundredths(played.excused);
  const luck = Number(luckShown(played));
  return [
    sentence("sum: needs", { needs }),
    changed(cost, who === "You" ? "yours" : "theirs"),
    ...(excused === null ? [] : [changed(excused, "error")]),
    changed(-luck, luck >= 0 ? "luck" : "bad luck"),
    played.won ? sentence("sum: found", { made }) : sentence("sum: to go", { total: made + rest, made, rest }),
  ];
}

/**
 * How a match ended; who won, if both have names of their own.
 * @type {(named: Record<string, any>, reviews: Review[], names: (Sentence | string)[], result: string) => Sentence}
 */
function matchEnded(named, [mine, theirs], names, result) {
  const of = typeof names[0] === "string" ? { won: names[0], lost: names[1] }[result] : "";
  const facts = { won: mine.won, made: mine.won ? mine.turns.length : null, mine: names[0] };
  const others = { found: theirs.won, guesses: theirs.won ? theirs.turns.length : null, theirs: names[1] };
  return sentence("shared: a match", { winner: of || "", draw: result === "drawn", ...facts, ...others, ...named });
}

/**
 * A report without spoilers: all scores, and how many candidates each left if known; of a match first how it ended.
 * @type {(game: Game, reviews: Record<string, Review>, record: Pick<Finish, "players" | "result">) => string}
 */
function shared(game, reviews, { players, result }) {
  const all = Object.values(reviews);
  const named = gameFacts(game.rule.called);
  const names = players || [sentence("match: me"), sentence("match: them")];
  const head = all.length > 1 ? [say(matchEnded(named, all, names, result))] : [];
  const lines = all.flatMap(({ judged, needs, turns, won }, at) => {
    const signs = game.rule.tiles ? SQUARES : PEGS;
    const left = judged
      .filter(({ turn }) => turn.code !== game.rule.win)
      .map(({ after }) => ` ${grouped(after.length)}`);
    const rows = turns.map((entered, index) => {
      const turn = judged[index]?.turn || entered; // with the right score
      const drawn = [...game.rule.marks(turn.code, game.length)].map((mark) => signs[mark]).join("");
      return (drawn || game.rule.texts[turn.code]) + (left[index] || "");
    });
    const facts = { ...named, made: turns.length, won, needs };
    return [say(head.length ? names[at] : sentence("shared: a game", facts)), ...rows];
  });
  return [...head, ...lines].join("\n");
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
  const sums = reviews.map((each) => ({ cost: each.cost, luck: luckShown(each) }));
  return { said: lines.filter(Boolean), sums, points: reviews.map(skillAndLuck), text: shared(game, found, record) };
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
 * That a score was neither lucky nor unlucky, also where it left far fewer or more words than the average.
 * @type {(game: Game, judged: Judged) => Sentence}
 */
function even(game, { turn, after, mine }) {
  const than = 2 * after.length <= mine.expectedLeft ? "fewer" : after.length >= 2 * mine.expectedLeft ? "more" : "";
  if (!than || turn.code === game.rule.win) return sentence("luck: average");
  return sentence("luck: even", { than, noun: noun(game) });
}

/**
 * What a guess and its score were worth, in whole sentences; `entered` is the score that was entered.
 * @type {(game: Game, judged: Judged, entered: Turn) => Sentence[]}
 */
function told(game, judged, entered) {
  const { turn, left, after, heard, luck } = judged;
  const [one, kind, score] = [left.length === 1, noun(game), game.rule.texts[turn.code]];
  const said = one && turn.guess === judged.advised.guess ? [] : [compared(game, judged), ...moreOf(judged)];
  if (entered.code !== turn.code)
    said.push(sentence("entered wrongly", { wrong: game.rule.texts[entered.code], score }));
  const words = heard
    .likeliest(after)
    .slice(0, FEW)
    .map((word) => game.shown(word));
  const facts = { after: after.length, noun: kind, words: likely(heard, after, words) };
  if (turn.code === game.rule.win) said.push(sentence("left: found", { noun: kind }));
  else said.push(after.length > FEW ? sentence("left: some", facts) : sentence("left: all", facts));
  if (luck === null || one) return said;
  if (Math.abs(luck) < FELT) return [...said, even(game, judged)];
  const over = after.length - judged.mine.expectedLeft;
  const than = judged.weighed && over * luck > 0 ? (over > 0 ? "more" : "fewer") : null;
  return [...said, sentence(luck > 0 ? "luck: good" : "luck: bad", { luck: Math.abs(luck), than })];
}

/**
 * The likeliest of some words, each with its chance unless all are alike; wording.likely.
 * @type {(game: Game, left: Uint32Array, words: string[]) => (string | Sentence)[]}
 */
function likely(game, left, words) {
  if (!game.isWeighed(left)) return words;
  const weights = game.weightsOf(left).sort((a, b) => b - a);
  const all = game.weigh(left);
  return words.map((word, at) => sentence("likely word", { word, chance: weights[at] / all }));
}

/**
 * Why the better guess leaves more words than another, if it does; wording.leaves_more.
 * @type {(best: Advice, other: Advice, weighed: boolean) => Sentence[]}
 */
export const leavesMore = (best, other, weighed) =>
  Number(fixed(best.expectedLeft, 1)) > Number(fixed(other.expectedLeft, 1))
    ? [sentence("leaves more", { weighed })]
    : [];

/** @type {(judged: Judged) => Sentence[]} */
function moreOf({ weighed, mine, advised, cost, mistaken }) {
  if (mistaken || (cost !== null && Math.abs(cost) < SAME)) return [];
  return cost !== null && cost < 0 ? leavesMore(mine, advised, weighed) : leavesMore(advised, mine, weighed);
}

/**
 * How many words my guess leaves on average, beside jotto's.
 * @type {(game: Game, judged: Judged) => Sentence}
 */
function leaves(game, { turn, left, mine, advised }) {
  const [before, kind] = [left.length, noun(game)];
  if (before === 1) return sentence("left: one", { before, noun: kind });
  const other = advised.guess === turn.guess ? {} : { best: game.shown(advised.guess), theirs: advised.expectedLeft };
  const facts = { guess: game.shown(turn.guess), mine: mine.expectedLeft, before, noun: kind };
  return sentence("left: expected", { ...facts, ...other });
}

/**
 * How many more guesses my guess takes than jotto's.
 * @type {(game: Game, judged: Judged) => Sentence}
 */
function compared(game, { turn, mine, advised, cost, mistaken }) {
  const [guess, best] = [turn.guess, advised.guess].map((word) => game.shown(word));
  const more = cost ?? advised.bits - mine.bits;
  if (guess === best) return sentence("cost: jotto's own", { guess });
  if (mistaken) return sentence("cost: not judged");
  if (Math.abs(more) < SAME || (cost === null && more < 0)) return sentence("cost: as good", { guess, best });
  if (cost === null) return sentence("cost: tells less", { best });
  return more > 0
    ? sentence("cost: more", { guess, best, more })
    : sentence("cost: better", { guess, best, more: -more });
}

/**
 * A turn of the report; `entered` is the score that was entered.
 * @type {(game: Game, judged: Judged, entered: Turn) => Account["turns"][0]}
 */
function turnOf(game, judged, entered) {
  const { turn, left, after, mine, advised, best, gained, cost, luck } = judged;
  const found = turn.code === game.rule.win;
  const shows = (/** @type {typeof mine} */ { guess, expectedLeft }) => ({
    guess: game.shown(guess),
    signs: game.spell(guess).map((sign) => game.shown(sign)),
    expected: expectedLeft,
  });
  return {
    guess: turn.guess,
    mine: shows(mine),
    advised: advised.guess === turn.guess ? null : shows(advised),
    score: game.rule.texts[turn.code],
    wrong: entered.code === turn.code ? "" : game.rule.texts[entered.code],
    marks: game.rule.marks(turn.code, game.length),
    before: left.length,
    after: found ? null : after.length,
    left: sentence("left: title", { before: left.length, noun: noun(game) }),
    ...{ bits: mine.bits, best: best.guess, gained, cost, luck },
    judgement: judgement(game, judged),
    leaves: leaves(game, judged),
    said: told(game, judged, entered),
    letters: found || after.length <= FEW || !game.rule.ofWords ? null : letters(game, after),
  };
}

/**
 * The turns that cost most, by number, the highest cost first.
 * @type {(game: Game, judged: Judged[], theirs: boolean) => Account["costly"]}
 */
function costly(game, judged, theirs) {
  const dear = judged.flatMap(({ turn: { guess }, best, cost }, at) =>
    cost !== null && cost >= DEAR ? [{ turn: at + 1, guess, best, cost }] : [],
  );
  dear.sort((a, b) => b.cost - a.cost || a.turn - b.turn);
  return dear.slice(0, DEAREST).map(({ turn, guess, best, cost }) => {
    const words = { guess: game.shown(guess), best: game.shown(best.guess) };
    const whose = theirs ? "theirs" : "mine";
    return { turn, said: sentence("costly turn", { whose, turn, more: cost, ...words }) };
  });
}

/**
 * A word for a game that was won, by its skill and luck.
 * @type {(won: boolean, points: number[]) => Sentence | null}
 */
function resultOf(won, [skill, luck]) {
  if (!won || skill === undefined) return null;
  const place = SKILLS.findIndex((most) => skill >= most);
  const felt = luck >= LUCKY ? "good" : luck <= 99 - LUCKY ? "bad" : "";
  return sentence("result", { skill: ["perfect", "strong", "good", "rough"][place], luck: felt });
}

/** How sentences name a player: the other one of a match by the name they gave. @type {(who: string, record: Finish) => Sentence | string} */
const namedIn = (who, { players }) => (who === "You" ? sentence("head: you") : players?.[1] || sentence("head: they"));

/** @type {(game: Game, who: string, each: Review, head: Sentence | string, several: boolean) => Account} */
function accountOf(game, who, each, head, several) {
  const { judged, turns, won, secret, wrong, needs, needsForIt } = each;
  const word = secret === null ? sentence("the secret") : game.shown(secret);
  const counted = needs !== null || !judged.length;
  const notes = counted ? [] : [sentence("cost not counted", { lies: Boolean(game.noise) })];
  notes.push(...wrong.map((turn) => wrongScore(game, turn, secret || "")));
  const ended = judged.length && last(judged).turn.code === game.rule.win;
  if (judged.length < turns.length && !ended) notes.push(sentence("not judged", { turn: judged.length + 1 }));
  const points = skillAndLuck(each);
  return {
    whose: several ? (who === "You" ? "mine" : "theirs") : "one",
    who: head,
    result: resultOf(won, points),
    verdict: sentence("a verdict", {
      who: head,
      won,
      word,
      made: turns.length,
    }),
    needs: needs === null ? null : sentence("jotto needs", { needs, guesses: needsForIt }),
    sum: addUp(who, each),
    points,
    costly: costly(game, judged, who !== "You"),
    turns: judged.map((one, at) => turnOf(game, one, turns[at])),
    notes,
  };
}

/** @type {(kit: Kit, record: Finish) => Report} */
export function reportOf(kit, record) {
  const { game, found } = reviewsOf(kit, record);
  const { tiles, coloured } = game.rule;
  const entries = Object.entries(found);
  const players = entries.map(([who, each]) => accountOf(game, who, each, namedIn(who, record), entries.length > 1));
  const decided = ["won", "lost", "drawn"].includes(record.result);
  const who = record.result === "drawn" ? null : namedIn(record.result === "won" ? "You" : "They", record);
  const { won, turns } = found.You;
  const title = decided ? sentence("who won", { who, draw: !who, by: record.by }) : players[0].verdict;
  return {
    title,
    head: entries.length > 1 ? title : sentence("in guesses", { won, made: turns.length, boards: null }),
    players,
    look: { tiles, coloured },
    settings: kit.game.title,
    text: shared(game, found, record),
  };
}
