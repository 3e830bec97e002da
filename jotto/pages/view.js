// What is shown of a live game, as plain data: the twin of jotto/assistant/view.py and wording.py.
//
// Every sentence is the one that the program says; tests/web/test_page_view.py compares them.
import { tried } from "./game.js";
import { noun, showTurn } from "./session.js";
import {
  Wrong,
  approximate,
  boardsNamed,
  byText,
  count,
  fixed,
  grouped,
  isLong,
  last,
  quoted,
  remembered,
  share,
  sum,
} from "./text.js";

/** @import { Advice, Board, Choice, Game, Guess, Keys, Letters, Lookahead, Mistake } from "./types.js" */
/** @import { Move, Odds, Pane, Place, Row, Rule, Stage, Turn, View } from "./types.js" */
/** @import { Race, Session } from "./session.js" */

const FEW = 6; // words that are listed, not only counted
const SUGGESTED = 5;
const RESCUED = 5;
const HINTED = 4;
const WORTH_SAYING = 0.01;
const ENDED = "Enter to finish, undo to take back the last entry";
const WHOSE = "What was their word (Enter to skip)?";

// --- sentences ------------------------------------------------------------------------------------

/** @type {(game: Game, code: number) => string} */
const textOf = (game, code) => game.rule.texts[code];
/** @type {(game: Game, guess: string, secret: string) => string} */
const scored = (game, guess, secret) => textOf(game, game.code(guess, secret));

/** What a figure is about if it is not about all. @type {(session: Session) => string} */
const among = ({ sampled }) => (sampled ? `among the ${grouped(sampled)} likeliest` : "");
/** @type {Record<string, string>} */
const NOUNS = { words: "unlisted word", anything: "string" };
/** @type {(session: Session) => string} */
const nounOf = ({ game, state }) => (state.unlisted === "anything" ? "string" : noun(game));

/** @type {(session: Session) => string} */
function source(session) {
  if (session.state.chosen) return "";
  if (session.toWin) return " (for the race)";
  if (session.sampled) return ` (best ${among(session)})`;
  const some = tried(session.gameNow, session.left);
  if (some) return ` (best of ${grouped(some)} tried)`;
  return session.fromBook ? " (opening book)" : "";
}

/** @type {(session: Session) => string} */
export function doubt(session) {
  const chance = session.mayBeUnlisted ? session.chanceUnlisted : 0;
  return chance >= WORTH_SAYING ? `The word may not be in the list (${share(chance)}).` : "";
}

/** @type {(session: Session, found: Lookahead) => string} */
export function bestAhead({ game, kit }, { guess, mean, worst, proved }) {
  const scope = kit.allow === "candidates" ? " of trees that guess only candidates" : "";
  const found = `about ${fixed(mean, 1)} more guesses, never more than ${worst}`;
  return `Looking ahead, ${game.shown(guess)} is best: ${found} (${proved ? `proved${scope}` : "the best found so far"}).`;
}

/** @type {(session: Session) => string} */
function reason(session) {
  if (session.state.chosen || !session.toWin) return "";
  const { chance, usual } = session.toWin;
  return ` Your chance to win: ${share(chance)}; with ${session.usual}: ${share(usual)}.`;
}

/** @type {(session: Session, advice: Advice) => string} */
const chanceOf = (session, { chance }) => [share(chance), among(session)].filter(Boolean).join(" ");

/** @type {(session: Session, advice: Advice) => string} */
function worthOf(session, advice) {
  const { gameNow: game, several } = session;
  let can = `cannot be the ${noun(game)}`;
  if (advice.candidate && several) {
    const finds = advice.chance >= 1 ? "finds a board" : `may find one (${share(advice.chance)})`;
    can = advice.chance >= WORTH_SAYING ? finds : "may find one";
  } else if (advice.candidate)
    can = `could be the ${noun(game)}${advice.chance >= WORTH_SAYING ? ` (${chanceOf(session, advice)})` : ""}`;
  else if (game.find(advice.guess) < 0) can = "not in the list";
  return `${fixed(advice.bits, 2)} bits, at worst ${grouped(advice.worstLeft)} left; ${can}`;
}

