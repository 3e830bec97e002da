// What the page in one file answers, and the sums at the end of a game, by hand.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { review } from "../../jotto/pages/hindsight.js";
import { NOTHING, addUp, ask, open } from "../../jotto/pages/live.js";
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
    assert.deepEqual(late.answer.said.map(say), ["The game has changed meanwhile. This is how it stands."]);
  });
  test("changes nothing by what is refused", () => {
    const { state, answer } = played({ do: "score", score: "9" });
    assert.match(answer.error, /^score '9': write exact,elsewhere/);
    assert.deepEqual(Object.values(state.games)[0].transcript, []);
  });
});

describe("the review", () => {
  test("says what was needed, and what each guess and luck has cost", () => {
    // hatch, then one of two: 1, 2 or 3 guesses, 2 on average; the secret was the last of them
    const { game } = open(dataOf(WORDS));
    const turns = [4, 4, 5].map((exact, at) => ({ guess: WORDS[at], code: game.rule.texts.indexOf(`${exact},0`) }));
    const judged = review(game, turns, { measure: "entropy", allow: "all", avoid: [] });
    assert.deepEqual([judged.needs, judged.cost, judged.rest], [2, 0, 0]);
    assert.equal(
      addUp("You", judged),
      "2.00 on average + 0.00 lost by your guesses + 1.00 lost by bad luck = 3 guesses",
    );
  });
  test("counts what is still to go", () => {
    const sums = { needs: 3, cost: 0.5, rest: 1.5, turns: [1, 2], won: false };
    assert.equal(
      addUp("They", sums),
      "3.00 on average + 0.50 lost by their guesses + 0.00 lost by luck = 3.50 guesses: 2 made, 1.50 to go",
    );
  });
  test("adds nothing up that is not known", () =>
    assert.equal(addUp("You", { needs: null, cost: 0, rest: 0, turns: [], won: false }), ""));
});
