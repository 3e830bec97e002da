// The page's modules for tests in Python: each line of stdin is a JSON list, the name of a function below and what it
// is given, and is answered by a line with its value.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { startCore } from "../../jotto/pages/core.js";
import {
  answered,
  byTheme,
  costly,
  exerciseAt,
  exercises,
  result,
  shared,
  standing,
  themesOf,
} from "../../jotto/pages/deck.js";
import { best, rank, rankOn, together } from "../../jotto/pages/game.js";
import { LARGEST } from "../../jotto/pages/hindsight.js";
import { made, readList, wordsOf } from "../../jotto/pages/house.js";
import { daily } from "../../jotto/pages/keeper.js";
import { NOTHING, ask, open, titleOf } from "../../jotto/pages/live.js";
import { approximate, fixed } from "../../jotto/pages/numbers.js";
import { learnMoves, offered } from "../../jotto/pages/moves.js";
import { solve } from "../../jotto/pages/search.js";
import { Session, makeMove, showTurn } from "../../jotto/pages/session.js";
import { learn, say, share } from "../../jotto/pages/sentences.js";
import { objection, readScore } from "../../jotto/pages/text.js";
import { chanceUnlisted } from "../../jotto/pages/unlisted.js";
import { factsOf, pane, messagesAfter, scoredLetters, view } from "../../jotto/pages/view.js";

startCore(readFileSync(new URL("../../jotto/core/core.wasm", import.meta.url)));
learn(
  JSON.parse(
    readFileSync(process.env.JOTTO_SENTENCES || new URL("../../jotto/pages/sentences.json", import.meta.url), "utf-8"),
  ),
);
learnMoves(JSON.parse(readFileSync(new URL("../../jotto/pages/moves.json", import.meta.url), "utf-8")));

let kit;
const at = (transcript, more) => new Session(kit, transcript, more);

function tried(make) {
  try {
    return make();
  } catch (error) {
    return { error: error.message };
  }
}

/** Advice with nine decimals, as tests/signature.py writes it. */
function worth({ guess, candidate, bits, expectedLeft, worstLeft, parts, chance }) {
  const numbers = [bits, expectedLeft, worstLeft, parts, chance].map((number) => number.toFixed(9));
  return `${guess} ${Number(candidate)} ${numbers.join(" ")}`;
}

/** The line of tests/signature.py about a position. */
function line({ turns, boards }) {
  const { game, measure, allow, avoid } = kit;
  const told = (some) => some.map(([guess, code]) => ({ guess, code }));
  const how = { measure, allow, avoid, top: 3, book: false };
  if (boards) {
    const lefts = boards.map((some) => game.agreeing(told(some)));
    const ranked = rankOn(game, lefts, how).map((guess) => worth(together(game, lefts, guess)));
    return `[${lefts.map((left) => left.length).join(", ")}] ${ranked.join(" ")}`;
  }
  const heard = game.hears(told(turns));
  const left = heard.agreeing(told(turns));
  const advice = rank(heard, left, { ...how, turns: told(turns) }).map(worth);
  const found = [`${left.length} ${best(heard, left, { ...how, turns: told(turns) })} ${advice.join(" ")}`];
  const tree = left.length < 13 ? solve(game, left, { allow }) : null;
  if (tree) found.push(`least ${tree.total} ${tree.worst}`);
  const chance = turns.length ? chanceUnlisted(game, told(turns)) : null;
  if (chance !== null) found.push(`unlisted ${chance.toFixed(9)}`);
  return found.join(" ");
}

const CALLS = {
  advice: (name, positions) => positions.map((position) => `${name}: ${line(position)}`),
  begin: (data) => {
    kit = open(data);
  },
  play: (moves) => {
    let session = at([]);
    return moves.map((move) =>
      tried(() => {
        const next = makeMove(session, move);
        const said = messagesAfter(session, next, move);
        session = next;
        return { view: view(session), said };
      }),
    );
  },
  turnsAfter: (move) =>
    tried(() => {
      const session = makeMove(at([]), move);
      return (session.attempt || session).state.boards.map((turns) => turns.map((turn) => showTurn(kit.game, turn)));
    }),
  facts: (transcript, attempt) => {
    const so = factsOf(at(transcript, { attempt: attempt ? at(attempt) : null }));
    return { facts: [...so], offered: offered(so, "page") };
  },
  panes: (transcript, asked) => asked.map(([name, about]) => tried(() => pane(at(transcript), name, about))),
  seen: (transcript, { attempt, ...more }) =>
    tried(() => view(at(transcript, { ...more, attempt: attempt ? at(attempt) : null }))),
  ask,
  readLists: (texts) => texts.map((text) => tried(() => readList(text, "list.txt"))),
  make: (base, form, offers) => {
    const data = made(base, form, offers);
    kit = open(data);
    return { ...data, book: kit.game.book, openingBits: kit.openingBits };
  },
  wordsOf,
  daily: (day) => daily(kit.game, day, kit.avoid),
  read: (typed) => tried(() => ({ text: at([]).read(typed) })),
  readScore: (typed) => tried(() => ({ code: readScore(kit.game.rule, typed, kit.game.length) })),
  objections: (guess) => kit.game.rule.texts.map((_, code) => objection(kit.game.rule, [...guess], code)),
  practise: (card, guesses) =>
    tried(() => {
      const exercise = exerciseAt(kit, card);
      const graded = guesses.map((guess) => exercise.graded(kit.game.find(guess)));
      const themes = themesOf(exercise, { guess: "" });
      return { graded, rating: exercise.rating, hard: exercise.isHard, open: exercise.isOpen, themes };
    }),
  exercises: (n, wished) => exercises(kit, n, wished).map(({ turns }) => turns),
  ended: (marks, before, deck, today) => [
    result(marks, before, deck, today).map(say),
    shared(marks, before, deck),
    standing(deck, today),
    byTheme(deck),
  ],
  hinted: (choice, hinted, deck, rating, today) => answered(deck, 0, choice, rating, today, { hinted }),
  largest: () => LARGEST,
  costly: (record) => costly(kit, record),
  near: (guess) => kit.game.rule.texts.map((_, code) => kit.game.rule.nearMisses(code, guess)),
  say: (sentences) => sentences.map(say),
  shares: (chances) => chances.map((chance) => share(chance)),
  approximate: (numbers) => numbers.map((number) => approximate(number)),
  fixed: (numbers) => numbers.map((number) => fixed(number, 2)),
  letters: (turns) => scoredLetters(kit.game, turns),
  nothing: () => NOTHING,
  titles: (games) => games.map((game) => titleOf(game)),
  chanceUnlisted: (turn) => {
    const session = at([]).entered("score", ...turn);
    return (session.attempt || session).chanceUnlisted;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  console.log(JSON.stringify(CALLS[name](...given) ?? null));
}
