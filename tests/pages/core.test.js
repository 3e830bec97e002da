// The core in node: its memory, numbers of 64 bits, and values that can be checked in the head.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { I64, call, put, room, startCore, struct, within } from "../../jotto/pages/core.js";
import { best, load, measured, rank, values } from "../../jotto/pages/game.js";
import { solve } from "../../jotto/pages/search.js";
import { dataOf } from "./games.js";

const WASM = readFileSync(new URL("../../jotto/core/core.wasm", import.meta.url));
const FIVE = ["hatch", "latch", "match", "patch", "crane"];
const game = load(dataOf(FIVE));

describe("the memory", () => {
  test("has an array of zeros at a cache line", () => {
    within(() => {
      const [one, other] = [room(Uint8Array, 3), room(I64, 2)];
      assert.deepEqual([one.at % 64, other.at - one.at], [0, 64]);
      assert.deepEqual([...other.view], [0n, 0n]);
    });
  });
  test("is used again after the work that an array was put there for, even if that has failed", () => {
    const at = within(() => put(Uint8Array, [7]).at);
    assert.throws(() =>
      within(() => {
        room(I64, 1000);
        throw new Error("by a mistake");
      }),
    );
    assert.deepEqual(
      within(() => [room(Uint8Array, 1).at, room(Uint8Array, 1).view[0]]),
      [at, 0],
    );
  });
  test("grows, and numbers stay where they are", () => {
    within(() => {
      const block = put(I64, [1, -2, 2 ** 60]);
      room(Uint8Array, 1 << 24);
      assert.deepEqual([...block.view], [1n, -2n, 2n ** 60n]);
      assert.equal(block.from(2).at, block.at + 16);
    });
  });
  test("has the numbers of a struct before its addresses, of four bytes each", () => {
    within(() => {
      const block = struct([3, -1], [{ at: 260 }, null]);
      const bytes = [3, 0, 0, 0, 0, 0, 0, 0, ...Array(8).fill(255), 4, 1, 0, 0, 0, 0, 0, 0];
      assert.deepEqual([...block.view], bytes);
    });
  });
});

describe("the core", () => {
  test("tabulates sizes squared", () => {
    within(() => {
      const table = room(I64, 5);
      call("costs", 2, 5, table);
      assert.deepEqual([...table.view], [0n, 1n, 4n, 9n, 16n]);
    });
  });
  test("takes real numbers", () => {
    within(() => {
      const chance = room(Float64Array, 1);
      // half of what is unlisted agrees, and half of the list: nothing was learnt
      const given = [0.25, 3, 1, 6, 2, 0.5].map((real) => ({ real }));
      call("chance_unlisted", ...given, chance);
      assert.equal(chance.view[0], 0.25);
    });
  });
  test("starts again", () => {
    startCore(WASM);
    assert.equal(best(game, game.everything), "hatch");
  });
});

describe("a game", () => {
  test("is scored, and split into parts", () => {
    assert.deepEqual(
      [...game.partition("latch", game.everything)].map(([code, part]) => [game.rule.texts[code], ...part]),
      [
        ["0,2", 4],
        ["4,0", 0, 2, 3],
        ["5,0", 1],
      ],
    );
    assert.equal(game.code("geese", "erase"), game.rule.texts.indexOf("2,1")); // words that are in no list
  });
  test("values guesses by whole numbers", () => {
    const [sizes, highest] = values(game, game.everything, [0, 4], ["expected-size", "minimax"]);
    assert.deepEqual(
      [[...sizes], [...highest]],
      [
        [11n, 17n],
        [3n, 4n],
      ],
    );
  });
  test("measures a guess: three parts, of which one has three words", () => {
    const { bits, ...others } = measured(game, game.everything, "latch");
    assert.deepEqual(others, {
      guess: "latch",
      candidate: true,
      expectedLeft: 2.2,
      worstLeft: 3,
      parts: 3,
      chance: 0.2,
    });
    assert.equal(bits, Number((Math.log2(5) - 0.6 * Math.log2(3)).toFixed(9)));
  });
  test("ranks candidates first, and of two the likelier one", () => {
    const weighed = load({ ...dataOf(FIVE), weights: [1, 2, 3, 4, 5] });
    assert.equal(rank(weighed, Uint32Array.of(1, 3))[0].guess, "patch");
  });
  test("of a table has the scores that are given", () => {
    const rule = { ...dataOf(FIVE).rule, core: -1, texts: ["no", "win"], counts: [] };
    const own = load({ ...dataOf(["ab", "cd"]), rule, table: btoa(String.fromCharCode(1, 0, 0, 1)) });
    assert.deepEqual(own.codes("ab", own.everything), [1, 0]);
    assert.throws(() => own.codes("ba", own.everything), { message: /'ba' is not an allowed guess/ });
  });
  test("with a lie keeps words that disagree once, with less weight", () => {
    const noise = { lies: 1, whole: 10, truly: 9, falsely: 1, toldAs: [], ways: [] };
    const lying = load({ ...dataOf(FIVE), noise });
    const turns = [{ guess: "latch", code: game.rule.texts.indexOf("0,2") }];
    assert.deepEqual(lying.likeliest(lying.agreeing(turns)), ["hatch", "match", "patch", "crane"]);
    const heard = lying.hears(turns);
    assert.equal(heard.likeliest(heard.agreeing(turns))[0], "crane");
    assert.equal(Math.round(heard.weight(4) / heard.weight(0)), 9);
  });
});

describe("a search", () => {
  test("finds the least total: four words that no guess tells apart, and one", () => {
    const tree = solve(game, game.everything);
    // latch: found, 1; crane 2; then three words, of which a guess tells none apart: 2 + 3 + 4
    assert.deepEqual([tree.total, tree.worst, tree.proved], [12, 4, true]);
  });
  test("is for few candidates", () => {
    assert.equal(solve(game, Uint32Array.of(0, 1)), null);
  });
});