/** @type {(session: Session) => string} */
function foundBy(session) {
  if (session.other.lost) return `They found your word in ${count(session.state.theirs.length, "guess")}`;
  return `You found theirs in ${count(session.state.mine.length, "guess")}`;
}

/** @type {(session: Session) => string} */
function youFound({ game, several, state }) {
  const { boards, mine } = state;
  const what = several ? `all ${count(boards.length, noun(game))}` : game.shown(last(mine).guess);
  return `You found ${what} in ${count(mine.length, "guess")}.`;
}

/**
 * The word of a board that is found or certain, or how many are left.
 * @type {(session: Session) => string}
 */
function left(session) {
  const { won, game } = session;
  const { mine } = session.state;
  if (won) return `${game.shown(last(mine).guess)} in ${mine.length}`;
  const [first, ...others] = session.left;
  return others.length ? `${grouped(others.length + 1)} left` : game.shown(game.secrets[first]);
}

/** @type {(session: Session) => string} */
const onBoard = (session) => (session.several ? ` on ${boardsNamed([session.here])}` : "");

/** @type {(session: Session) => string} */
function possible(session) {
  const { mine } = session.state;
  const lies = session.game.noise?.lies && mine.length ? session.listed.lies(mine, session.left) : [];
  const allTrue = lies.length ? ` (${grouped(lies.filter((number) => !number).length)} if no answer is false)` : "";
  const { unlisted } = session.state;
  const many = unlisted ? count(session.count, NOUNS[unlisted]) : grouped(session.left.length);
  if (!session.several) return `${many} possible${allTrue}`;
  const words = sum(session.lefts.map((some) => some.length));
  return `${grouped(words)} possible on ${count(session.lefts.length, "board")}`;
}

/** @type {(session: Session) => string} */
function result(session) {
  return session.other.lost ? `${foundBy(session)}: ${session.won ? "a draw" : "they win"}.` : "You win.";
}

/** @type {(game: Game, code: number) => string} */
function aloud(game, code) {
  const numbers = game.rule.numbers(code);
  if (numbers.length < 2) return textOf(game, code);
  return numbers.map((number, index) => `${number} ${game.rule.counts[index].name}`).join(", ");
}

/** @type {(game: Game, turn: Turn, secret: string) => string} */
const wrongScore = (game, turn, secret) =>
  `A score was wrong: ${showTurn(game, turn)}; it is ${scored(game, turn.guess, secret)}.`;

/** @type {(session: Session, turn: Turn) => string} */
function misled(session, turn) {
  const [{ game }, race] = [session, session.other];
  const right = game.code(turn.guess, /** @type {string} */ (race.secret)); // without a secret nobody is misled
  const number = race.theirs.findIndex((other) => other.guess === turn.guess && other.code === turn.code) + 1;
  const wrong = `You told them ${showTurn(game, turn)}, but it is ${textOf(game, right)}.`;
  return `${wrong} Tell them: ${aloud(game, right)}. Then correct their turn ${number}.`;
}

/** @type {(session: Session) => string} */
function raceNote(session) {
  const race = session.other;
  if (race.lost || session.won) return `${foundBy(session)}. ${race.lost ? "You have" : "They have"} one last guess.`;
  return `They have ${count(race.candidates.length, noun(session.game))} left${amongThem(race)}.`;
}

/**
 * Whether my secret is among the candidates of the other player, if it is known.
 * @type {(race: Race) => string}
 */
function amongThem({ game, secret, candidates, exposure }) {
  if (exposure) {
    const first = game.weights && candidates.length > 1 && game.likeliest(candidates)[0] === secret;
    const chance = exposure >= WORTH_SAYING ? ` (${share(exposure)})` : "";
    return `; yours is ${first ? "the likeliest" : "one of them"}${chance}`;
  }
  if (secret === null) return "";
  return game.find(secret) < 0 ? "; yours is not in the list" : "; yours is not one of them, so a score was wrong";
}

/** @type {(win: number, draw: number, lose: number, mayDraw: boolean) => string} */
const oddsText = (win, draw, lose, mayDraw) =>
  `You ${share(win)}${mayDraw ? `, draw ${share(draw)}` : ""}, they ${share(lose)}`;

