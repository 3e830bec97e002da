// What is tapped and typed on the board, without a browser: only the strings of lit-html's templates need one.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sentence } from "../../jotto/pages/sentences.js";
import "./games.js"; // which has it learn the sentences

globalThis.document = { createComment: () => null, createTreeWalker: () => null };
const board = await import("../../jotto/pages/board.js");
const keyboard = await import("../../jotto/pages/keyboard.js");
const match = await import("../../jotto/pages/match.js");

const ROW = { guess: "hatch", score: "4,0", marks: "GGGGB", right: "", doubt: null };
const KEYS = {
  kind: "pairs",
  rows: [
    ["in place", [0, 1, 2]],
    ["elsewhere", [0, 1, 2]],
  ],
  texts: ["0,0", "0,1", "0,2", "1,0", "1,1", "2,0"],
  win: "",
};

/** The state of a page that shows a position, and the calls of `on`. */
function page(view = {}, more = {}) {
  const shown = {
    alphabet: [..."abchlmt"],
    boards: [{ who: sentence("you"), rows: [ROW], note: null }],
    keys: KEYS,
    length: 5,
  };
  const texts = {
    title: sentence("guess"),
    trouble: [],
    faults: [],
    notes: [],
    guess: null,
    tiles: false,
    match: null,
  };
  const s = {
    typing: null,
    target: null,
    exact: null,
    their: "",
    marks: "",
    view: { ...shown, ...texts, ...view },
    ...more,
  };
  const made = [];
  const on = {
    tick: () => null,
    set: (changes) => Object.assign(s, changes),
    move: (move) => made.push(move),
    pane: (...asked) => made.push(asked),
  };
  return { s, on, made };
}

describe("capitals", () => {
  test("of an i are dotted where the list has a dotless one", () => {
    assert.equal(match.shout("iğne", { alphabet: ["ı"] }), "İĞNE");
    assert.equal(match.shout("igne", { alphabet: ["i"] }), "IGNE");
    assert.equal(match.small("I", { alphabet: ["ı"] }), "ı");
    assert.equal(match.small("I", null), "i");
  });
  test("are no longer than the letter", () => assert.equal(match.shout("größe", null), "GRÖßE"));
});

describe("a word", () => {
  test("is typed letter by letter up to its length", () => {
    const { s, on } = page({ length: 2 }, { typing: { what: "guess", word: "" } });
    for (const sign of "hat") keyboard.press(s, on, sign);
    assert.equal(s.typing.word, "ha");
    keyboard.erase(s, on);
    assert.equal(s.typing.word, "h");
  });
  test("has letters of several characters, each erased as one", () => {
    const { s, on } = page({ alphabet: ["ij", "s"] }, { typing: { what: "guess", word: "sij" } });
    keyboard.erase(s, on);
    assert.equal(s.typing.word, "s");
  });
  test("is entered when it is whole", () => {
    const { s, on, made } = page({}, { typing: { what: "guess", word: "latc" } });
    keyboard.enter(s, on);
    assert.deepEqual([made, s.error], [[], "Not enough letters"]);
    keyboard.press(s, on, "h");
    keyboard.enter(s, on);
    assert.deepEqual(made, [{ do: "guess", word: "latch" }]);
  });
  test("of a correction goes with its turn", () => {
    const target = { side: "me", turn: 1, row: ROW };
    const { s, on, made } = page({}, { target, typing: { what: "edit", word: "latch" } });
    keyboard.enter(s, on);
    assert.deepEqual(made, [{ do: "edit", side: "me", turn: "1", word: "latch" }]);
  });
  test("of theirs waits for its score while my secret is private", () => {
    const { s, on, made } = page({ rules: { private: true } }, { typing: { what: "they", word: "latch" } });
    keyboard.enter(s, on);
    board.chosen(s, on, "1,1");
    assert.deepEqual(made, [{ do: "they", word: "latch", score: "1,1" }]);
  });
});

describe("a score", () => {
  test("of two numbers is sent with the second", () => {
    const { s, on, made } = page();
    board.number(s, on, 1);
    assert.deepEqual([s.exact, made], [1, []]);
    board.number(s, on, 1);
    assert.deepEqual(made, [{ do: "score", score: "1,1" }]);
  });
  test("is sent at once where only one number can follow", () => {
    const { s, on, made } = page();
    board.number(s, on, 2);
    assert.deepEqual(made, [{ do: "score", score: "2,0" }]);
  });
  test("begins again with a number that cannot follow", () => {
    const { s, on, made } = page({}, { exact: 1 });
    board.number(s, on, 2);
    assert.deepEqual(made, []);
  });
});

describe("what is said", () => {
  const guess = { lead: sentence("guess"), word: "latch", possible: sentence("possible", { left: 2 }) };
  test("is the last turn, then the next guess", () =>
    assert.equal(board.summary(page({ guess }).s.view), "hatch scored 4,0. Guess latch. 2 possible."));
  test("is the title without a guess", () => assert.equal(board.summary(page().s.view), "hatch scored 4,0. Guess"));
});

test("what is known to be in its place begins green", () => {
  const first = { number: 1, asked: true, who: sentence("board", { number: 1 }), rows: [ROW], note: null };
  const begun = (boards, word, lead = "guess") =>
    board.begun(page({ boards, tiles: true, guess: { lead: sentence(lead), word } }).s.view);
  for (const boards of [[first], [first, { number: 2, rows: [] }]]) assert.equal(begun(boards, "latch"), "BGGGB"); // no h
  const lie = { ...ROW, doubt: sentence("false") };
  assert.equal(begun([{ ...first, rows: [lie] }], "latch"), "BBBBB");
  assert.equal(begun([{ ...first, rows: [lie] }], "latch", "it must be"), "GGGGG");
  const sure = { ...first, note: sentence("certain", { word: "match" }) };
  assert.deepEqual([begun([sure], "match"), begun([sure], "latch")], ["GGGGG", "BGGGB"]);
});
