// What the page in one file answers.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NOTHING, ask, open, when } from "../../jotto/pages/live.js";
import { say } from "../../jotto/pages/sentences.js";
import { dataOf } from "./games.js";

const WORDS = ["hatch", "latch", "match"];
const DAY = new Date(2026, 4, 20, 9, 5);

/** Answer some moves after one another; return the state and the last answer. */
function played(...moves) {
  open(dataOf(WORDS));
  let { state, answer } = ask(NOTHING, "/new", {}, Number(DAY));
  const path = answer.go;
  for (const move of moves) {
    const at = String(ask(state, path).answer.view.at);
    ({ state, answer } = ask(state, path, { at, ...move }, Number(DAY)));
  }
  return { state, answer, path };
}

describe("the page", () => {
  test("lists games that go on by the time of their last move", () => {
    const { state, path } = played({ do: "score", word: "hatch", score: "4,0" });
    const { games } = ask(state, "/home").answer;
    assert.deepEqual(
      games.map((game) => game.path),
      [path],
    );
    assert.match(games[0].title, /, 1 guess, HATCH$/);
  });
  test("has a game among the finished as soon as it ends, and not if the end is taken back", () => {
    const moves = [
      { do: "score", word: "hatch", score: "4,0" },
      { do: "score", score: "win" },
    ];
    const { said, counts } = ask(played(...moves).state, "/games").answer;
    assert.deepEqual([said, counts], [["1 game, 1 found", "2.00 guesses on average"], [[2, 1]]]);
    assert.deepEqual(ask(played(...moves, { do: "undo" }).state, "/games").answer.counts, []);
  });
  test("changes nothing by a move from another position", () => {
    const { state, path } = played({ do: "score", word: "hatch", score: "4,0" });
    const late = ask(state, path, { at: "1", do: "undo" });
    assert.equal(late.state, state);
    assert.deepEqual(late.answer.said.map(say), ["The game has changed meanwhile. This is how it stands."]);
  });
  test("changes nothing by what is refused", () => {
    const { state, answer } = played({ do: "score", score: "9" });
    assert.match(answer.error, /^score '9': write exact,elsewhere/);
    assert.deepEqual(Object.values(state.games)[0].transcript, []);
  });
  test("has a result for each game against somebody, and the longest run of wins", () => {
    open(dataOf(WORDS));
    const { key } = dataOf(WORDS);
    const games = ["won", "lost", "won", "won", "drawn", "found"].map((result, name) => ({
      ...{ key, name: String(name), date: Number(DAY), turns: ["hatch=5,0"], secret: "hatch", result },
      ...{ theirs: [], own: null, refused: [] },
    }));
    const { said } = ask({ games: {}, finished: games }, "/games").answer;
    assert.equal(said.at(-1), "3 won, 1 drawn, 1 lost against somebody; 2 won in a row at best");
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
