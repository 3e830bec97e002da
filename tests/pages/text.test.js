// Words and numbers as they are typed and written, by hand. Scores, shares and averages: tests/web/test_page_view.py
// compares them with the program's.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { count, grouped } from "../../jotto/pages/numbers.js";
import { boardsNamed, byText, fold, grid, readCode } from "../../jotto/pages/text.js";
import { readWord, remembered, repr, shout, spell } from "../../jotto/pages/text.js";
import { kitFor } from "./games.js"; // which has it learn the sentences

describe("words", () => {
  const known = ["hatch", "latch", "match"];
  test("case and spaces do not count", () => assert.equal(readWord(" Match ", known, []), "match"));
  test("a word need not be listed", () => assert.equal(readWord("quilt", known, []), "quilt"));
  test("an accent is left out where the list has none", () => assert.equal(readWord("mátch", known, []), "match"));
  test("another length is refused, with what may be meant", () =>
    assert.throws(() => readWord("mach", known, []), {
      message: "'mach' has 4 letters; this game uses 5; did you mean 'match' or 'latch' or 'hatch'?",
    }));
  test("the capital of a dotless i has no dot", () => {
    assert.equal(shout("ılık iğne", ["ı"]), "ILIK İĞNE");
    assert.equal(fold("ILIK", ["ı"]), "ılık");
  });
  test("a letter may have several characters, the longest first", () =>
    assert.deepEqual(spell("ijsje", ["ij", "sj"]), ["ij", "sj", "e"]));
  test("a code has symbols of its game", () => {
    assert.equal(readCode("0123", 4, "012345"), "0123");
    assert.throws(() => readCode("0189", 4, "012345"), { message: /^'0189': '8' is not one of .* 0 to 5$/ });
  });
});

describe("numbers", () => {
  test("thousands have commas", () => assert.equal(grouped(1234567), "1,234,567"));
  test("a noun has its plural", () =>
    assert.deepEqual(
      [count(1, "guess"), count(2, "guess"), count(1000, "word")],
      ["1 guess", "2 guesses", "1,000 words"],
    ));
  test("of many boards six are named", () => {
    assert.equal(boardsNamed([0, 2]), "boards 1, 3");
    assert.equal(boardsNamed([...Array(10).keys()]), "boards 1, 2, 3, 4, 5, 6 and 4 more");
  });
});

describe("values of Python", () => {
  test("a text is quoted as by repr", () => {
    assert.equal(repr("it's"), '"it\'s"');
    assert.equal(repr("\n\u200b"), "'\\n\\u200b'");
  });
  test("code points are in order, not UTF-16 units", () => assert.ok(byText("\uffff", "🟩") < 0));
});

describe("a shared game", () => {
  const { rule } = kitFor(["crane", "slate"], { kind: "colours" }).game;
  const shared = (text, boards) => grid(rule, text, boards);
  test("its words, then a row of squares for each", () =>
    assert.deepEqual(shared("Wordle 1,234 2/6*\ncrane slate\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩"), [
      ["crane", "BYBBG"],
      ["slate", "GGGGG"],
    ]));
  test("two boards are beside each other", () =>
    assert.deepEqual(shared("crane slate\n⬛⬛⬛⬛🟩 🟨⬛⬛⬛⬛\n🟩🟩🟩🟩🟩 ⬛⬛⬛⬛⬛", 2), [
      ["crane", "BBBBG+YBBBB"],
      ["slate", "GGGGG+BBBBB"],
    ]));
  test("a row that is read in two ways is read as the others are", () =>
    assert.deepEqual(shared("crane slate\n🟦🟦🟦🟦🟦\n🟦🟡🟥🟦🟦"), [
      ["crane", "BBBBB"],
      ["slate", "BYGBB"],
    ]));
  test("without squares there is none", () => assert.deepEqual(shared("crane slate"), []));
  test("a missing row is said", () =>
    assert.throws(() => shared("crane slate ⬛⬛⬛⬛🟩"), {
      message: /^1 row of squares, 2 words 'crane slate': write/,
    }));
});

test("the oldest of 100 values that were made for a game is made again", () => {
  const [game, made] = [{}, []];
  const value = (key) => remembered(game, String(key), () => made.push(key));
  for (let key = 0; key <= 100; key++) value(key);
  value(100);
  assert.equal(made.length, 101);
  value(0);
  assert.deepEqual(made.slice(-2), [100, 0]);
});
