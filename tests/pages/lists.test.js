// The lists of games that go on and of finished ones, with statistics, by hand.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { allFinished, home, when } from "../../jotto/pages/lists.js";
import "./games.js"; // with the sentences

const DAY = new Date(2026, 4, 20, 9, 5);

const over = (name, made, result, word = "", more = {}) => ({ name, time: Number(DAY), word, made, result, ...more });
const RECORDS = [
  over("a", 1, "found", "HATCH"),
  over("b", 3, "won", "HATCH", { by: "" }),
  over("c", 2, "won", "HATCH"),
  over("d", 3, "drawn", "MATCH"),
  over("e", 1, "lost"),
  over("f", 1, "given up"),
].map((game, minutes) => ({ ...game, time: game.time + 60000 * minutes }));

describe("finished games", () => {
  test("are counted, and the last one is the first of the list", () => {
    const { games, said, counts } = allFinished(RECORDS);
    // found in 1, 3, 2 and 3 guesses; won, won, drawn, lost
    assert.deepEqual(said, ["6 games, 4 found", "2 won, 1 drawn, 1 lost against somebody; 2 won in a row at best"]);
    const title = "Games with jotto's advice: 2.25 guesses on average";
    assert.deepEqual(counts, [
      {
        title,
        numbers: [
          [1, 1],
          [2, 1],
          [3, 2],
        ],
      },
    ]); // prettier-ignore
    assert.deepEqual(
      games.map(({ title }) => title.split(", ").slice(1).join(", ")),
      [
        "1 guess, not found",
        "1 guess, not found, lost",
        "found MATCH in 3 guesses, drawn",
        "found HATCH in 2 guesses, won",
        "found HATCH in 3 guesses, won",
        "found HATCH in 1 guess",
      ],
    );
  });
  test("are counted by their names, those without advice and matches apart", () => {
    const kept = { called: "Wordle", daily: "" };
    const { said, counts, tallies } = allFinished([
      over("x", 3, "found", "HATCH", { called: "Wordle" }),
      over("y", 6, "found", "HATCH", { called: "Jotto", time: 1 }),
      over("ABCDEF-0", 9, "won", "HATCH", { called: "Wordle" }),
      over("z", 5, "found", "HATCH", kept),
      over("w", 7, "given up", "HATCH", kept),
      over("v", 8, "found", "HATCH", { ...kept, called: "Jotto", time: 1 }),
    ]);
    assert.deepEqual(counts, [
      { title: "Wordle with jotto's advice: 3.00 guesses on average", numbers: [[3, 1]] },
      { title: "Jotto with jotto's advice: 6.00 guesses on average", numbers: [[6, 1]] },
    ]);
    assert.equal(said[1], "1 won, 0 drawn, 0 lost against somebody");
    const means = tallies.map(({ called, facts }) => [called, facts.games, facts.mean]);
    assert.deepEqual(means, [
      ["Wordle", 2, 5],
      ["Jotto", 1, 8],
    ]); // prettier-ignore
  });
  test("have a row for each number of guesses between the least and the most", () => {
    const { counts } = allFinished([over("a", 2, "found"), over("b", 4, "found")]);
    assert.deepEqual(counts[0].numbers, [
      [2, 1],
      [3, 0],
      [4, 1],
    ]);
  });
  test("say no more than there is", () => {
    assert.deepEqual(allFinished([]).said, ["0 games, 0 found"]);
    assert.deepEqual(allFinished([RECORDS[0]]).said, ["1 game, 1 found"]);
    const lost = ["1 game, 0 found", "0 won, 0 drawn, 1 lost against somebody"];
    assert.deepEqual(allFinished([RECORDS[4]]).said, lost);
  });
  test("won by time are not found, and of several boards there is no report", () => {
    const games = [over("a", 2, "won", "", { by: "time" }), over("b", 9, "found", "X+Y", { several: true })];
    const { said, counts, games: listed } = allFinished(games);
    assert.deepEqual([said[0], counts], ["2 games, 1 found", []]);
    assert.match(listed.find(({ name }) => name).title, /2 guesses, not found, won by time$/);
  });
  test("are listed and counted, each once", () => {
    const many = Array.from({ length: 39 }, (_, n) => over(String(n), 1, "found", "", { time: n }));
    const { games, counts } = allFinished([...many, ...many]);
    assert.deepEqual([games.length, games[0].name, counts[0].numbers], [39, "38", [[1, 39]]]);
  });
});

describe("games that go on", () => {
  test("are listed by the time of their last move, each once", () => {
    const game = (path, minutes, title = "1 guess, HATCH") => ({ path, time: Number(DAY) + 60000 * minutes, title });
    const { games } = home([game("/game/a", 1), game("/match/B", 3), game("/game/a", 2, "2 guesses")]);
    assert.deepEqual(
      games.map(({ path }) => path),
      ["/match/B", "/game/a"],
    );
    assert.match(games[1].title, /, 2 guesses$/);
  });
});

describe("a time", () => {
  const named = (...time) => when(Number(new Date(...time)), DAY);
  test("is of today or yesterday", () => {
    assert.equal(named(2026, 4, 20, 0, 7), "Today 00:07");
    assert.equal(named(2026, 4, 19, 23, 59), "Yesterday 23:59");
  });
  test("else has its date, with the year if it is another", () => {
    assert.equal(named(2026, 3, 1, 12, 0), "1 April 12:00");
    assert.equal(named(2025, 3, 1, 12, 0), "1 April 2025 12:00");
  });
});
