// A secret that the page keeps.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { common, daily, hashed } from "../../jotto/pages/keeper.js";
import { tally } from "../../jotto/pages/lists.js";
import { NOTHING, ask, open } from "../../jotto/pages/live.js";
import { say } from "../../jotto/pages/sentences.js";
import { dataOf, kitFor } from "./games.js";

const WORDS = ["hatch", "latch", "match"];
const DAY = new Date(2026, 10, 26, 9, 5);

/** Begin a game whose secret the page keeps, and make some moves. */
function begun(form, options, ...moves) {
  const words = options?.words || WORDS;
  open(dataOf(words, options));
  let { state, answer } = ask(NOTHING, "/alone", form, Number(DAY));
  const path = answer.go;
  for (const move of moves) {
    const at = String(ask(state, path).answer.view.at);
    ({ state, answer } = ask(state, path, { at, ...move }, Number(DAY)));
  }
  return { state, answer, path };
}
const guess = (word, more) => ({ do: "guess", word, ...more });
const secretsOf = ({ state, path }) => state.games[path.split("/")[2]].alone.secrets;
const scores = (answer) => answer.view.boards[0].rows.map(({ score }) => score);

describe("the word of a day", () => {
  test("has the published hashes", () => {
    assert.equal(hashed("a"), 0xe40c292c);
    assert.equal(hashed("foobar"), 0xbf9cf968);
  });
  test("takes every word once before one comes again", () => {
    const { game } = kitFor(WORDS);
    const words = ["2026-11-26", "2026-11-27", "2026-11-28"].map((day) => daily(game, day, []));
    assert.deepEqual(words.toSorted(), WORDS);
    assert.equal(daily(game, "2026-11-29", []), words[0]);
  });
  test("is played once a day", () => {
    const first = begun({ daily: "yes" });
    assert.equal(ask(first.state, "/alone", { daily: "yes" }, Number(DAY)).answer.go, first.path);
    const [secret] = secretsOf(first);
    const at = ask(first.state, first.path).answer.view.at;
    const asked = ask(first.state, first.path, { at: String(at), do: "hint" }, Number(DAY)).answer;
    assert.equal(asked.error, "This cannot be done now.");
    const { state } = ask(first.state, first.path, { at: String(at), ...guess(secret) }, Number(DAY));
    const over = { games: {}, finished: state.finished };
    assert.equal(ask(over, "/alone", { daily: "yes" }, Number(DAY)).answer.go, `${first.path}/report`);
    const tomorrow = Number(DAY) + 86_400_000;
    assert.notEqual(ask(over, "/alone", { daily: "yes" }, tomorrow).answer.go, `${first.path}/report`);
  });
});

describe("a secret", () => {
  test("is of the likeliest part of the list, without words to avoid", () => {
    const data = dataOf([...WORDS, "watch"]);
    const { game } = kitFor([...WORDS, "watch"]);
    assert.deepEqual(common(game, 80, []), [0, 1, 2, 3]); // all are alike
    game.weights = Float64Array.of(1, 5, 3, 2);
    assert.equal(data.secrets, 4);
    assert.deepEqual(common(game, 70, []), [1, 2]);
    assert.deepEqual(common(game, 70, ["latch"]), [2]);
    assert.deepEqual(common(game, 30, ["latch"]), [1]); // there is no other
  });
  test("stands in no answer before the end", () => {
    const made = begun({}, { words: ["hatch", "quilt", "vixen"] }, guess("hatch"));
    const [secret] = secretsOf(made);
    if (secret !== "hatch") assert.ok(!JSON.stringify(made.answer).includes(secret));
    assert.ok(!made.path.includes(secret));
  });
  test("of several boards differs on each, and no board says what is left", () => {
    const words = ["hatch", "latch", "watch", "crane", "slate"];
    const made = begun({ boards: "4" }, { words });
    const secrets = secretsOf(made);
    assert.equal(new Set(secrets).size, 4);
    const other = words.find((word) => !secrets.includes(word));
    const at = String(ask(made.state, made.path).answer.view.at);
    const { answer } = ask(made.state, made.path, { at, ...guess(other) });
    assert.deepEqual(
      answer.view.boards.map(({ number, note, left }) => [number, note, left]),
      [1, 2, 3, 4].map((number) => [number, null, null]),
    );
    for (const secret of secrets) assert.ok(!JSON.stringify(answer).includes(secret), secret);
    assert.ok(!answer.view.moves.includes("hint"));
    open({ ...dataOf(WORDS), weights: [9, 1, 1] }); // of which one is likely enough for the level
    const begins = ask(NOTHING, "/alone", { boards: "3", level: "easy" }, Number(DAY));
    assert.deepEqual(secretsOf({ state: begins.state, path: begins.answer.go }).toSorted(), WORDS);
  });
});

