// What is shown of a live game, as plain data: the twin of jotto/assistant/view.py and wording.py.
//
// Every sentence has the key and the facts of the program's; tests/web/test_page_view.py compares them.
import { tried } from "./game.js";
import { offered } from "./moves.js";
import { approximate, fixed } from "./numbers.js";
import { said, share } from "./sentences.js";
import { noun, showTurn } from "./session.js";
import { Wrong, byText, firstBoards, isLong, last, quoted, remembered, sum } from "./text.js";

/** @import { Advice, Board, Choice, Game, Guess, Keys, Letters, Lookahead, Mistake } from "./types.js" */
/** @import { Move, Odds, Pane, Place, Row, Rule, Stage, Turn, View } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @import { Contradiction, Race, Session } from "./session.js" */

const FEW = 6; // words that are listed, not only counted
const SUGGESTED = 5;
const RESCUED = 5;
const HINTED = 4;
const WORTH_SAYING = 0.01;

// --- sentences ------------------------------------------------------------------------------------

/** @type {(game: Game, code: number) => string} */
const textOf = (game, code) => game.rule.texts[code];
/** @type {(game: Game, guess: string, secret: string) => string} */
const scored = (game, guess, secret) => textOf(game, game.code(guess, secret));
/** @type {(chance: number) => number | null} */
const worthSaying = (chance) => (chance >= WORTH_SAYING ? chance : null);

/** @type {(session: Session) => string} */
const nounOf = ({ game, state }) => (state.unlisted === "anything" ? "string" : noun(game));
/** @type {Record<string, string>} */
const POSSIBLE = { words: "unlisted words possible", anything: "strings possible" };

/** @type {(session: Session) => Sentence | null} */
function source(session) {
  const { sampled } = session;
  if (session.state.chosen) return null;
  if (session.toWin) return said("for the race");
  if (sampled) return said("best of the likeliest", { sampled });
  const some = tried(session.gameNow, session.left);
  if (some) return said("best of those tried", { tried: some });
  return session.fromBook ? said("from the book") : null;
}

/** @type {(session: Session) => Sentence | null} */
export function doubt(session) {
  const chance = worthSaying(session.mayBeUnlisted ? session.chanceUnlisted : 0);
  return chance === null ? null : said("may be unlisted", { chance });
}

/** @type {(session: Session, found: Lookahead) => Sentence} */
export function bestAhead({ game, kit }, { guess, mean, worst, proved }) {
  const scope = proved && kit.allow === "candidates" ? "trees that guess only candidates" : null;
  const result = said("looked ahead", { mean, worst, proved, scope });
  return said("best ahead", { guess: game.shown(guess), result });
}

/** @type {(session: Session) => Sentence | null} */
function reason(session) {
  if (session.state.chosen || !session.toWin) return null;
  const { chance, usual } = session.toWin;
  return said("chance to win", { chance, other: session.usual, usual });
}

/** @type {(session: Session, advice: Advice) => Sentence} */
function can({ gameNow: game, several, sampled }, advice) {
  const chance = worthSaying(advice.chance);
  if (advice.candidate && several)
    return advice.chance >= 1 ? said("finds a board") : said("may find a board", { chance });
  if (advice.candidate && sampled && chance !== null)
    return said("could be, of the likeliest", { noun: noun(game), chance, sampled });
  if (advice.candidate) return said("could be", { noun: noun(game), chance });
  return game.find(advice.guess) < 0 ? said("not in the list") : said("cannot be", { noun: noun(game) });
}

/** @type {(session: Session, advice: Advice) => Sentence} */
const worthOf = (session, advice) =>
  said("worth", { bits: advice.bits, worst: advice.worstLeft, can: can(session, advice) });

/**
 * A guess with what it is worth; `board`: what it leaves there is shown next.
 * @type {(session: Session, advice: Advice, board?: number | null) => Sentence}
 */
const about = (session, advice, board = null) =>
  said("about", { guess: session.game.shown(advice.guess), worth: worthOf(session, advice), board });

/** @type {(session: Session) => Sentence} */
function youFound({ game, several, state }) {
  const { boards, mine } = state;
  const made = mine.length;
  if (several) return said("found all", { boards: boards.length, noun: noun(game), made });
  return said("found", { word: game.shown(last(mine).guess), made });
}

/**
 * The word of a board that is found or certain, or how many are left.
 * @type {(session: Session) => Sentence}
 */
