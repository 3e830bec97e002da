// A live game of three words: HATCH scores 4,0 against both others, and so on; all can be checked in the head.
// What is shown of a position: tests/web/test_page_view.py compares it with what the program shows.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Session, makeMove } from "../../jotto/pages/session.js";
import { say } from "../../jotto/pages/sentences.js";
import { pane, messagesAfter, view } from "../../jotto/pages/view.js";
import { kitFor } from "./games.js";

const WORDS = ["hatch", "latch", "match"];
const begun = (...entries) => new Session(kitFor(WORDS), entries);
const HATCH = ["score", "hatch", "4,0"];

describe("a session", () => {
  test("with a score that leaves no word is an attempt, which undo drops", () => {
    const attempted = begun(HATCH).scored("0,0", "latch");
    assert.equal(attempted.attempt.contradiction.message, "No word fits LATCH 0,0 and the earlier scores");
    assert.equal(view(attempted).stage, "doubt");
    const before = attempted.undone();
    assert.equal(before.attempt, null);
    assert.deepEqual(before.transcript, [HATCH]);
  });
  test("explains what cannot be by a single mistake, and applies the correction", () => {
    const attempted = begun(HATCH).scored("3,0", "latch");
    const place = attempted.choices.findIndex(({ kind, meant }) => kind === "score" && meant.guess === "latch");
    const fixed = makeMove(attempted, { do: "fix", number: String(place) });
    assert.equal(fixed.attempt, null);
    assert.equal(fixed.state.mine.length, 2);
  });
  test("of which a turn is asked about takes no other in its place, and loses none of a pasted game", () => {
    const attempted = begun(HATCH).scored("0,0", "latch");
    const wrong = { message: "first answer about 'latch': choose what is meant, enter its score again, or undo" };
    for (const move of [
      { do: "score", word: "match", score: "5,0" },
      { do: "guess", word: "match" },
      { do: "race", first: "me" },
    ])
      assert.throws(() => makeMove(attempted, move), wrong);
    assert.deepEqual(attempted.scored("4,0").transcript, [HATCH, ["score", "latch", "4,0"]]);
    assert.deepEqual(makeMove(attempted, { do: "refuse" }).transcript, [HATCH, ["refuse", "latch"]]);
    const pasted = begun().added([HATCH, ["score", "latch", "0,0"]]);
    assert.equal(pasted.scored("4,0").state.mine.length, 2);
    assert.equal(pasted.scored("3,0", "hatch").attempt.state.mine.length, 2);
    assert.deepEqual(pasted.added([HATCH, ["score", "match", "5,0"]]).state.mine.length, 2);
    const edited = makeMove(begun(HATCH), { do: "edit", turn: "1", score: "0,0" });
    assert.throws(() => edited.scored("4,0", "match"), { message: /^first answer about what was changed: choose/ });
    assert.deepEqual(edited.scored("4,0").transcript.at(-1), ["turns", ["hatch", "4,0"]]);
  });
  test("ends with a win, and takes no further turn", () => {
    const session = begun(HATCH).scored("win", "latch");
    assert.ok(session.over);
    assert.throws(() => session.scored("4,0", "match"), { message: /^the game is over; take back the last entry/ });
  });
  test("corrects a turn by its number", () => {
    const session = makeMove(begun(HATCH), { do: "edit", turn: "1", word: "latch" });
    assert.deepEqual(
      session.state.mine.map(({ guess }) => guess),
      ["latch"],
    );
    assert.throws(() => makeMove(session, { do: "edit", turn: "2" }), { message: "turn 2: there is only 1 turn" });
  });
  test("refuses words, but not the last", () => {
    let session = makeMove(begun(), { do: "refuse" });
    assert.equal(session.listed.secrets.length, 2);
    session = makeMove(makeMove(begun(), { do: "refuse" }), { do: "refuse" });
    assert.throws(() => makeMove(session, { do: "refuse" }).guess, { message: "a game needs at least one secret" });
  });
  test("does not change", () => {
    const session = begun(HATCH);
    session.scored("win", "latch");
    assert.deepEqual(session.transcript, [HATCH]);
  });
});

