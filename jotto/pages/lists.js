// The lists of games: those that go on, and those that are finished, with statistics; of this device, and of a server.
import { count, dayOf, fixed } from "./numbers.js";
import { say, sentence } from "./sentences.js";
import { sum } from "./text.js";

/** @import { Finished, Going, Home, Over, Tally } from "./types.js" */

const FOUND = ["found", "won", "drawn"];
const MATCH = /^[A-Z2-9]{6}-[01]$/; // the name of a match
const ENDED = ["won", "drawn", "lost"]; // results of games against somebody

/**
 * A time as people say it: today, yesterday, or the date.
 * @type {(time: number, today?: Date) => string}
 */
export function when(time, today = new Date()) {
  const then = new Date(time);
  /** @type {(date: Date) => number} */
  const day = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000;
  const month = then.toLocaleString("en", { month: "long" });
  const year = then.getFullYear() === today.getFullYear() ? "" : ` ${then.getFullYear()}`;
  const name = { 0: "Today", 1: "Yesterday" }[day(today) - day(then)] || `${then.getDate()} ${month}${year}`;
  return `${name} ${then.toTimeString().slice(0, 5)}`;
}

/**
 * Games, each once, the last one first.
 * @type {<T extends { time: number }>(games: T[], same: (game: T) => string) => T[]}
 */
const latest = (games, same) =>
  [...new Map(games.map((game) => [same(game), game])).values()].sort((a, b) => b.time - a.time);

/**
 * The games that are begun and not over, the one changed last first.
 * @type {(games: Going[]) => Home}
 */
export function home(games) {
  const title = (/** @type {Going} */ game) => `${when(game.time)}, ${game.title || "a game"}`;
  return { games: latest(games, ({ path }) => path).map((game) => ({ path: game.path, title: title(game) })) };
}

/** @type {(game: Over) => boolean} */
const isFound = ({ result, by }) => FOUND.includes(result) && !by;
/** @type {(game: Over) => string} */
function titleOf(game) {
  const { time, word, made, result, by, called = "" } = game;
  const facts = { word: word || null, made, result: ENDED.includes(result) ? result : null, by: by || null };
  const ended = say(sentence(isFound(game) ? "listed: found" : "listed: not found", facts));
  return `${when(time)}, ${called && `${called}, `}${ended}`;
}

/**
 * Counted are the games of one board in which jotto advised, by what they are called; the tallies have those without
 * advice, and a line the matches. `earlier`: there are others, which a server has not sent.
 * @type {(games: Over[], earlier?: boolean) => Finished}
 */
export function allFinished(games, earlier = false) {
  const all = latest(games, ({ name }) => name);
  const listed = all.map((game) => ({ title: titleOf(game), name: game.several ? "" : game.name }));
  const won = all.filter(isFound);
  const advised = won.filter(({ several, daily, name }) => !several && daily === undefined && !MATCH.test(name));
  const counts = byGame(advised).map(([called, some]) => {
    const made = some.map((game) => game.made);
    const least = Math.min(...made);
    /** @type {(number: number) => [guesses: number, games: number]} */
    const counted = (number) => [number, made.filter((other) => other === number).length];
    const numbers = Array.from({ length: Math.max(...made) - least + 1 }, (_, i) => counted(least + i));
    const mean = `${fixed(sum(made) / made.length, 2)} guesses on average`;
    return { title: `${called || "Games"} with jotto's advice: ${mean}`, numbers };
  });
  const only = earlier ? [`These are the last ${count(all.length, "game")}; jotto history has all.`] : [];
  const said = [`${count(all.length, "game")}, ${won.length} found`, ...results(all), ...only];
  return { games: listed, said, counts, tallies: tallies(games) };
}

/**
 * Games by what they are called, the one played last first.
 * @type {(games: Over[]) => [called: string, games: Over[]][]}
 */
function byGame(games) {
  const sorted = [...games].sort((a, b) => b.time - a.time);
  return [...new Set(sorted.map(({ called = "" }) => called))].map((name) => [
    name,
    games.filter(({ called = "" }) => called === name),
  ]);
}

/** @type {(games: Over[]) => Finished["tallies"]} */
export const tallies = (games) =>
  byGame(games).flatMap(([called, some]) => {
    const counted = tally(some);
    return counted ? [{ called, ...counted }] : [];
  });

/** @type {(games: Over[]) => string[]} */
function results(games) {
  const ended = games.map(({ result }) => result).filter((result) => ENDED.includes(result));
  const [won, drawn, lost] = ENDED.map((name) => ended.filter((result) => result === name).length);
  if (!ended.length) return [];
  const [, most] = runs(ended.map((result) => result === "won"));
  const inRow = most > 1 ? `; ${most} won in a row at best` : "";
  return [`${won} won, ${drawn} drawn, ${lost} lost against somebody${inRow}`];
}

const DAY = 86_400_000; // milliseconds

/**
 * How long the last run of true values is, and the longest.
 * @type {(values: boolean[]) => [last: number, best: number]}
 */
function runs(values) {
  const lengths = values
    .map((value) => (value ? "x" : " "))
    .join("")
    .split(" ")
    .map(({ length }) => length);
  return [lengths[lengths.length - 1], Math.max(...lengths)];
}

/**
 * How the games went whose secrets the page kept: those found in a row, words of a day found on days in a row, and
 * the games of one board by the number of guesses. Null if there are none.
 * @type {(games: Over[], today?: Date) => Tally | null}
 */
export function tally(games, today = new Date()) {
  const all = latest(
    games.filter((game) => game.daily !== undefined),
    ({ name }) => name,
  ).reverse();
  if (!all.length) return null;
  const found = all.filter(isFound);
  const [now, best] = runs(all.map(isFound));
  const made = found.filter(({ several }) => !several).map((game) => game.made);
  const counted = Array.from({ length: Math.max(0, ...made) }, (_, i) => made.filter((n) => n === i + 1).length);
  const dates = found.filter((game) => game.daily).map(({ daily }) => Date.parse(daily || "") / DAY);
  const day = Date.parse(dayOf(today)) / DAY;
  const since = Math.min(day, ...dates);
  const dated = Array.from({ length: day - since + 1 }, (_, i) => dates.includes(since + i));
  const [days, longest] = runs(dated[dated.length - 1] ? dated : dated.slice(0, -1)); // today's is still to come
  const mean = made.length ? sum(made) / made.length : null;
  return {
    facts: { games: all.length, found: found.length, mean, now, longest: best },
    days: dates.length ? { days, best: longest } : null,
    counts: counted.map((many, i) => [i + 1, many]),
  };
}