function left(session) {
  const { won, game } = session;
  const { mine } = session.state;
  if (won) return said("found in", { word: game.shown(last(mine).guess), made: mine.length });
  const [first, ...others] = session.left;
  return others.length
    ? said("left", { left: others.length + 1 })
    : said("certain", { word: game.shown(game.secrets[first]) });
}

/**
 * The number of the board that something is about; null with one.
 * @type {(session: Session) => number | null}
 */
const boardOf = (session) => (session.several ? session.here + 1 : null);

/** @type {(session: Session) => Sentence | null} */
function toScore({ several, toScore: places }) {
  const [boards, more] = firstBoards(places);
  if (!several) return null;
  if (boards.length === 1) return said("on board", { board: boards[0] });
  return said("on boards", { boards, more: more || null });
}

/** @type {(session: Session) => Sentence} */
function possible(session) {
  const { mine } = session.state;
  const lies = session.game.noise?.lies && mine.length ? session.listed.lies(mine, session.left) : [];
  const allTrue = lies.length ? lies.filter((number) => !number).length : null;
  const { unlisted } = session.state;
  if (!session.several) return said(POSSIBLE[unlisted] || "possible", { left: session.count, true: allTrue });
  const words = sum(session.lefts.map((some) => some.length));
  return said("possible on boards", { left: words, boards: session.lefts.length });
}

/** @type {(session: Session) => Sentence} */
function result(session) {
  if (!session.other.lost) return said("you win");
  return said("they found yours", { made: session.state.theirs.length, drawn: session.won });
}

/** @type {(game: Game, code: number) => string | Sentence[]} */
function aloud(game, code) {
  const numbers = game.rule.numbers(code);
  if (numbers.length < 2) return textOf(game, code);
  return numbers.map((number, index) => said("number of", { number, name: game.rule.counts[index].name }));
}

/** @type {(game: Game, turn: Turn, secret: string) => Sentence} */
export const wrongScore = (game, turn, secret) =>
  said("a score was wrong", { turn: showTurn(game, turn), right: scored(game, turn.guess, secret) });

/** @type {(session: Session, turn: Turn) => Sentence} */
function misled(session, turn) {
  const [{ game }, race] = [session, session.other];
  const right = game.code(turn.guess, /** @type {string} */ (race.secret)); // without a secret nobody is misled
  const number = race.theirs.findIndex((other) => other.guess === turn.guess && other.code === turn.code) + 1;
  const shown = { turn: showTurn(game, turn), right: textOf(game, right), score: aloud(game, right) };
  return said("you misled them", { ...shown, number });
}

/** @type {(session: Session) => Sentence} */
function raceNote(session) {
  const [race, { mine, theirs }] = [session.other, session.state];
  if (race.lost) return said("your last guess", { made: theirs.length });
  if (session.won) return said("their last guess", { made: mine.length });
  const facts = { left: race.candidates.length, noun: noun(session.game) };
  return said("they have left", { ...facts, yours: amongThem(race) });
}

/**
 * Whether my secret is among the candidates of the other player, if it is known.
 * @type {(race: Race) => Sentence | null}
 */
function amongThem({ game, secret, candidates, exposure }) {
  if (exposure) {
    const first = Boolean(game.weights) && candidates.length > 1 && game.likeliest(candidates)[0] === secret;
    return said("yours may be it", { first, chance: worthSaying(exposure) });
  }
  if (secret === null) return null;
  return said(game.find(secret) < 0 ? "yours is unlisted" : "yours cannot be it");
}

/** @type {(win: number, draw: number, lose: number, mayDraw: boolean) => Sentence} */
function oddsText(win, draw, lose, mayDraw) {
  const drawn = mayDraw ? [said("draw chance", { chance: draw })] : [];
  return said("odds", {
    chances: [said("your chance", { chance: win }), ...drawn, said("their chance", { chance: lose })],
  });
}

/**
 * An explanation as one line, and of it which secrets then fit.
 * @type {(game: Game, mistake: Mistake, written: string[]) => [text: Sentence, then: Sentence]}
 */
function explained(game, mistake, written) {
  const first = (/** @type {string[]} */ words) => [
    ...words.slice(0, RESCUED),
    ...(words.length > RESCUED ? ["..."] : []),
  ];
  if (mistake.kind === "word") {
    const line = written.length
      ? said("people write the word", { left: written.length, words: first(written) })
      : said("the word is unlisted", { strings: null, words: [] });
    return [line, line];
  }
  const { rescued, told, meant } = mistake;
  const secrets = first(game.likeliest(rescued));
  const then = said("then it is", { several: rescued.length > 1, secrets });
  const [right, wrong] = [textOf(game, meant.code), textOf(game, told.code)];
  const changed =
    mistake.kind === "score"
      ? said("the score may be", { guess: told.guess, right, wrong })
      : said("the guess may be", { right: meant.guess, wrong: told.guess });
  return [said("a mistake", { turn: mistake.turn, changed, then }), then];
}

