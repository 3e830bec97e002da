// What is shown of a live game, as plain data: the twin of jotto/assistant/view.py and wording.py.
//
// Every sentence is the one that the program says; tests/web/test_page_view.py compares them.
import { noun, showTurn } from "./session.js";
import {
  Wrong,
  approximate,
  boardsNamed,
  byText,
  count,
  crc32,
  fixed,
  grouped,
  isLong,
  quoted,
  remembered,
  repr,
  share,
} from "./text.js";

const FEW = 6; // words that are listed, not only counted
const SUGGESTED = 5;
const BEST_TRIED = 400; // the best guesses, of which the common words are shown
const RESCUED = 5;
const HINTED = 4;
const WORTH_SAYING = 0.01;
const ENDED = "Enter to finish, undo to take back the last entry";
const WHOSE = "What was their word (Enter to skip)?";
const TITLES = { both: "To track both players", score: "A score can be typed as" };

// --- sentences ------------------------------------------------------------------------------------

const textOf = (game, code) => game.rule.texts[code];
const scored = (game, guess, secret) => textOf(game, game.code(guess, secret));

function source(session) {
  if (session.state.chosen) return "";
  return session.toWin ? " (for the race)" : session.fromBook ? " (opening book)" : "";
}

export function doubt(session) {
  const chance = session.mayBeUnlisted ? session.chanceUnlisted : 0;
  return chance >= WORTH_SAYING ? `The word may not be in the list (${share(chance)}).` : "";
}

// The result of looking ahead: { guess, mean, worst, proved }.
function lookedAhead(session, found) {
  const scope = session.kit.allow === "candidates" ? " of trees that guess only candidates" : "";
  return `about ${fixed(found.mean, 1)} more guesses, never more than ${found.worst} (${found.proved ? `proved${scope}` : "the best found so far"})`;
}

export const bestAhead = (session, found) =>
  `Looking ahead, ${session.game.shown(found.guess)} is best: ${lookedAhead(session, found)}.`;

function reason(session) {
  if (session.state.chosen) return "";
  if (session.toWin) {
    const { chance, usual } = session.toWin;
    return ` Your chance to win: ${share(chance)}; with ${session.usual}: ${share(usual)}.`;
  }
  return session.ahead ? ` Looking ahead: ${lookedAhead(session, session.ahead)}.` : "";
}

function worthOf({ listed: game, several }, advice) {
  let can = `cannot be the ${noun(game)}`;
  if (advice.candidate && several) {
    const finds = advice.chance >= 1 ? "finds a board" : `may find one (${share(advice.chance)})`;
    can = advice.chance >= WORTH_SAYING ? finds : "may find one";
  } else if (advice.candidate)
    can = `could be the ${noun(game)}${advice.chance >= WORTH_SAYING ? ` (${share(advice.chance)})` : ""}`;
  else if (game.find(advice.guess) < 0) can = "not in the list";
  return `${fixed(advice.bits, 2)} bits, at worst ${grouped(advice.worstLeft)} left; ${can}`;
}

function foundBy(session) {
  if (session.other.lost) return `They found your word in ${count(session.state.theirs.length, "guess")}`;
  return `You found theirs in ${count(session.state.mine.length, "guess")}`;
}

function youFound({ game, several, state: { boards, mine } }) {
  const what = several ? `all ${count(boards.length, noun(game))}` : game.shown(mine.at(-1).guess);
  return `You found ${what} in ${count(mine.length, "guess")}.`;
}

// The word of a board that is found or certain, or how many are left.
function left(session) {
  const {
    won,
    state: { mine },
    game,
  } = session;
  if (won) return `${game.shown(mine.at(-1).guess)} in ${mine.length}`;
  const [first, ...others] = session.left;
  return others.length ? `${grouped(others.length + 1)} left` : game.shown(game.secrets[first]);
}

const onBoard = (session) => (session.several ? ` on ${boardsNamed([session.here])}` : "");

function possible(session) {
  if (!session.several) return `${grouped(session.left.length)} possible`;
  const words = session.lefts.reduce((all, some) => all + some.length, 0);
  return `${grouped(words)} possible on ${count(session.lefts.length, "board")}`;
}

function result(session) {
  return session.other.lost ? `${foundBy(session)}: ${session.won ? "a draw" : "they win"}.` : "You win.";
}