/** @type {(game: Game, mistake: Mistake, written: string[]) => string} */
function explained(game, mistake, written) {
  if (mistake.kind === "word" && !written.length) return "the word is not in the list: try all strings of letters";
  if (mistake.kind === "word") {
    const first = `${written.slice(0, RESCUED).join(", ")}${written.length > RESCUED ? ", ..." : ""}`;
    const words = `${count(written.length, "word")}: ${first}`;
    return `the word is not in the list: try words that people write (${words})`;
  }
  const { rescued, told, meant } = mistake;
  const some = game.likeliest(rescued).slice(0, RESCUED).join(", ");
  const then = `then it is ${rescued.length > 1 ? "one of " : ""}${some}${rescued.length > RESCUED ? ", ..." : ""}`;
  const changed =
    mistake.kind === "score"
      ? `${told.guess} may be ${textOf(game, meant.code)}, not ${textOf(game, told.code)}`
      : `you may have guessed ${meant.guess}, not ${told.guess}`;
  return `turn ${mistake.turn}: ${changed}; ${then}`;
}

/**
 * What there is to say after a move.
 * @type {(before: Session, session: Session, move: Move) => string[]}
 */
export function saidAfter(before, session, move) {
  const word = String(move.word || "").trim();
  if (move.do === "undo" && !before.transcript.length && !before.attempt) return ["There is nothing to take back."];
  if (move.do === "hint") {
    const said = HINTS[Math.min(session.hints, HINTS.length) - 1](before);
    return [before.sampled ? `A${among(before).slice(1)}: ${said}` : said];
  }
  if (move.do === "race") return session.other.misled.map((turn) => misled(session, turn));
  if (move.do === "they") {
    const [turn, wrong] = [last(session.other.theirs), session.other.misled];
    if (!move.score) return [`Tell them: ${aloud(session.game, turn.code)}.`];
    return wrong.some((other) => other.guess === turn.guess && other.code === turn.code) ? [misled(session, turn)] : [];
  }
  if (move.do === "score" && word && before.race && word !== before.guess)
    return [`Counted as your turn. Theirs? Type undo, then: they ${word} ${move.score}`];
  return [];
}

// --- letters --------------------------------------------------------------------------------------

/** @type {(session: Session) => number[]} */
const shares = ({ heard, left }) => {
  const all = heard.weigh(left);
  return heard.weightsOf(left).map((weight) => weight / all);
};
/** @type {(chance: number) => number} */
const rounded = (chance) => Number(chance.toFixed(9));

/** @type {(session: Session) => [letter: string, chance: number][]} */
function letterChances(session) {
  return remembered(session, "letters", () => {
    const [game, chances] = [session.gameNow, shares(session)];
    const found = new Map(game.alphabet.map((letter) => [letter, 0]));
    session.left.forEach((secret, i) => {
      for (const letter of new Set(game.spell(game.secrets[secret])))
        found.set(letter, (found.get(letter) || 0) + chances[i]);
    });
    return Array.from(found, ([letter, chance]) => [letter, rounded(chance)]);
  });
}

/** @type {(session: Session) => string[]} */
function knownLetters(session) {
  /** @type {string[][]} */
  const [inside, open, out] = [[], [], []];
  for (const [letter, chance] of letterChances(session)) {
    if (chance === 1) inside.push(letter);
    else (chance > 0 ? open : out).push(letter);
  }
  return [inside, open, out].map((letters) => letters.join(" "));
}

/** @type {(session: Session) => Letters} */
function letterGroups(session) {
  const [inside, open, out] = knownLetters(session);
  const named = inside || out ? { in: inside, open, out } : {};
  return Object.fromEntries(Object.entries(named).filter(([, letters]) => letters));
}

/** @type {(chance: number) => string} */
const percent = (chance) => `${fixed(chance * 100, 0)}%`;

/** @type {(session: Session) => string} */
function knownHint(session) {
  const [inside, , out] = knownLetters(session).map((letters) => letters || "none known");
  return `In the secret: ${inside}. Not in it: ${out}.`;
}