/**
 * What there is to say after a move.
 * @type {(before: Session, session: Session, move: Move) => Sentence[]}
 */
export function saidAfter(before, session, move) {
  const word = String(move.word || "").trim();
  if (move.do === "undo" && !before.transcript.length && !before.attempt) return [said("nothing to take back")];
  if (move.do === "hint") {
    const [hint, { sampled }] = [HINTS[Math.min(session.hints, HINTS.length) - 1](before), before];
    return [sampled ? said("a hint, of the likeliest", { sampled, hint }) : hint];
  }
  if (move.do === "race") return session.other.misled.map((turn) => misled(session, turn));
  if (move.do === "they") {
    const [turn, wrong] = [last(session.other.theirs), session.other.misled];
    if (!move.score) return [said("tell them", { score: aloud(session.game, turn.code) })];
    return wrong.some((other) => other.guess === turn.guess && other.code === turn.code) ? [misled(session, turn)] : [];
  }
  if (move.do === "score" && word && before.race && word !== before.guess)
    return [said("counted as yours", { guess: word, score: String(move.score) })];
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

/** @type {(what: string, chance: number) => Sentence} */
const withChance = (what, chance) => said("with a chance", { what, percent: 100 * chance });

/** @type {(session: Session) => Sentence} */
function knownHint(session) {
  const [inside, , out] = knownLetters(session).map((letters) => letters || said("none known"));
  return said("hint: known letters", { inside, out });
}

/** @type {(session: Session) => Sentence} */
function lettersHint(session) {
  const open = letterChances(session).filter(([, chance]) => chance % 1);
  open.sort(([one, a], [other, b]) => b - a || byText(one, other));
  const letters = open.slice(0, HINTED).map(([letter, chance]) => withChance(letter, chance));
  return letters.length ? said("hint: open letters", { letters }) : said("every letter is known");
}

/** @type {(session: Session) => Sentence} */
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
  const letters = likeliest
    .slice(0, HINTED)
    .map(({ place, letter, chance }) => said("at a place", { letter, place, percent: 100 * chance }));
  return said("hint: places", { letters });
}

/** @type {(session: Session) => Sentence} */
function secretHint(session) {
  const chances = shares(session);
  const top = chances.indexOf(Math.max(...chances));
  return said("hint: secret", { secret: withChance(session.gameNow.secrets[session.left[top]], chances[top]) });
}

const HINTS = [knownHint, lettersHint, placesHint, secretHint]; // each says more than the one before it

// --- the view -------------------------------------------------------------------------------------

/** @type {(game: Game, turn: Turn, right?: string) => Row} */
function row(game, turn, right = "") {
  const marks = game.rule.tiles || game.rule.counts.length > 1 ? game.rule.marks(turn.code, game.length) : "";
  return { guess: turn.guess, score: textOf(game, turn.code), marks, right, doubt: null };
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
 * How likely an answer is false; wording.false.
 * @type {(chance: number) => Sentence | null}
 */
function falseAnswer(chance) {
  if (chance < WORTH_SAYING || chance === 1) return chance === 1 ? said("false") : null;
  return said(chance > 0.5 ? "probably false" : "perhaps false", { chance });
}

/** @type {(session: Session) => Sentence} */
function lead(session) {
  if (session.state.chosen) return said("your guess");
  if (session.several) return said(session.pending ? "score" : "guess");
  return said(session.left.length === 1 ? "it must be" : "guess");
}

/** @type {(session: Session) => [stage: Stage, title: Sentence]} */
function stageOf(session) {
  if (session.attempt) return ["doubt", /** @type {Contradiction} */ (session.attempt.contradiction).sentence];
  if (session.over) return ["over", session.race ? result(session) : youFound(session)];
  return session.side === "them" ? ["theirs", said("their guess")] : ["guess", lead(session)];
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
    after: certain ? null : said("leaves", { guess: session.game.shown(session.guess), left: advice.expectedLeft }),
    worth: worthOf(session, advice),
    reason: reason(session),
    certain,
  };
}