function aloud(game, code) {
  const numbers = game.rule.numbers(code);
  if (numbers.length < 2) return textOf(game, code);
  return numbers.map((number, index) => `${number} ${game.rule.counts[index].name}`).join(", ");
}

const wrongScore = (game, turn, secret) =>
  `A score was wrong: ${showTurn(game, turn)}; it is ${scored(game, turn.guess, secret)}.`;

function misled(session, turn) {
  const [{ game }, race] = [session, session.other];
  const right = game.code(turn.guess, race.secret);
  const number = race.theirs.findIndex((other) => other.guess === turn.guess && other.code === turn.code) + 1;
  return `You told them ${showTurn(game, turn)}, but it is ${textOf(game, right)}. Tell them: ${aloud(game, right)}. Then correct their turn ${number}.`;
}

function raceNote(session) {
  const race = session.other;
  if (race.lost || session.won) return `${foundBy(session)}. ${race.lost ? "You have" : "They have"} one last guess.`;
  const { exposure } = race;
  let yours = "";
  const first =
    race.game.weights && race.candidates.length > 1 && race.game.likeliest(race.candidates)[0] === race.secret;
  if (exposure)
    yours = `; yours is ${first ? "the likeliest" : "one of them"}${exposure >= WORTH_SAYING ? ` (${share(exposure)})` : ""}`;
  else if (race.secret !== null)
    yours =
      race.game.find(race.secret) < 0
        ? "; yours is not in the list"
        : "; yours is not one of them, so a score was wrong";
  return `They have ${count(race.candidates.length, noun(session.game))} left${yours}.`;
}

const oddsText = (win, draw, lose, mayDraw) =>
  `You ${share(win)}${mayDraw ? `, draw ${share(draw)}` : ""}, they ${share(lose)}`;

function explained(game, mistake) {
  if (mistake.kind === "word") return "the word is not in the list: try all strings of letters";
  const { rescued, told, meant } = mistake;
  const some = game.likeliest(rescued).slice(0, RESCUED).join(", ");
  const then = `then it is ${rescued.length > 1 ? "one of " : ""}${some}${rescued.length > RESCUED ? ", ..." : ""}`;
  const changed =
    mistake.kind === "score"
      ? `${told.guess} may be ${textOf(game, meant.code)}, not ${textOf(game, told.code)}`
      : `you may have guessed ${meant.guess}, not ${told.guess}`;
  return `turn ${mistake.turn}: ${changed}; ${then}`;
}

// What there is to say after a move.
export function saidAfter(before, session, move) {
  const word = String(move.word || "").trim();
  if (move.do === "undo" && !before.transcript.length && !before.attempt) return ["There is nothing to take back."];
  if (move.do === "hint") return [hint(before, session.hints)];
  if (move.do === "race") return session.other.misled.map((turn) => misled(session, turn));
  if (move.do === "they") {
    const [turn, wrong] = [session.other.theirs.at(-1), session.other.misled];
    if (!move.score) return [`Tell them: ${aloud(session.game, turn.code)}.`];
    return wrong.some((other) => other.guess === turn.guess && other.code === turn.code) ? [misled(session, turn)] : [];
  }
  if (move.do === "score" && word && before.race && word !== before.guess)
    return [`Counted as your turn. Theirs? Type undo, then: they ${word} ${move.score}`];
  return [];
}

// --- letters --------------------------------------------------------------------------------------

const shares = (session) => {
  const all = session.listed.weigh(session.left);
  return Array.from(session.left, (secret) => session.listed.weight(secret) / all);
};
const rounded = (chance) => Number(chance.toFixed(9));

function letterChances(session) {
  return session.once("letters", () => {
    const [game, chances] = [session.listed, shares(session)];
    const found = new Map(game.alphabet.map((letter) => [letter, 0]));
    session.left.forEach((secret, i) => {
      for (const letter of new Set(game.spell(game.secrets[secret]))) found.set(letter, found.get(letter) + chances[i]);
    });
    return [...found].map(([letter, chance]) => [letter, rounded(chance)]);
  });
}

function knownLetters(session) {
  const those = (is) =>
    letterChances(session)
      .filter(([, chance]) => is(chance))
      .map(([letter]) => letter)
      .join(" ");
  return [
    those((chance) => chance === 1),
    those((chance) => chance > 0 && chance < 1),
    those((chance) => chance === 0),
  ];
}

