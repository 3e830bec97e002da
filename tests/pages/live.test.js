// What the page in one file answers.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NOTHING, ask, open } from "../../jotto/pages/live.js";
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
  test("keeps what a person knows a game by", () => {
    const { state } = played({ do: "score", word: "hatch", score: "4,0" });
    assert.deepEqual(
      Object.values(state.games).map(({ title }) => title),
      ["1 guess, HATCH"],
    );
  });
  test("has a record of a game as soon as it ends, and not if the end is taken back", () => {
    const moves = [
      { do: "score", word: "hatch", score: "4,0" },
      { do: "score", score: "win" },
    ];
    const [{ turns, result, word }] = played(...moves).state.finished;
    assert.deepEqual([turns.length, result, word], [2, "found", turns[1].slice(0, 5).toUpperCase()]);
    assert.deepEqual(played(...moves, { do: "undo" }).state.finished, []);
  });
  test("changes nothing by a move from another position", () => {
    const { state, path } = played({ do: "score", word: "hatch", score: "4,0" });
    const late = ask(state, path, { at: "1", do: "undo" });
    assert.equal(late.state, state);
    assert.deepEqual(late.answer.said.map(say), [
      "The game has changed since you last looked. Here is where it stands now.",
    ]);
  });
  test("changes nothing by what is refused", () => {
    const { state, answer } = played({ do: "score", score: "9" });
    assert.match(answer.error, /^score '9': write exact,elsewhere/);
    assert.deepEqual(Object.values(state.games)[0].transcript, []);
  });
});
