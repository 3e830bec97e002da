// What is said of a game that is over, by hand: sums, and the facts of a report.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { review } from "../../jotto/pages/hindsight.js";
import { NOTHING, ask, open } from "../../jotto/pages/live.js";
import { addUp, skillAndLuck } from "../../jotto/pages/reviews.js";
import { say } from "../../jotto/pages/sentences.js";
import { dataOf } from "./games.js";

const WORDS = ["hatch", "latch", "match"];
const summed = (who, sums) => addUp(who, sums).map(say).join(" ");

/** The answers at some paths of a game with these moves, and its own path. */
const played = (moves, ...paths) => playedWith(dataOf(WORDS), moves, ...paths);

/** The same of another game. */
function playedWith(data, moves, ...paths) {
  open(data);
  let { state, answer } = ask(NOTHING, "/new", {});
  const path = answer.go;
  for (const move of moves) {
    const { at } = ask(state, path).answer.view;
    ({ state, answer } = ask(state, path, { at: String(at), ...move }));
  }
  return { path, answers: paths.map((end) => ask(state, path + end).answer) };
}

const score = (word, text) => ({ do: "score", word, score: text });

describe("the sum", () => {
  test("says what was needed, and what each guess and luck has cost", () => {
    // hatch, then one of two: 1, 2 or 3 guesses, 2 on average; the secret was the last of them
    const { game } = open(dataOf(WORDS));
    const turns = [4, 4, 5].map((exact, at) => ({ guess: WORDS[at], code: game.rule.texts.indexOf(`${exact},0`) }));
    const judged = review(game, turns, { measure: "entropy", allow: "all", avoid: [] });
    assert.deepEqual([judged.needs, judged.cost, judged.rest, judged.needsForIt], [2, 0, 0, 3]);
    assert.equal(
      summed("You", judged),
      "2.00 on average + 0.00 lost by your guesses + 1.00 lost by bad luck = 3 guesses",
    );
  });
  test("counts what is still to go", () => {
    const sums = { needs: 3, cost: 0.5, excused: null, rest: 1.5, turns: [1, 2], won: false };
    assert.equal(
      summed("They", sums),
      "3.00 on average + 0.50 lost by their guesses + 0.00 lost by luck = 3.50 guesses: 2 made, 1.50 to go",
    );
  });
  test("adds nothing up that is not known", () =>
    assert.equal(summed("You", { needs: null, cost: 0, rest: 0, turns: [], won: false }), ""));
});

describe("a guess made while a wrong entry was believed", () => {
  // chm, told wrongly, so bat: by hand in tests/assistant/test_review.py
  const words = ["bat", "cat", "hat", "mat", "chm"];
  const data = { ...dataOf(words), secrets: 4, book: { tree: [4], shipped: false } };
  const turn = ({ rule }, guess, text) => ({ guess, code: rule.texts.indexOf(text) });
  const OPTIONS = { measure: "entropy", allow: "all", avoid: [] };
  const sum =
    "2.25 on average + 0.00 lost by your guesses + 2.00 lost by a wrong entry - 0.25 saved by luck = 4 guesses";
  test("is not judged if the secret shows it", () => {
    const { game } = open(data);
    const [chm, bat, cat, hat] = [
      ["chm", "0,0"],
      ["bat", "2,0"],
      ["cat", "2,0"],
      ["hat", "3,0"],
    ];
    const judged = review(
      game,
      [chm, bat, cat, hat].map((made) => turn(game, ...made)),
      OPTIONS,
    );
    assert.deepEqual(
      judged.judged.map(({ mistaken, cost }) => [mistaken, cost]),
      [
        [false, 0],
        [true, null],
        [true, null],
        [true, null],
      ],
    );
    assert.deepEqual([judged.cost, judged.excused], [0, 2]);
    assert.equal(summed("You", judged), sum);
    assert.deepEqual(skillAndLuck(judged), [99, 58]);
  });
  test("is not judged if the entry was corrected later", () => {
    const { path, answers } = playedWith(
      data,
      [
        { do: "score", word: "chm", score: "0,0" },
        { do: "score", word: "bat", score: "2,0" },
        { do: "edit", side: "me", turn: "1", word: "chm", score: "0,1" },
        { do: "score", word: "cat", score: "2,0" },
        { do: "score", word: "hat", score: "3,0" },
      ],
      "/report",
    );
    const [{ turns, sum }] = answers[0].players;
    assert.ok(path);
    assert.deepEqual(
      turns.map(({ cost }) => cost),
      [0, null, 1, 0],
    );
    assert.equal(say(turns[1].judgement), "made while a wrong entry was believed");
    assert.match(sum.map(say).join(" "), /1\.00 lost by your guesses \+ 1\.00 lost by a wrong entry/);
  });
});

