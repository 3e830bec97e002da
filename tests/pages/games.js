// Small games for tests, whose scores can be checked in the head.
import { load } from "../../jotto/pages/engine.js";
import { kitOf } from "../../jotto/pages/session.js";

const COUNTS = [
  { name: "exact", label: "in the right place", mark: "G" },
  { name: "elsewhere", label: "elsewhere", mark: "Y" },
];

/** The data of a game of words, each of which may be the secret, as jotto/assistant/page.py writes them. */
export function dataOf(words, { boards = 1, kind = "exact-elsewhere" } = {}) {
  const ofColours = kind === "colours";
  return {
    version: "0",
    key: `${kind} ${words} ${boards}`,
    title: "some words",
    boards,
    length: words[0].length,
    words: words.join(""),
    secrets: words.length,
    weights: null,
    rule: { kind, counts: ofColours ? [] : COUNTS, coloured: false, ofWords: true },
    closed: false,
    levels: "",
    common: 35,
    book: { tree: [0], shipped: false },
    strategy: { measure: "entropy", allow: "all", avoid: [] },
    remaining: [[1000], [0, 1000]],
    openingBits: 1,
    bonuses: null,
    help: { guess: { undo: "take back" } },
  };
}

export function kitFor(words, options) {
  const data = dataOf(words, options);
  return kitOf(load(data), data);
}