/** @type {(session: Session) => Sentence[]} */
function trouble(session) {
  if (!session.attempt) return [];
  const { here, state } = session.attempt;
  const turn = last(state.boards[here]);
  return session.game.rule.mayMeanWin(turn.code, session.game.length)
    ? [said("if it was the word", { guess: session.game.shown(turn.guess) })]
    : [];
}

/** @type {(session: Session) => Sentence[]} */
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
    const [text, then] = explained(tried.nearly, mistake, session.attempt ? tried.written : []);
    const changed = mistake.kind === "word" ? null : row(session.game, mistake.meant);
    return { letter: "abcdefgh"[place], text, turn: mistake.turn || 0, row: changed, then };
  });
}

/**
 * What is so in a live game, of all that moves.json names.
 * @type {(session: Session) => Set<string>}
 */
export function factsOf(session) {
  const { state, game, attempt, isAsked } = session;
  const over = session.over && !attempt;
  const so = {
    doubt: attempt,
    over,
    "my turn": isAsked,
    "their turn": !(attempt || over || isAsked),
    entries: session.transcript.length,
    turns: state.mine.length,
    "their turns": state.theirs.length,
    choices: attempt && session.explanations.length,
    race: session.race,
    several: session.several,
    closed: game.closed,
    noisy: game.noise,
    "may be unlisted": !game.closed && !state.unlisted && (game.rule.tiles || game.rule.counts.length),
    "may be anything": state.unlisted === "words",
  };
  return new Set(Object.entries(so).flatMap(([name, value]) => (value ? [name] : [])));
}

/** @type {(session: Session) => Sentence} */
function promptOf(session) {
  if (session.attempt) return said("letter or score");
  if (session.over) return said(session.won ? "enter to finish" : "what was their word");
  if (session.side === "them") return said("their guess");
  return said("score for", { guess: session.game.shown(session.guess), boards: toScore(session) });
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
    who: said("board", { number: at + 1 }),
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
  /** @type {Board[]} */
  let boards = session.each.map((one, at) => ({
    who: said("you"),
    rows: rowsOf(game, shown[at], one.wrongTurns(), found(one)),
    note: null,
  }));
  if (game.noise?.lies && !session.won && !session.attempt)
    for (const { rows } of boards)
      for (const [at, one] of rows.entries()) one.doubt = falseAnswer(session.falseChances[at]);
  if (session.several) boards = places(session, boards);
  if (race) boards.push({ who: said("they"), rows: rowsOf(game, race.theirs, race.misled, race.secret), note: null });
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
    doubt: doubts && stage === "guess" ? doubt(session) : null,
    choices: choices(session),
    moves: offered(factsOf(session), "page"),
    prompt: promptOf(session),
    keys: keysOf(game.rule),
    alphabet: [...new Set([...game.alphabet, ...extra])].sort(byText),
    rules: race ? { first: race.first, last_turn: race.lastTurn, private: race.secret === null } : null,
    secret: "",
    match: null,
  };
}

// --- what is shown when it is asked for -----------------------------------------------------------

/** @type {(title: Sentence, shown?: Partial<Pane>) => Pane} */
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
    const likeliest = (/** @type {number} */ code) => game.likeliest(words.get(code) || Uint32Array.of());
    const rows = parts.map(([code, size]) => [textOf(game, code), size, likeliest(code)]);
    const headers = [said("a score"), said("words left"), said("likeliest first")];
    return paneOf(about(session, session.advice, boardOf(session)), { headers, rows });
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
    const headers = [said("a guess"), said("bits"), said("left after it"), said("chance")];
    const title = said("good guesses", { sampled: session.sampled || null });
    return paneOf(title, { headers, rows: rows.map(cells) });
  },
  list: (session) => {
    const words = session.heard.likeliest(session.left);
    const { sampled, count: strings } = session;
    if (sampled) return paneOf(said("likeliest of", { sampled, strings }), { words });
    const facts = { left: words.length, noun: nounOf(session), board: boardOf(session) };
    return paneOf(said("words possible", facts), { words });
  },
  about: (session, word) => paneOf(about(session, session.measured(session.read(word)))),
};

/** @type {(session: Session, name: string, about?: string) => Pane} */
export function pane(session, name, about = "") {
  if (!Object.hasOwn(PANES, name))
    throw new Wrong(`there is no ${quoted(name)} to show; there are ${Object.keys(PANES).join(", ")}`);
  return PANES[name](session, about);
}