/** @type {(session: Session) => string} */
function lettersHint(session) {
  const open = letterChances(session).filter(([, chance]) => chance % 1);
  open.sort(([one, a], [other, b]) => b - a || byText(one, other));
  const likeliest = open.slice(0, HINTED).map(([letter, chance]) => `${letter} (${percent(chance)})`);
  return open.length ? `Likeliest letters not yet known: ${likeliest.join(", ")}.` : "Every letter is known.";
}

/** @type {(session: Session) => string} */
function placesHint(session) {
  const [game, chances] = [session.gameNow, shares(session)];
  /** @type {Map<string, { place: number, letter: string, chance: number }>} */
  const all = new Map();
  session.left.forEach((secret, i) => {
    for (const [at, letter] of game.spell(game.secrets[secret]).entries()) {
      const before = all.get(`${at} ${letter}`) || { place: at + 1, letter, chance: 0 };
      all.set(`${at} ${letter}`, { ...before, chance: before.chance + chances[i] });
    }
  });
  const likeliest = [...all.values()].map((each) => ({ ...each, chance: rounded(each.chance) }));
  likeliest.sort((a, b) => b.chance - a.chance || a.place - b.place || byText(a.letter, b.letter));
  const texts = likeliest.map(({ place, letter, chance }) => `${letter} at place ${place} (${percent(chance)})`);
  return `Likeliest places: ${texts.slice(0, HINTED).join(", ")}.`;
}

/** @type {(session: Session) => string} */
function secretHint(session) {
  const chances = shares(session);
  const top = chances.indexOf(Math.max(...chances));
  return `Likeliest secret: ${session.gameNow.secrets[session.left[top]]} (${percent(chances[top])}).`;
}

const HINTS = [knownHint, lettersHint, placesHint, secretHint]; // each says more than the one before it

// --- the view -------------------------------------------------------------------------------------

/** @type {(game: Game, turn: Turn, right?: string) => Row} */
function row(game, turn, right = "") {
  const marks = game.rule.tiles || game.rule.counts.length > 1 ? game.rule.marks(turn.code, game.length) : "";
  return { guess: turn.guess, score: textOf(game, turn.code), marks, right, doubt: "" };
}

/** @type {(game: Game, turns: Turn[], wrong: Turn[], secret: string | null) => Row[]} */
const rowsOf = (game, turns, wrong, secret) => {
  const right = (/** @type {Turn} */ turn) =>
    secret !== null && wrong.some((other) => other.guess === turn.guess && other.code === turn.code)
      ? scored(game, turn.guess, secret)
      : "";
  return turns.map((turn) => row(game, turn, right(turn)));
};

/**
 * Rows with what is said of answers that are perhaps false; wording.false.
 * @type {(session: Session, rows: Row[]) => Row[]}
 */
function doubted(session, rows) {
  const said = (/** @type {number} */ chance) =>
    chance < WORTH_SAYING ? "" : `${chance > 0.5 ? "probably" : "perhaps"} false (${share(chance)})`;
  return rows.map((one, at) => {
    const chance = session.falseChances[at];
    return { ...one, doubt: chance === 1 ? "false" : said(chance) };
  });
}

/** @type {(session: Session) => string} */
function lead(session) {
  if (session.state.chosen) return "Your guess";
  if (session.several) return session.pending ? "Score" : "Guess";
  return session.left.length === 1 ? "It must be" : "Guess";
}

/** @type {(session: Session) => [stage: Stage, title: string]} */
function stageOf(session) {
  if (session.attempt) return ["doubt", session.attempt.contradiction?.message || ""];
  if (session.over) return ["over", session.race ? result(session) : youFound(session)];
  return session.side === "them" ? ["theirs", "Their guess"] : ["guess", lead(session)];
}

/** @type {(session: Session) => Guess} */
function guessOf(session) {
  const { left: words, advice, several } = session;
  const certain = words.length === 1 && !session.state.chosen && !several;
  return {
    lead: lead(session),
    word: session.guess,
    source: source(session),
    possible: possible(session),
    names: words.length <= FEW && !several ? session.heard.likeliest(words).join(", ") : "",
    after: certain ? "" : `${session.game.shown(session.guess)} leaves about ${approximate(advice.expectedLeft)}`,
    worth: worthOf(session, advice),
    reason: reason(session),
    certain,
  };
}