describe("a hint", () => {
  test("is about the words of the level alone, and about all where the word may change", () => {
    open({ ...dataOf([...WORDS, "watch"]), weights: [9, 8, 1, 1] }); // two have 80% of the weight
    const hints = (/** @type {object} */ form) => {
      let { state, answer } = ask(NOTHING, "/alone", form, Number(DAY));
      const path = answer.go;
      return [1, 2, 3, 4].map((at) => {
        ({ state, answer } = ask(state, path, { at: String(at), do: "hint" }, Number(DAY)));
        return say(answer.said[0]);
      });
    };
    const [first, second, , last] = hints({});
    assert.equal(first, "In the secret: a c h t. Not in it: m w.");
    assert.deepEqual(
      [second, last],
      ["Likeliest letters not yet known: l (47%).", "Likeliest secret: hatch (53%)."], // 8 and 9 of 17
    );
    assert.equal(hints({ changes: "yes" })[3], "Likeliest secret: hatch (47%)."); // 9 of 19
  });
});

describe("a guess", () => {
  test("is scored until the secret is found", () => {
    const [secret] = secretsOf(begun({ daily: "yes" }));
    const other = WORDS.find((word) => word !== secret);
    const { state, answer } = begun({ daily: "yes" }, {}, guess(other), guess(secret));
    assert.deepEqual([answer.view.stage, scores(answer)], ["over", ["4,0", "5,0"]]);
    const [{ result, turns, word }] = state.finished;
    assert.deepEqual([result, turns.length, word], ["found", 2, secret.toUpperCase()]);
  });
  test("of a word in no list, or made before, has to be sure", () => {
    const { answer } = begun({}, {}, guess("zzzzz"));
    assert.deepEqual([answer.sure, answer.error], [true, "ZZZZZ is in no list. Guess it anyway?"]);
    assert.deepEqual(scores(begun({}, {}, guess("zzzzz", { sure: "zzzzz" })).answer), ["0,0"]);
    const twice = begun({}, {}, guess("zzzzz", { sure: "zzzzz" }), guess("zzzzz")).answer;
    assert.equal(twice.error, "You have guessed ZZZZZ before. Guess it again?");
    const wordle = begun({}, { kind: "colours" }, guess("zzzzz", { sure: "zzzzz" })).answer;
    assert.deepEqual([wordle.sure, wordle.error], [undefined, "'zzzzz' is not in the word list"]);
  });
  test("from another position changes nothing", () => {
    const { state, path } = begun({}, {}, guess("zzzzz", { sure: "zzzzz" }));
    assert.equal(ask(state, path, { at: "1", ...guess("hatch") }, Number(DAY)).state, state);
  });
  test("leaves the most words to one who may change the word", () => {
    const words = ["hatch", "latch", "match", "quilt"]; // hatch: the win, twice 4,0, and 0,1
    const { answer } = begun({ changes: "yes" }, { words }, guess("hatch"));
    assert.deepEqual(scores(answer), ["4,0"]);
    const end = begun({ changes: "yes" }, { words }, guess("hatch"), { do: "give up" }).answer;
    assert.equal(say(end.view.title), "2 words were still possible, such as LATCH. Better luck with the next one.");
  });
  test("of several boards whose words may change leaves them different secrets", () => {
    const form = { changes: "yes", boards: "2" };
    const { answer } = begun(form, {}, guess("hatch"), guess("latch")); // twice 4,0; then one of them is it
    assert.deepEqual(
      answer.view.boards.map(({ rows }) => rows.map(({ score }) => score)),
      [
        ["4,0", "4,0"],
        ["4,0", "5,0"],
      ],
    );
    const end = begun(form, {}, guess("hatch"), guess("latch"), guess("match"));
    assert.equal(end.state.finished[0].secret, "match+latch");
    assert.equal(begun({ ...form, boards: "4" }).answer.error, "4 boards need as many different secrets; there are 3");
  });
  test("agrees with all answers in hard mode", () => {
    const words = ["hatch", "latch", "match", "quilt"];
    const { answer } = begun({ changes: "yes", hard: "yes" }, { words }, guess("hatch"), guess("quilt"));
    assert.match(answer.error, /^QUILT does not fit turn 1, which scored 4,0\./);
    const more = begun({ changes: "yes", hard: "yes" }, { words }, guess("quilt"), guess("latch")).answer;
    assert.match(more.error, /^LATCH does not fit turn 1, which scored 0,1\./);
  });
  test("uses every hint in hard mode where letters have colours", () => {
    const words = ["hatch", "latch", "match", "quilt"];
    const played = [guess("hatch"), guess("quilt")];
    const { answer } = begun({ changes: "yes", hard: "yes" }, { words, kind: "colours" }, ...played);
    assert.match(answer.error, /^QUILT ignores a clue of turn 1\./);
  });
});

