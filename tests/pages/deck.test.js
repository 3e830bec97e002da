// Practice, by hand: chm takes 2.25 guesses on average among four words, each of these 2.5.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  answered,
  byTheme,
  costly,
  due,
  exerciseAt,
  standing,
  themesOf,
  verdict,
  why,
} from "../../jotto/pages/deck.js";
import { NOTHING, ask, open } from "../../jotto/pages/live.js";
import { say } from "../../jotto/pages/sentences.js";
import { dataOf } from "./games.js";

const FAMILY = ["bat", "cat", "hat", "mat"];
const [START, TODAY] = [{ turns: [], refused: [] }, "2026-01-30"];
const NOON = new Date(2026, 0, 30, 12).getTime();
const card = { ...START, guess: "", box: 0, due: "", seen: "" };
const DECK = { rating: 1000, answers: 0, cards: [card], games: [], log: [], at: 0, round: null };

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
    assert.equal(say(verdict(exercise.game, graded)), "Close: BAT costs 0.25 more guesses than CHM.");
    assert.equal(
      say(why(exercise.game, graded)),
      "CHM has 3 possible scores and leaves 1.5 on average, 2 at most. BAT has 2 and leaves 2.5 on average, 3 at most.",
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
  test("counts what is found in a row, days in a row, and themes", () => {
    const log = [
      ["2026-01-27", true, ["few"]],
      ["2026-01-29", true, ["few", "other"]],
      ["2026-01-30", false, ["other"]],
      ["2026-01-30", true, []],
    ];
    assert.deepEqual(standing({ ...DECK, log }, TODAY), { rating: 1000, streak: 1, days: 2 });
    assert.deepEqual(standing({ ...DECK, log }, "2026-01-31").days, 2); // not yet today
    assert.deepEqual(standing({ ...DECK, log }, "2026-02-01").days, 0);
    const { few, other, split } = byTheme({ log });
    assert.deepEqual(
      [few, other, split],
      [
        [2, 2],
        [1, 2],
        [0, 0],
      ],
    );
  });
  test("knows the themes of a position", () => {
    const themes = themesOf(exerciseAt(family(), START), card);
    assert.deepEqual(themes, ["alike", "other", "few"]); // chm tells b, c, h or m from the rest only
    assert.deepEqual(themesOf(exerciseAt(family(), START), { guess: "bat" }).at(-1), "mine");
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
  const guess = (word) => ({ do: "guess", word });
  test("ends with a result, and what was missed can be practised again", () => {
    const [begun, first, listed, wrong, missed, end, result, again, , found, , last] = play([
      ...[{ do: "begin" }, null, { do: "list" }, guess("dog"), guess("bat"), { do: "next" }, null],
      ...[{ do: "begin", again: "yes" }, null, guess("chm"), { do: "next" }, null],
    ]);
    assert.deepEqual([begun, end, again], [{ go: "/practice" }, { go: "/practice" }, { go: "/practice" }]);
    const stands = "Rating 1,000. Streak: 0.";
    assert.deepEqual([show(first), first.view.letters], [["Position 1 of 1", stands], {}]);
    assert.deepEqual(show(listed), ["Position 1 of 1", stands, "4 words possible: BAT, CAT, HAT, MAT"]);
    assert.match(wrong.error, /'dog'/);
    const told = "Close: BAT costs 0.25 more guesses than CHM.";
    assert.equal(show(missed)[0], told);
    assert.equal(show(missed).at(-1), "Rating 1,000 (+0). Streak: 0."); // half of the score, as expected
    assert.deepEqual([missed.view.stage, missed.last, missed.pane.rows.length], ["wait", true, 3]);
    assert.deepEqual(result.result.map(say), [
      "A hard set: 0 of 1 found at once.",
      "Rating 1,000 → 1,000 (+0).",
      "Longest streak: 0. Daily streak: 1.",
    ]);
    assert.deepEqual([result.marks, result.missed.map(say)], [["Y"], [told]]);
    assert.equal(result.text, "jotto practice 0/1, rating 1,000 (+0)\n🟨");
    assert.deepEqual([show(found)[0], found.last], ["Right! CHM is the best guess.", true]);
    assert.equal(say(last.result[0]), "Perfect: 1 of 1 found at once.");
    assert.deepEqual([last.missed, last.marks], [[], ["G"]]);
  });
  test("shows the answer when it is asked for twice", () => {
    const [, sure, shown] = play([{ do: "begin" }, { do: "show" }, { do: "show" }]);
    assert.deepEqual(show(sure).slice(0, 1), ["Position 1 of 1"]);
    assert.equal(show(sure).at(-1), "Do that once more to see the answer; this position then counts as missed.");
    assert.equal(show(shown)[0], "The answer: CHM is the best guess.");
    assert.deepEqual(shown.marks, ["B"]);
  });
  test("has two hints, with which a position is close at best", () => {
    const [, , two, found] = play([{ do: "begin" }, { do: "hint" }, { do: "hint" }, guess("chm")]);
    assert.deepEqual(show(two).slice(2), [
      "The best guess cannot be the secret. It has 3 possible scores. With a hint, this position counts as close at best.",
      "The best guess begins with C.",
    ]);
    assert.deepEqual(found.marks, ["Y"]);
    assert.equal(show(found)[0], "With a hint: CHM is the best guess.");
    assert.match(show(found).at(-1), /^Rating 1,000 \(\+0\)/); // a half, as expected
  });
  test("is of a theme, if one is wished", () => {
    const [, few] = play([{ do: "begin", theme: "few" }, null]);
    assert.equal(show(few)[0], "Position 1 of 1");
    assert.match(play([{ do: "begin", theme: "split" }])[0].error, /^in this game no guess/);
  });
  const record = { name: "a", date: 1, turns: ["bat=2,0", "cat=2,0", "hat=3,0"], secret: "hat" };
  const kept = { ...record, theirs: [], own: null, refused: [], key: "" };
  test("is of the positions of a game, where a guess cost something", () => {
    const { key } = family().game;
    const state = { ...NOTHING, deck: null, finished: [{ ...kept, key }] };
    assert.equal(
      say(ask(state, "/practice?of=a", null, NOON).answer.of),
      "That game has 1 position at which your guess cost something.",
    );
    const begun = ask(state, "/practice?of=a", { do: "begin" }, NOON);
    assert.deepEqual(begun.answer, { go: "/practice?in=a" });
    const { view } = ask(begun.state, begun.answer.go, guess("chm"), NOON).answer;
    assert.equal(say(view.notes[1]), "In your game you guessed BAT.");
    const well = { ...kept, key, turns: ["chm=0,1", "hat=3,0"] };
    const other = ask({ ...state, finished: [well] }, "/practice?of=a", null, NOON).answer;
    assert.deepEqual([say(other.of).slice(0, 40), other.nothing], ["In that game no guess cost much where fe", true]);
    assert.match(ask(state, "/practice?of=b", null, NOON).answer.error, /^that game is not kept here/);
  });
  test("goes on from what an earlier page kept", () => {
    family();
    const round = { queue: [0], made: 0, of: 1, missed: 0, began: 1000, said: null };
    const old = { rating: 1100, answers: 3, cards: [card], games: [], at: 4, round };
    const { answer, state } = ask({ ...NOTHING, deck: old }, "/practice", { do: "begin" }, NOON);
    assert.deepEqual([answer, state.deck.round.cards], [{ go: "/practice" }, [0]]);
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
