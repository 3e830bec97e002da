// Small games for tests, whose scores can be checked in the head.
import { readFileSync } from "node:fs";
import { startCore } from "../../jotto/pages/core.js";
import { load } from "../../jotto/pages/game.js";
import { learnMoves } from "../../jotto/pages/moves.js";
import { learn } from "../../jotto/pages/sentences.js";
import { kitOf } from "../../jotto/pages/session.js";

startCore(readFileSync(new URL("../../jotto/core/core.wasm", import.meta.url)));
learn(JSON.parse(readFileSync(new URL("../../jotto/pages/sentences.json", import.meta.url), "utf-8")));
learnMoves(JSON.parse(readFileSync(new URL("../../jotto/pages/moves.json", import.meta.url), "utf-8")));

const COUNTS = [
  { name: "exact", label: "in the right place", mark: "G" },
  { name: "elsewhere", label: "elsewhere", mark: "Y" },
];

const pairs = (length) =>
  [...Array(length + 1).keys()]
    .flatMap((exact) => [...Array(length + 1 - exact).keys()].map((other) => `${exact},${other}`))
    .filter((text) => text !== `${length - 1},1`);
const marks = (length) => (length ? marks(length - 1).flatMap((text) => [..."BYG"].map((mark) => text + mark)) : [""]);

export const MEASURES = { entropy: [0, 0, 1], minimax: [1, 1, 0], "expected-size": [2, 0, 2], "most-parts": [3, 0, 0] };

/** The data of a game of words, each of which may be the secret, as jotto/assistant/page_file.py writes them. */
export function dataOf(words, { boards = 1, kind = "exact-elsewhere" } = {}) {
  const ofColours = kind === "colours";
  return {
    version: "0",
    key: `${kind} ${words} ${boards}`,
    title: "some words",
    boards,
    length: words[0].length,
    words,
    secrets: words.length,
    weights: null,
    rule: {
      core: ofColours ? 2 : 0,
      texts: (ofColours ? marks : pairs)(words[0].length),
      counts: ofColours ? [] : COUNTS,
      tiles: ofColours,
      coloured: false,
      called: kind === "colours" ? "wordle" : "",
      ofWords: true,
      objects: ofColours,
      tallies: true,
    },
    table: null,
    noise: null,
    measures: MEASURES,
    closed: false,
    house: { vowels: "", repeats: true, plurals: true },
    book: { tree: [0], shipped: false },
    strategy: { measure: "entropy", allow: "all", avoid: [], ahead: true },
    remaining: [[1000], [0, 1000]],
    openingBits: 1,
    bonuses: null,
  };
}

export function kitFor(words, options) {
  const data = dataOf(words, options);
  return kitOf(load(data), data);
}