describe("a race", () => {
  const race = (first, last) => begun(["race", "match", first, last]);
  test("scores their guesses against my secret", () => {
    const session = race(false, false).they("latch");
    assert.equal(session.game.rule.texts[session.state.theirs[0].code], "4,0");
    assert.deepEqual(messagesAfter(race(false, false), session, { do: "they", word: "latch" }).map(say), [
      "Tell them: 4 exact, 0 elsewhere.",
    ]);
  });
  test("gives the second player a last guess if that was agreed", () => {
    const found = (last) => race(true, last).scored("win", "hatch");
    assert.ok(found(false).over);
    assert.ok(!found(true).over);
    assert.equal(found(true).side, "them");
  });
  test("needs the score of their guess while my secret is private", () =>
    assert.throws(() => begun(["race", null, false, false]).they("latch"), {
      message: "turn 1: your secret is private; enter the score of 'latch', too",
    }));
});

describe("moves", () => {
  test("have names", () =>
    assert.throws(() => makeMove(begun(), { do: "dance" }), {
      message: /^'dance' is not a move; there are fix, score/,
    }));
  test("of a shared game are read from its squares", () => {
    const session = new Session(kitFor(WORDS, { kind: "colours" }));
    const read = makeMove(session, { do: "grid", text: "hatch ⬛🟩🟩🟩🟩" });
    assert.deepEqual(read.listed.likeliest(read.left), ["latch", "match"]);
  });
  test("of two boards take a score for each", () => {
    const session = new Session(kitFor(WORDS, { boards: 2 })).scored("4,0+win", "hatch");
    assert.deepEqual(session.toScore, [0]);
    assert.equal(session.singles[1].won, true);
    assert.throws(() => makeMove(session, { do: "race" }), { message: /^with several boards there is no 'race'/ });
  });
});

describe("the view", () => {
  test("has hints, each of which says more than the one before it", () => {
    const hints = [];
    for (let session = begun(HATCH); hints.length < 5; ) {
      const next = makeMove(session, { do: "hint" });
      hints.push(...messagesAfter(session, next, { do: "hint" }).map(say));
      session = next;
    }
    assert.deepEqual(hints, [
      "In the secret: a c h t. Not in it: none known.",
      "Likeliest letters not yet known: l (50%), m (50%).",
      "Likeliest places: a at place 2 (100%), t at place 3 (100%), c at place 4 (100%), h at place 5 (100%).",
      "Likeliest secret: latch (50%).",
      "Likeliest secret: latch (50%).",
    ]);
  });
  test("has hints of each of several boards", () => {
    const keys = [];
    let session = new Session(kitFor(WORDS, { boards: 2 }));
    for (const board of ["2", "2", "2", "2", "2", "1", "2", "1", ""]) {
      const [hint] = messagesAfter(session, session, { do: "hint", board });
      session = makeMove(session, { do: "hint", board });
      keys.push(`${hint.facts.board} ${hint.facts.hint.key.replace("hint: ", "")}`);
    }
    const levels = ["known letters", "open letters", "places", "secret", "secret"];
    const first = levels.slice(0, 3).map((level) => `1 ${level}`);
    const second = levels.map((level) => `2 ${level}`);
    assert.deepEqual(keys, [...second, first[0], "2 secret", ...first.slice(1)]);
  });
  test("names no word to avoid in a hint, unless there is no other", () => {
    for (const [avoid, named] of [
      [["latch"], "match"],
      [["match", "latch"], "latch"],
    ]) {
      const session = new Session({ ...kitFor(WORDS), avoid }, begun(HATCH).transcript, { hints: 4 });
      assert.equal(say(messagesAfter(session, session, { do: "hint" })[0]), `Likeliest secret: ${named} (50%).`);
    }
  });
  test("shows what each score would leave", () =>
    assert.deepEqual(pane(begun(), "why").rows, [
      ["4,0", 2, ["latch", "match"]],
      ["5,0", 1, ["hatch"]],
    ]));
});