function letterGroups(session) {
  const [inside, open, out] = knownLetters(session);
  const named = inside || out ? { in: inside, open, out } : {};
  return Object.fromEntries(Object.entries(named).filter(([, letters]) => letters));
}

const percent = (chance) => `${fixed(chance * 100, 0)}%`;

function hint(session, number) {
  const game = session.listed;
  if (number === 1) {
    const [inside, , out] = knownLetters(session).map((letters) => letters || "none known");
    return `In the secret: ${inside}. Not in it: ${out}.`;
  }
  if (number === 2) {
    const still = letterChances(session)
      .filter(([, chance]) => chance % 1)
      .sort(([one, a], [other, b]) => b - a || byText(one, other));
    const some = still
      .slice(0, HINTED)
      .map(([letter, chance]) => `${letter} (${percent(chance)})`)
      .join(", ");
    return some ? `Likeliest letters not yet known: ${some}.` : "Every letter is known.";
  }
  const chances = shares(session);
  if (number === 3) {
    const places = new Map();
    session.left.forEach((secret, i) =>
      game.spell(game.secrets[secret]).forEach((letter, place) => {
        const key = `${place + 1} ${letter}`;
        places.set(key, (places.get(key) || 0) + chances[i]);
      }),
    );
    const all = [...places].map(([key, chance]) => [rounded(chance), ...key.split(" ")]);
    all.sort(([a, place, one], [b, there, other]) => b - a || place - there || byText(one, other));
    return `Likeliest places: ${all
      .slice(0, HINTED)
      .map(([chance, place, letter]) => `${letter} at place ${place} (${percent(chance)})`)
      .join(", ")}.`;
  }
  const top = chances.indexOf(Math.max(...chances));
  return `Likeliest secret: ${game.secrets[session.left[top]]} (${percent(chances[top])}).`;
}

// --- the view -------------------------------------------------------------------------------------

export function version(session) {
  return crc32((session.attempt || session).transcript.map(repr).join("\n"));
}

function row(game, turn, right = "") {
  const marks = game.rule.tiles || game.rule.counts.length > 1 ? game.rule.marks(turn.code, game.length) : "";
  return { guess: turn.guess, score: textOf(game, turn.code), marks, right, doubt: "" };
}

const rowsOf = (game, turns, wrong, secret) => {
  const right = (turn) =>
    wrong.some((other) => other.guess === turn.guess && other.code === turn.code)
      ? scored(game, turn.guess, secret)
      : "";
  return turns.map((turn) => row(game, turn, right(turn)));
};

function lead(session) {
  if (session.state.chosen) return "Your guess";
  if (session.several) return session.pending ? "Score" : "Guess";
  return session.left.length === 1 ? "It must be" : "Guess";
}

function stageOf(session) {
  if (session.attempt) return ["doubt", session.attempt.contradiction.message];
  if (session.over) return ["over", session.race ? result(session) : youFound(session)];
  return session.side === "them" ? ["theirs", "Their guess"] : ["guess", lead(session)];
}

function guessOf(session) {
  const { listed: game, left: words, advice, several } = session;
  const certain = words.length === 1 && !session.state.chosen && !several;
  return {
    lead: lead(session),
    word: session.guess,
    source: source(session),
    possible: possible(session),
    names: words.length <= FEW && !several ? game.likeliest(words).join(", ") : "",
    after: certain ? "" : `${session.game.shown(session.guess)} leaves about ${approximate(advice.expectedLeft)}`,
    worth: worthOf(session, advice),
    reason: reason(session),
    certain,
  };
}

function trouble(session) {
  if (!session.attempt) return [];
  const [{ rule }, turn] = [session.game, session.attempt.state.boards[session.attempt.here].at(-1)];
  return rule.mayMeanWin(turn.code, session.game.length)
    ? [`If ${session.game.shown(turn.guess)} was the word, type yes.`]
    : [];
}

function faults(session) {
  const mine = session.each.flatMap((one) =>
    one.wrongTurns().map((turn) => wrongScore(one.game, turn, one.state.mine.at(-1).guess)),
  );
  return [...mine, ...(session.race ? session.race.misled : []).map((turn) => misled(session, turn))];
}