/** @type {(session: Session) => string[]} */
function trouble(session) {
  if (!session.attempt) return [];
  const { here, state } = session.attempt;
  const turn = last(state.boards[here]);
  return session.game.rule.mayMeanWin(turn.code, session.game.length)
    ? [`If ${session.game.shown(turn.guess)} was the word, type yes.`]
    : [];
}

/** @type {(session: Session) => string[]} */
function faults(session) {
  const mine = session.each.flatMap((one) =>
    one.wrongTurns().map((turn) => wrongScore(one.game, turn, last(one.state.mine).guess)),
  );
  return [...mine, ...(session.race ? session.race.misled : []).map((turn) => misled(session, turn))];
}

/** @type {(session: Session) => Choice[]} */
function choices(session) {
  const tried = session.attempt || session;
  return session.choices.map((mistake, place) => {
    const text = explained(tried.nearly, mistake, session.attempt ? tried.written : []);
    const changed = mistake.kind === "word" ? null : row(session.game, mistake.meant);
    return { letter: "abcdefgh"[place], text, turn: mistake.turn || 0, row: changed, then: last(text.split("; ")) };
  });
}

/**
 * What can be done.
 * @type {(session: Session, stage: Stage) => string[]}
 */
function movesOf(session, stage) {
  const undo = session.transcript.length || session.attempt ? ["undo"] : [];
  if (stage === "over") return [...undo, "finish"];
  if (stage === "doubt") return [...(session.explanations.length ? ["fix"] : []), ...undo, "score", "edit"];
  const alone = session.several || session.game.noise ? [] : ["race"];
  const race = session.race ? ["race", "side"] : alone;
  const edit = session.state.mine.length || session.state.theirs.length ? ["edit"] : [];
  if (stage === "theirs") return ["they", ...undo, ...edit, ...race];
  const further = { "": ["unlisted"], words: ["anything"], anything: [] }[session.state.unlisted];
  const { closed, rule } = session.game;
  const looked = !session.several && (rule.tiles || rule.counts.length);
  const words = closed ? [] : ["refuse", ...(looked ? further : [])];
  return ["score", "guess", ...undo, ...edit, "hint", ...words, ...race];
}

/** @type {(session: Session) => string} */
function promptOf(session) {
  if (session.attempt) return "Letter, or score";
  if (session.over) return session.won ? ENDED : WHOSE;
  const open = session.several ? ` on ${boardsNamed(session.toScore)}` : "";
  return session.side === "them" ? "Their guess" : `Score for ${session.game.shown(session.guess)}${open}`;
}

/** @type {(rule: Rule) => Keys} */
function keysOf(rule) {
  const numbers = rule.texts.map((_, code) => rule.numbers(code)).filter((found) => found.length);
  const column = (/** @type {number} */ index) =>
    [...new Set(numbers.map((found) => found[index]))].sort((a, b) => a - b);
  /** @type {Keys["rows"]} */
  const rows = numbers.length ? rule.counts.map((each, index) => [each.label, column(index)]) : [];
  const kind = rule.tiles ? "tiles" : ["list", "one row", "pairs"][rows.length] || "list";
  const win = rule.numbers(rule.win).length ? "" : rule.texts[rule.win];
  return { kind, rows, texts: rule.tiles ? [] : rule.texts, win };
}

/** @type {(session: Session) => Odds | null} */
function oddsOf(session) {
  if (!session.race || session.decided) return null;
  const [{ lastTurn }, { win, draw: drawn }] = [session.race, session.odds];
  const draw = lastTurn ? drawn : 0;
  const they = Math.max(0, 1 - win - draw);
  return { you: win, draw, they, text: oddsText(win, draw, they, lastTurn) };
}

/**
 * Several boards: those not found first, the fewest words left first.
 * @type {(session: Session, boards: Board[]) => Place[]}
 */
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
  return found.sort((one, other) => Number(one.found) - Number(other.found) || one.left - other.left);
}

/**
 * All that is shown of a live game, saved as version `at`; without `doubts`, that the word may be unlisted is left out.
 * @type {(session: Session, options?: { at?: number, doubts?: boolean }) => View}
 */