describe("the report", () => {
  const moves = [score("latch", "4,0"), score("match", "4,0"), { do: "score", score: "win" }];
  test("judges each turn", () => {
    const [{ title, players, look, back }] = played(moves, "/report").answers;
    assert.equal(say(title), "You found HATCH in 3 guesses.");
    assert.deepEqual(look, { tiles: false, coloured: false });
    assert.match(back, /^\/game\//);
    const [{ needs, turns, notes }] = players;
    // hatch first: 1, 2 or 3 guesses; so does latch, and tells as much
    assert.equal(say(needs), "jotto needs 2.00 guesses on average, and 1 for this secret.");
    assert.deepEqual(
      turns.map(({ guess, best, before, after, cost, luck }) => [guess, best, before, after, cost, luck]),
      [
        ["latch", "latch", 3, 2, 0, -0.5],
        ["match", "match", 2, 1, 0, -0.5],
        ["hatch", "hatch", 1, null, 0, 0],
      ],
    );
    // latch tells one word from two, as hatch does, which is jotto's: (1 + 4) / 3 words are left; then either of two
    assert.deepEqual(
      turns.map(({ leaves, said }) => [leaves, ...said].map(say)),
      [
        [
          "LATCH leaves 1.7 of 3 words on average; HATCH, jotto's guess, leaves 1.7.",
          "LATCH is as good as HATCH, jotto's guess.",
          "The score left 2 words: HATCH, MATCH.",
          "The score was unlucky: it cost 0.50 guesses.",
        ],
        [
          "MATCH leaves 1 of 2 words on average; HATCH, jotto's guess, leaves 1.",
          "MATCH is as good as HATCH, jotto's guess.",
          "The score left 1 word: HATCH.",
          "The score was unlucky: it cost 0.50 guesses.",
        ],
        ["Only 1 word was left.", "It was the word."],
      ],
    );
    assert.equal(say(turns[0].judgement), "jotto's own guess; an unlucky score");
    assert.ok(Math.abs(turns[0].bits - (Math.log2(3) - 2 / 3)) < 1e-9); // one word is told apart from two
    assert.ok(Math.abs(turns[0].gained - Math.log2(3 / 2)) < 1e-9);
    assert.deepEqual(notes, []);
  });
  test("says which score was wrong, and where no word is left", () => {
    const { key } = open(dataOf(WORDS)).game;
    const turns = ["latch=4,0", "match=1,0", "hatch=5,0"];
    const made = { turns, secret: "hatch", result: "won", by: "time", theirs: [], own: null, refused: [] };
    const record = { key, name: "a", date: 0, ...made };
    const { title, players, text, back } = ask({ games: {}, finished: [record] }, "/game/a/report").answer;
    assert.deepEqual(
      [say(title), say(players[0].verdict), back],
      ["You won by time", "You found HATCH in 3 guesses.", "/games"],
    );
    // latch leaves hatch and match, and match is scored again as 4,0: 2 guesses on average, and 3 were needed
    assert.deepEqual(
      players[0].turns.map(({ guess, score: right, wrong, after }) => [guess, right, wrong, after]),
      [
        ["latch", "4,0", "", 2],
        ["match", "4,0", "1,0", 1],
        ["hatch", "5,0", "", null],
      ],
    );
    assert.ok(players[0].turns[1].said.map(say).includes("The score was entered as 1,0; the right score is 4,0."));
    assert.equal(say(players[0].result), "A perfect game against bad luck");
    assert.equal(text, "jotto 3 guesses (2.00 on average)\n●●●●· 2\n●●●●· 1\n●●●●●"); // the right scores
    assert.deepEqual(players[0].points, [99, 20]); // a whole guess of bad luck: 99 / (1 + 4) is 19.8
    assert.deepEqual(players[0].notes.map(say), ["One score was wrong: match=1,0; it should have been 4,0."]);
    const drawn = { ...record, result: "drawn", by: "" };
    assert.equal(say(ask({ games: {}, finished: [drawn] }, "/game/a/report").answer.title), "A draw");
  });
  test("ends where no listed secret fits", () => {
    const { key } = open(dataOf(WORDS)).game;
    const turns = ["latch=4,0", "match=1,0", "hatch=4,0"]; // of which hatch alone is left after two
    const made = { turns, secret: "watch", result: "given up", theirs: [], own: null, refused: [] };
    const record = { key, name: "a", date: 0, ...made };
    const [{ notes, points }] = ask({ games: {}, finished: [record] }, "/game/a/report").answer.players;
    assert.deepEqual(points, []);
    assert.deepEqual(notes.map(say).slice(-1), ["No listed secret fits turn 3: the review ends before it."]);
  });
  test("ends with a guess of the secret, whatever its score was said to be", () => {
    const { key } = open(dataOf(WORDS)).game;
    const made = { turns: ["hatch=4,0", "latch=4,0"], secret: "hatch", result: "given up", theirs: [], own: null };
    const record = { key, name: "a", date: 0, refused: [], ...made };
    const [{ turns, notes }] = ask({ games: {}, finished: [record] }, "/game/a/report").answer.players;
    assert.deepEqual(
      turns.map(({ guess, wrong }) => [guess, wrong]),
      [["hatch", "4,0"]],
    );
    assert.deepEqual(notes.map(say), ["One score was wrong: hatch=4,0; it should have been 5,0."]);
  });
  test("is there only when the game is over", () => {
    const [{ error }] = played(moves.slice(0, 2), "/report").answers;
    assert.match(error, /^This game no longer exists/);
  });
  test("is of one board", () => {
    open(dataOf(WORDS, { boards: 2 }));
    assert.match(ask(NOTHING, "/game/any/report").answer.error, /^a game of several boards/);
  });
});