function choices(session) {
  return session.choices.map((mistake, place) => {
    const text = explained(session.attempt.listed, mistake);
    const changed = mistake.kind === "word" ? null : row(session.game, mistake.meant);
    return { letter: "abcdefgh"[place], text, turn: mistake.turn || 0, row: changed, then: text.split("; ").at(-1) };
  });
}

// What can be done; the program also offers to look for unlisted words.
function movesOf(session, stage) {
  const undo = session.transcript.length || session.attempt ? ["undo"] : [];
  if (stage === "over") return [...undo, "finish"];
  if (stage === "doubt") return [...(session.explanations.length ? ["fix"] : []), ...undo, "score", "edit"];
  const alone = session.several ? [] : ["race"];
  const race = session.race ? ["race", "side"] : alone;
  const edit = session.state.mine.length || session.state.theirs.length ? ["edit"] : [];
  if (stage === "theirs") return ["they", ...undo, ...edit, ...race];
  return ["score", "guess", ...undo, ...edit, "hint", ...(session.game.closed ? [] : ["refuse"]), ...race];
}

function promptOf(session) {
  if (session.attempt) return "Letter, or score";
  if (session.over) return session.won ? ENDED : WHOSE;
  const open = session.several ? ` on ${boardsNamed(session.toScore)}` : "";
  return session.side === "them" ? "Their guess" : `Score for ${session.game.shown(session.guess)}${open}`;
}

function keysOf(rule) {
  const numbers = rule.texts.map((_, code) => rule.numbers(code)).filter((found) => found.length);
  const column = (index) => [...new Set(numbers.map((found) => found[index]))].sort((a, b) => a - b);
  const rows = numbers.length ? rule.counts.map((each, index) => [each.label, column(index)]) : [];
  const kind = rule.tiles ? "tiles" : ["list", "one row", "pairs"][rows.length] || "list";
  return {
    kind,
    rows,
    texts: rule.tiles ? [] : rule.texts,
    win: rule.numbers(rule.win).length ? "" : rule.texts[rule.win],
  };
}

function oddsOf(session) {
  if (!session.race || session.decided) return null;
  const [{ lastTurn }, { win, draw: drawn }] = [session.race, session.odds];
  const draw = lastTurn ? drawn : 0;
  const they = Math.max(0, 1 - win - draw);
  return { you: win, draw, they, text: oddsText(win, draw, they, lastTurn) };
}

// Several boards: those not found first, the fewest words left first.
function places(session, boards) {
  const { here } = session.attempt || session;
  const found = session.each.map((one, at) => ({
    ...boards[at],
    who: `board ${at + 1}`,
    note: left(one),
    number: at + 1,
    left: one.won ? 0 : one.left.length,
    found: one.won,
    asked: at === here && !one.won,
    letters: one.state.mine.length && !one.won ? letterGroups(one) : {},
  }));
  return found.sort((one, other) => one.found - other.found || one.left - other.left);
}

// All that is shown of a live game; without `doubts`, that the word may be unlisted is left out.
export function view(session, { doubts = true } = {}) {
  const { game, state, race } = session;
  const shown = (session.attempt || session).state.boards;
  const found = (one) => (one.won ? one.state.mine.at(-1).guess : null);
  let boards = session.each.map((one, at) => ({
    who: "you",
    rows: rowsOf(game, shown[at], one.wrongTurns(), found(one)),
    note: "",
  }));
  if (session.several) boards = places(session, boards);
  if (race) boards.push({ who: "they", rows: rowsOf(game, race.theirs, race.misled, race.secret), note: "" });
  const [stage, title] = stageOf(session);
  return {
    at: version(session),
    stage,
    title,
    boards,
    tiles: game.rule.tiles,
    coloured: game.rule.coloured,
    length: game.length,
    guess: stage === "guess" ? guessOf(session) : null,
    letters: state.mine.length && !session.won ? letterGroups(session) : {},
    odds: oddsOf(session),
    trouble: trouble(session),
    notes: race && !session.over ? [raceNote(session)] : [],
    faults: faults(session),
    doubt: doubts && stage === "guess" ? doubt(session) : "",
    choices: choices(session),
    moves: movesOf(session, stage),
    prompt: promptOf(session),
    keys: keysOf(game.rule),
    alphabet: [...new Set([...game.alphabet, ...game.declared.filter((one) => isLong(one) || one === "ı")])].sort(
      byText,
    ),
    rules: race ? { first: race.first, last_turn: race.lastTurn, private: race.secret === null } : null,
    secret: "",
    match: null,
  };
}