export function view(session, { at = 0, doubts = true } = {}) {
  const { game, state, race } = session;
  const shown = (session.attempt || session).state.boards;
  const found = (/** @type {Session} */ one) => (one.won ? last(one.state.mine).guess : null);
  let boards = session.each.map((one, at) => ({
    who: "you",
    rows: rowsOf(game, shown[at], one.wrongTurns(), found(one)),
    note: "",
  }));
  if (game.noise?.lies && !session.won && !session.attempt)
    boards = boards.map((one) => ({ ...one, rows: doubted(session, one.rows) }));
  if (session.several) boards = places(session, boards);
  if (race) boards.push({ who: "they", rows: rowsOf(game, race.theirs, race.misled, race.secret), note: "" });
  const [stage, title] = stageOf(session);
  const extra = game.declared.filter((one) => isLong(one) || one === "ı");
  return {
    at,
    stage,
    title,
    boards,
    tiles: game.rule.tiles,
    coloured: game.rule.coloured,
    length: game.length,
    guess: stage === "guess" ? guessOf(session) : null,
    letters: state.mine.length && !session.won && !session.sampled ? letterGroups(session) : {},
    odds: oddsOf(session),
    trouble: trouble(session),
    notes: race && !session.over ? [raceNote(session)] : [],
    faults: faults(session),
    doubt: doubts && stage === "guess" ? doubt(session) : "",
    choices: choices(session),
    moves: movesOf(session, stage),
    prompt: promptOf(session),
    keys: keysOf(game.rule),
    alphabet: [...new Set([...game.alphabet, ...extra])].sort(byText),
    rules: race ? { first: race.first, last_turn: race.lastTurn, private: race.secret === null } : null,
    secret: "",
    match: null,
  };
}

// --- what is shown when it is asked for -----------------------------------------------------------

/** @type {(title: string, shown?: Partial<Pane>) => Pane} */
const paneOf = (title, { headers = [], rows = [], words = [] } = {}) => ({ title, headers, rows, words });

/** @type {Record<string, (session: Session, about: string) => Pane>} */
const PANES = {
  why: (session) => {
    const [game, { left, guess }] = [session.heard, session];
    const words = game.partition(guess, left);
    const sizes = session.sampled
      ? [...session.sizes(guess).entries()]
      : [...words].map(([code, { length }]) => [code, length]);
    const parts = sizes.filter(([, size]) => size).sort(([, one], [, other]) => other - one);
    const rows = parts.map(([code, size]) => [
      textOf(game, code),
      size,
      game.likeliest(words.get(code) || Uint32Array.of()),
    ]);
    const what = session.several ? ` What it leaves${onBoard(session)}:` : "";
    const title = `${session.game.shown(guess)}: ${worthOf(session, session.advice)}.${what}`;
    return paneOf(title, { headers: ["score", "left", "likeliest first"], rows });
  },
  more: (session) => {
    const measure = session.kit.measure === "simple" ? "entropy" : session.kit.measure;
    const rows = session.rank({ measure, top: SUGGESTED }).map((guess) => session.measured(guess));
    const cells = (/** @type {Advice} */ one) => [
      session.game.shown(one.guess),
      fixed(one.bits, 2),
      approximate(one.expectedLeft),
      one.candidate ? share(Math.min(one.chance, 1)) : "-",
    ];
    return paneOf(`Good guesses${session.sampled ? `, best ${among(session)} first` : ""}`, {
      headers: ["guess", "bits", "left after it", "chance"],
      rows: rows.map(cells),
    });
  },
  list: (session) => {
    const words = session.heard.likeliest(session.left);
    const all = `${count(words.length, nounOf(session))} possible${onBoard(session)}, likeliest first`;
    const some = `The ${grouped(session.sampled)} likeliest of ${count(session.count, "string")}`;
    return paneOf(session.sampled ? some : all, { words });
  },
  about: (session, word) => {
    const guess = session.read(word);
    return paneOf(`${session.game.shown(guess)}: ${worthOf(session, session.measured(guess))}.`);
  },
};

/** @type {(session: Session, name: string, about?: string) => Pane} */
export function pane(session, name, about = "") {
  if (!Object.hasOwn(PANES, name))
    throw new Wrong(`there is no ${quoted(name)} to show; there are ${Object.keys(PANES).join(", ")}`);
  return PANES[name](session, about);
}
