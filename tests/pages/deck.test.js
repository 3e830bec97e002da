// Practice, by hand: chm takes 2.25 guesses on average among four words, each of these 2.5.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { answered, costly, due, exerciseAt, verdict, why } from "../../jotto/pages/deck.js";
import { NOTHING, ask, open } from "../../jotto/pages/live.js";
import { say } from "../../jotto/pages/sentences.js";
import { dataOf } from "./games.js";

const FAMILY = ["bat", "cat", "hat", "mat"];
const [START, TODAY] = [{ turns: [], refused: [] }, "2026-01-30"];
const NOON = new Date(2026, 0, 30, 12).getTime();
const card = { ...START, guess: "", box: 0, due: "", seen: "" };
const DECK = { rating: 1000, answers: 0, cards: [card], games: [], at: 0, round: null };

const family = (strategy = {}) => {
  const data = { ...dataOf([...FAMILY, "chm"]), secrets: FAMILY.length };
  return open({ ...data, book: { tree: [4], shipped: false }, strategy: { ...data.strategy, ...strategy } });
};

describe("a guess", () => {
  test("has a regret, beside the three best ones", () => {
    const exercise = exerciseAt(family(), START);
    const graded = exercise.graded(exercise.game.find("bat"));
    assert.deepEqual([graded.mine.needs, graded.mine.regret, graded.mine.found], [2.5, 0.25, false]);
    assert.deepEqual(
      graded.best.map(({ guess, regret }) => [guess, regret]),
      [
        ["chm", 0],
        ["bat", 0.25],
        ["cat", 0.25],
      ],
    );
    assert.equal(say(verdict(exercise.game, graded)), "BAT takes 0.25 guesses more than CHM.");
    assert.equal(
      say(why(exercise.game, graded)),
      "CHM can get 3 scores and leaves 1.5 on average, at most 2. BAT: 2 scores, 2.5, 3.",
    );
    assert.deepEqual([exercise.rating, exercise.isHard], [1000, true]);
  });
  test("may be one that is not allowed", () => {
    const exercise = exerciseAt(family({ allow: "candidates" }), START);
    assert.throws(() => exercise.graded(exercise.game.find("chm")), /CHM is not allowed here/);
    assert.equal(exercise.graded(exercise.game.find("bat")).mine.regret, 0);
  });
});

describe("the deck", () => {
  const answer = (choice, deck = DECK) => answered(deck, 0, choice, 1000, TODAY);
  const rated = (deck) => [deck.rating, deck.answers];
  test("puts what is found a box further, and the rest back", () => {
    const found = answer({ found: true, score: 1 });
    assert.deepEqual([found.cards[0].box, found.cards[0].due, rated(found)], [1, "2026-01-31", [1016, 1]]);
    const missed = answer(null);
    assert.deepEqual([missed.cards[0].box, missed.cards[0].due, rated(missed)], [0, TODAY, [984, 1]]);
    assert.deepEqual([due(found, TODAY), due(found, "2026-01-31"), due(missed, TODAY)], [[], [0], [0]]);
    const old = { ...DECK, cards: [{ ...card, box: 5, due: "2026-01-01" }] };
    assert.deepEqual([answer({ found: true, score: 1 }, old).cards[0].due], ["2026-03-31"]); // 60 days
  });
  test("counts the first answer of a day", () => {
    const again = answer({ found: true, score: 1 }, answer(null));
    assert.deepEqual([again.cards[0].box, rated(again)], [1, [984, 1]]);
  });
  test("has the guesses of a game that cost", () => {
    const made = { turns: ["bat=2,0", "cat=2,0", "hat=3,0"], secret: "hat", theirs: [], own: null, refused: [] };
    assert.deepEqual(costly(family(), made), [{ ...card, guess: "bat" }]);
  });
});

describe("a round", () => {
  function play(moves) {
    family();
    let state = { ...NOTHING, deck: null };
    return moves.map((move) => {
      const { state: changed, answer } = ask(state, "/practice", move, NOON);
      state = changed;
      return answer;
    });
  }
  const show = ({ view }) => [say(view.title), ...view.notes.map(say)];
  test("repeats what is missed until it is found", () => {
    const guess = (word) => ({ do: "guess", word });
    const [begun, first, listed, wrong, missed, again, found, end, result] = play([
      ...[{ do: "begin" }, null, { do: "list" }, guess("dog"), guess("bat"), { do: "next" }, guess("chm")],
      ...[{ do: "next" }, null],
    ]);
    assert.deepEqual([begun, end], [{ go: "/practice" }, { go: "/practice" }]);
    assert.deepEqual([show(first), first.view.letters], [["Position 1 of 1"], {}]);
    assert.deepEqual(show(listed), ["Position 1 of 1", "4 words possible: BAT, CAT, HAT, MAT"]);
    assert.match(wrong.error, /'dog'/);
    assert.equal(show(missed)[0], "BAT takes 0.25 guesses more than CHM.");
    assert.deepEqual([missed.view.stage, missed.last, missed.pane.rows.length], ["wait", false, 3]);
    assert.deepEqual(show(again), ["Once more"]);
    assert.deepEqual([show(found)[0], found.last], ["CHM is the best guess.", true]);
    assert.equal(say(result.result), "0 of 1 found at once. Rating 1,000 (+0)."); // half of the score, as expected
  });
  test("shows the answer", () => {
    const [, shown] = play([{ do: "begin" }, { do: "show" }]);
    assert.equal(show(shown)[0], "The answer: CHM is the best guess.");
  });
  test("needs a guess that matters, or another day", () => {
    open({ ...dataOf(FAMILY), secrets: FAMILY.length });
    assert.match(
      ask(NOTHING, "/practice", { do: "begin" }, NOON).answer.error,
      /^in this game no guess is much better/,
    );
    const later = { ...NOTHING, deck: { ...DECK, cards: [{ ...card, due: "2026-02-01" }] } };
    assert.match(ask(later, "/practice", { do: "begin" }, NOON).answer.error, /due before 2026-02-01$/);
  });
  test("is not of several boards", () => {
    open(dataOf(FAMILY, { boards: 2 }));
    assert.match(ask(NOTHING, "/practice").answer.error, /^practice is for one board/);
  });
});