// --- what is shown when it is asked for -----------------------------------------------------------

const paneOf = (title, { headers = [], rows = [], words = [] } = {}) => ({ title, headers, rows, words });

const PANES = {
  why: (session) => {
    const [game, { left, guess }] = [session.listed, session];
    const place = new Map(game.ordered(left).map((secret, index) => [secret, index]));
    const parts = [...game.partition(guess, left)].sort(([, one], [, other]) => other.length - one.length);
    const words = (part) =>
      Array.from(part)
        .sort((a, b) => place.get(a) - place.get(b))
        .map((secret) => game.secrets[secret]);
    const rows = parts.map(([code, part]) => [textOf(game, code), part.length, words(part)]);
    const what = session.several ? ` What it leaves${onBoard(session)}:` : "";
    return paneOf(`${session.game.shown(guess)}: ${worthOf(session, session.advice)}.${what}`, {
      headers: ["score", "left", "likeliest first"],
      rows,
    });
  },
  more: (session, kind) => {
    const common = kind === "common";
    const ranked = session.rank({
      measure: session.kit.measure === "simple" ? "entropy" : session.kit.measure,
      top: common ? BEST_TRIED : SUGGESTED,
    });
    const rows = ranked
      .filter((guess) => !common || commonWords(session.kit).has(guess))
      .slice(0, SUGGESTED)
      .map((guess) => session.measured(guess));
    const cells = (one) => [
      session.game.shown(one.guess),
      fixed(one.bits, 2),
      approximate(one.expectedLeft),
      one.candidate ? share(Math.min(one.chance, 1)) : "-",
    ];
    return paneOf("Good guesses", { headers: ["guess", "bits", "left after it", "chance"], rows: rows.map(cells) });
  },
  list: (session) => {
    const words = session.listed.likeliest(session.left);
    return paneOf(`${count(words.length, noun(session.game))} possible${onBoard(session)}, likeliest first`, { words });
  },
  about: (session, word) => {
    const guess = session.read(word);
    return paneOf(`${session.game.shown(guess)}: ${worthOf(session, session.measured(guess))}.`);
  },
  help: (session, topic) => {
    if (topic && !(topic in TITLES))
      throw new Wrong(`there is no help on ${quoted(topic)}; type help, help score or help both`);
    const { rule } = session.game;
    const [stage] = stageOf(session);
    const about = topic || (session.several && stage === "guess" ? "boards" : stage);
    const known = about === "score" ? waysToScore(rule) : Object.entries(session.kit.help[about]);
    const rows = known.map(([typed, means]) => [typed.replaceAll("1,1", example(rule)), means]);
    return paneOf(`${TITLES[about] || "You can type"}:`, { rows });
  },
};

// The guesses that are well known; levels are fifths of SCOWL's.
const commonWords = ({ game }) =>
  remembered(
    game,
    "common",
    () =>
      new Set(
        game.guesses.filter((_, guess) => game.levels && 5 * Number.parseInt(game.levels[guess], 36) <= game.common),
      ),
  );

const example = (rule) => rule.texts[Math.floor(rule.texts.length / 3)];

function waysToScore(rule) {
  const two = rule.counts.length === 2;
  const score = two ? "1,2" : example(rule);
  const numbers = score.split(",");
  const meaning = rule.counts
    .slice(0, numbers.length)
    .map((each, index) => `${numbers[index]} ${each.label}`)
    .join(", ");
  const same = two
    ? [
        ["1/2 1-2 12 1A2B", "the same"],
        ["one two", "the same"],
        ["0", "nothing in common: 0,0"],
      ]
    : [];
  return [
    [score, rule.tiles ? "G in place, Y elsewhere, B neither" : meaning],
    ...same,
    ["yes", "the guess is the secret"],
  ];
}

export function pane(session, name, about = "") {
  if (!Object.hasOwn(PANES, name))
    throw new Wrong(`there is no ${quoted(name)} to show; there are ${Object.keys(PANES).join(", ")}`);
  return PANES[name](session, about);
}