describe("a game that is over", () => {
  test("shows the secret if it is given up", () => {
    const made = begun({}, {}, guess("zzzzz", { sure: "zzzzz" }), { do: "give up" });
    const [secret] = made.state.finished.map(({ alone }) => alone.secrets[0]);
    assert.equal(say(made.answer.view.title), `The word was ${secret.toUpperCase()}. Better luck with the next one.`);
    assert.deepEqual(made.answer.view.moves, ["again", "finish"]);
    assert.equal(made.state.finished[0].result, "given up");
    const unplayed = begun({}, {}, { do: "give up" });
    assert.match(say(unplayed.answer.view.title), /^The word was [A-Z]{5}\. You made no guess/);
    assert.deepEqual([unplayed.state.finished, unplayed.answer.view.result], [[], null]);
    assert.equal(begun({}, {}, { do: "give up" }, guess("hatch")).answer.error, "This cannot be done now.");
  });
  test("shows words that several boards may have had, and they are shared as squares", () => {
    const form = { changes: "yes", boards: "2" };
    const { state, answer, path } = begun(form, {}, guess("hatch"), { do: "give up" });
    assert.equal(say(answer.view.title), "The secrets may have been MATCH, LATCH. Better luck with the next one.");
    const shared = "jotto, 2 boards, 1 guess, not found\n●●●●· ●●●●·";
    assert.equal(ask(state, `${path}/share`).answer.text, shared);
    const again = begun(form, {}, { do: "give up" }, { do: "again" });
    const [{ alone }] = Object.values(again.state.games);
    assert.deepEqual([alone.secrets, alone.boards], [[], 2]);
  });
  test("may go on after the last guess of Wordle, which is said once", () => {
    const words = ["hatch", "latch", "match", "quilt"];
    const [secret] = secretsOf(begun({ daily: "yes" }, { words, kind: "colours" }));
    const other = words.find((word) => word !== secret);
    const played = (number, ...more) =>
      begun(
        { daily: "yes" },
        { words, kind: "colours" },
        ...Array(number).fill(guess(other, { sure: other })),
        ...more,
      );
    const said = [5, 6, 7].map((number) => say(played(number).answer.limit));
    const ends = "Wordle ends after 6 guesses, and this game counts as not solved. You can go on all the same.";
    assert.deepEqual(said, ["", ends, ""]);
    const [last, late] = [5, 6].map((number) => played(number, guess(secret)));
    assert.deepEqual(
      [last, late].map(({ state }) => state.finished[0].result),
      ["found", "given up"],
    );
    const [head, ...rows] = ask(late.state, `${late.path}/share`).answer.text.split("\n");
    assert.equal(head, "jotto Wordle 2026-11-26, 6 guesses, not found");
    assert.equal(rows.length, 6);
    assert.ok(!rows.includes("🟩🟩🟩🟩🟩"));
  });
  test("begins another with the same choices", () => {
    const made = begun({ changes: "yes", hard: "yes" }, {}, { do: "give up" }, { do: "again" });
    const [game] = Object.values(made.state.games);
    assert.deepEqual([game.alone.secrets, game.alone.hard, game.alone.daily], [[], true, ""]);
  });
  test("is shared as scores alone", () => {
    const [secret] = secretsOf(begun({ daily: "yes" }));
    const other = WORDS.find((word) => word !== secret);
    const { state, path } = begun({ daily: "yes" }, {}, guess(other), guess(secret));
    assert.equal(ask(state, `${path}/share`).answer.text, "jotto 2026-11-26, 2 guesses\n●●●●·\n●●●●●");
  });
  test("of several boards is shared as two boards beside each other", () => {
    const words = ["hatch", "latch", "match"];
    const made = begun({ boards: "2" }, { words, kind: "colours" });
    const [first, second] = secretsOf(made);
    let { state, answer } = made;
    for (const word of [first, second]) {
      const at = String(ask(state, made.path).answer.view.at);
      ({ state, answer } = ask(state, made.path, { at, ...guess(word) }));
    }
    assert.equal(answer.view.stage, "over");
    assert.deepEqual(ask(state, `${made.path}/share`).answer.text.split("\n"), [
      "jotto Dordle, 2 guesses",
      "🟩🟩🟩🟩🟩 ⬛🟩🟩🟩🟩",
      "　　　　　 🟩🟩🟩🟩🟩",
    ]);
  });
});

describe("the tally", () => {
  const game = (day, result, made, more) => ({
    name: `${day} ${made}`,
    time: Number(new Date(2026, 10, day)),
    word: "",
    made,
    result,
    daily: "",
    ...more,
  });
  test("counts the games in a row, and days in a row", () => {
    const games = [
      game(20, "found", 3, { daily: "2026-11-20" }),
      game(22, "given up", 9),
      game(24, "found", 5, { daily: "2026-11-24" }),
      game(25, "found", 3, { daily: "2026-11-25" }),
      { ...game(25, "found", 1), daily: undefined }, // of another kind
    ];
    const { facts, days, counts } = tally(games, DAY);
    assert.deepEqual(facts, { games: 4, found: 3, mean: 11 / 3, now: 2, longest: 2 });
    assert.deepEqual(days, { days: 2, best: 2 }); // today's is still to come
    assert.deepEqual(counts, [
      [1, 0],
      [2, 0],
      [3, 2],
      [4, 0],
      [5, 1],
    ]); // prettier-ignore
  });
  test("is nothing without such games", () => {
    assert.equal(tally([]), null);
  });
});
