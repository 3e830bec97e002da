// A live game as a value: its transcript, what follows from it, and the moves that change it.
//
// The twin of jotto/assistant/session.py, moves.py and of race.py. A `kit` is what stays
// the same in all games of a file: the game of the engine, who advises, and tables. With several
// boards, what a session says of candidates is about the board whose score comes next; `each` has a
// session for each board.
import { edited, scored, toScore } from "./boards.js";
import { allowed, best, measured, ofSizes, rank, rankOn, together } from "./game.js";
import { mistakes, withWin, wrongTurns } from "./hindsight.js";
import { EXPLAINED, changing, kinds } from "./moves.js";
import { grouped } from "./numbers.js";
import { sentence, say } from "./sentences.js";
import {
  HEAD,
  Wrong,
  boardsNamed,
  chars,
  clean,
  greatest,
  grid,
  last,
  longest,
  marked,
  objection,
  quoted,
  readCode,
  readScore,
  readWord,
  readings,
  remembered,
  repr,
  scoreError,
  sum,
  wordError,
} from "./text.js";
import {
  chanceUnlisted,
  check,
  firstWrong,
  nearlyUnlisted,
  stringSizes,
  unlistedChances,
  unlistedGame,
} from "./unlisted.js";

/** @import { Advice, Agreed, Data, Entry, Game, Kit, Lookahead } from "./types.js" */
/** @import { Mistake, Move, Odd, Options, Side, Turn } from "./types.js" */
/** @import { MoveKind } from "./moves.js" */
/** @import { Sentence } from "./sentences.js" */
/** @typedef {{ hints: number, attempt: Session | null, ahead: Lookahead | null }} Rest */
/** @typedef {{ guess: string, score: string | undefined, side: Side, board: number | null }} Edit */
/** @typedef {{ side: Side, board: number, turns: Turn[], wrong: Turn[] }} Claim a win that earlier scores exclude */
/** @typedef {{ listed: number[], unlisted: Map<string, number>, all: number[] }} Chances */

const MOST_ENTRIES = 1000;
export const FEW_ENOUGH = 60; // candidates; with more, the chance of an unlisted secret stays small
const NEAR_THE_END = 60; // candidates; with no more than these, guesses are compared by the race
const TRIED = 40;
const WORTH_IT = 0.005;

// --- what stays the same --------------------------------------------------------------------------

const MOST = 24; // the largest number of guesses in a distribution

/**
 * What a live game needs besides the game of the engine: `data` is that of jotto/assistant/page_file.py.
 * @type {(game: Game, data: Data) => Kit}
 */
export function kitOf(game, data) {
  const laws = data.remaining.map((row) =>
    [0, ...row, ...Array(MOST - row.length).fill(0)].map((secrets) => secrets / 1000),
  );
  const { strategy, boards } = data;
  const { book, openingBits } = data.book ? data : openingOf(game, strategy);
  return { game: Object.assign(game, { book }), laws, ...strategy, boards: boards || 1, openingBits };
}

/**
 * The opening of a game that is made here, as page_file.py works it out for the others.
 * @type {(game: Game, how: Data["strategy"]) => Pick<Data, "book" | "openingBits">}
 */
function openingOf(game, how) {
  const guess = game.find(best(game, game.everything, { ...how, book: false }));
  const [{ bits }] = rank(game, game.everything, { top: 1, book: false });
  return { book: { tree: [guess], shipped: false }, openingBits: bits };
}

/** @type {(game: Game, text: unknown) => string} */
const readGuess = (game, text) => {
  const { rule, table } = game;
  const word = rule.ofWords ? readWord(String(text), game.guesses, game.declared, rule.tiles) : String(text).trim();
  if (rule.ofWords || table) return table ? game.guesses[game.index(word)] : word;
  return readCode(String(text), game.length, game.signs);
};
/** @type {(game: Game, turn: string[]) => Turn} */
const readTurn = (game, [guess, score]) => ({
  guess: readGuess(game, guess),
  code: readScore(game.rule, score, game.length),
});
const CUT = /\s*(?:[-=]?>|[:;|,=])\s*|\s+(?:-\s+)?/g; // between a guess and its score

/** @type {(rule: Game["rule"], text: string, length: number) => boolean} */
function isScore(rule, text, length) {
  if (text.includes("+") && text.split("+").every((part) => isScore(rule, part, length))) return true;
  try {
    return readScore(rule, text, length) >= 0;
  } catch {
    return readings(rule, clean(text)).length > 1;
  }
}

/**
 * The guess and the score of a turn, if a text can be read as one; the twin of Game.turn_in.
 * @type {(game: Game, text: string) => [guess: string, score: string] | undefined}
 */
function turnIn(game, text) {
  const both = game.rule.tiles && marked(clean(text).trim());
  if (both && both[1].length === game.length) return both;
  const typed = chars(clean(text).trim()).slice(0, 200).join("");
  /** @type {[string, string][]} */
  const cuts = [...typed.matchAll(CUT)].map(({ 0: cut, index }) => [
    typed.slice(0, index),
    typed.slice(index + cut.length),
  ]);
  return [...cuts, ...cuts.map((cut) => /** @type {[string, string]} */ ([...cut].reverse())).reverse()].find(
    ([guess, score]) => {
      const aRow = /^[BYGXWNP]*$/i.test(guess) && game.find(guess.toLowerCase()) < 0;
      try {
        return !aRow && isScore(game.rule, score, game.length) && readGuess(game, guess) !== undefined;
      } catch {
        return false;
      }
    },
  );
}

/**
 * A pasted game, in squares or in any notation; empty if it is none.
 * @type {(game: Game, text: string, boards: number) => [guess: string, score: string][]}
 */
function pasted(game, text, boards) {
  const turns = grid(game.rule, text, boards);
  if (turns.length) return turns;
  const parts = clean(text)
    .replace(HEAD, "")
    .replace(/;(?=\s|$)/g, "")
    .split(/\s+/)
    .filter(Boolean);
  /** @type {Map<number, [guess: string, score: string][] | null>} */
  const found = new Map([[parts.length, []]]);
  /** @type {(at: number) => [guess: string, score: string][] | null} */
  const from = (at) => {
    for (let end = at + 1; !found.has(at) && end <= Math.min(at + 14, parts.length); end++) {
      const turn = turnIn(game, parts.slice(at, end).join(" "));
      const rest = turn && from(end);
      if (rest) found.set(at, [turn, ...rest]);
    }
    if (!found.has(at)) found.set(at, null);
    return found.get(at) || null;
  };
  return (parts.length <= 200 && from(0)) || [];
}

/** @type {(game: Game, turn: Turn) => string} */
export const showTurn = (game, turn) => `${turn.guess}=${game.rule.texts[turn.code]}`;
/** @type {(turns: Turn[]) => string} */
const turnsText = (turns) => turns.map((turn) => `${turn.guess}=${turn.code}`).join(" ");
/** @type {(game: Game) => string} */
export const noun = ({ closed, rule, guesses }) =>
  closed && (!rule.ofWords || guesses[0].includes("=")) ? "secret" : "word";

// --- entries --------------------------------------------------------------------------------------

/**
 * Everything entered in a game so far.
 * @typedef {{ boards: Turn[][], theirs: Turn[], chosen: string | null, race: Agreed | null, next: Side | null,
 *   refused: string[], unlisted: "" | "words" | "anything" }} Entered
 */

/** @type {Omit<Entered, "boards">} */
const START = { theirs: [], chosen: null, race: null, next: null, refused: [], unlisted: "" };
const ALONE = ["race", "side", "they", "unlisted", "anything"];
// What corrects turns while one of them is asked about, and keeps the others.
const CORRECTIONS = { me: ["turns", "boards", "unlisted", "anything"], them: ["their turns"] };
const MADE = { chosen: null, next: null };
/** @type {Record<string, Side>} */
const GUESSERS = { score: "me", instead: "me", refuse: "me", they: "them" };

/**
 * Guesses and scores in turn.
 * @type {(game: Game, texts: string[]) => Turn[]}
 */
const readTurns = (game, texts) =>
  texts.flatMap((guess, at) => (at % 2 ? [] : [readTurn(game, [guess, texts[at + 1]])]));

/**
 * For each step, a function of the state, the game and the values that returns what changes.
 * @type {Record<string, (state: Entered, game: Game, ...values: any[]) => Partial<Entered>>}
 */
const STEPS = {
  score: (state, game, guess, score) => ({
    boards: scored(state.boards, game, readGuess(game, guess), score),
    ...MADE,
  }),
  unlisted: ({ refused }, game, ...turns) => {
    const made = STEPS.anything({ ...START, boards: [] }, game, ...turns);
    const [mine] = /** @type {Turn[][]} */ (made.boards);
    check(game, mine);
    return { ...made, unlisted: unlistedGame(game, mine, { known: true, exclude: refused }) ? "words" : "anything" };
  },
  anything: (state, game, ...turns) => {
    check(game, []);
    return { ...STEPS.turns(state, game, ...turns), unlisted: "anything" };
  },
  turns: (_, game, ...turns) => ({ boards: [turns.map((turn) => readTurn(game, turn))], ...MADE }),
  boards: (_, game, ...boards) => ({ boards: boards.map((texts) => readTurns(game, texts)), ...MADE }),
  instead: (_, game, guess) => ({ chosen: readGuess(game, guess) }),
  refuse: (state, game, word) => ({ refused: [...state.refused, readGuess(game, word)], chosen: null }),
  they: (state, game, ...turn) => ({ theirs: [...state.theirs, readTurn(game, turn)], next: null }),
  "their turns": (_, game, ...turns) => ({ theirs: turns.map((turn) => readTurn(game, turn)), next: null }),
  race: (_, game, given, first, last) => {
    const secret = given ? readGuess(game, given) : given;
    return { race: { secret, first: Boolean(first), lastTurn: Boolean(last) }, next: null };
  },
  side: (_state, _game, side) => ({ next: side === "me" ? "me" : "them" }),
};

/**
 * The order of two scores: first the one that is nearer to the win.
 * @type {(game: Game, one: Turn, other: Turn) => number}
 */
function nearer({ rule, length }, one, other) {
  const nearness = (/** @type {Turn} */ { code }) => {
    const marks = chars(rule.marks(code, length));
    return [...["G", "Y"].map((sign) => marks.filter((mark) => mark === sign).length), ...rule.numbers(code)];
  };
  const [a, b] = [nearness(one), nearness(other)];
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : b[at] - a[at];
}

// No secret agrees with the scores so far.
export class Contradiction extends Wrong {
  /** @param {Sentence} sentence @param {number} turn */
  constructor(sentence, turn) {
    super(say(sentence));
    this.sentence = sentence;
    this.turn = turn;
  }
}

/**
 * The error for the last turn, which leaves no candidate; thrown if no secret at all could give that score.
 * @type {(game: Game, turns: Turn[]) => Contradiction}
 */
function contradiction(game, turns) {
  if (!turns.length) throw new Wrong("a game needs at least one secret");
  const { guess, code } = last(turns);
  const reason = objection(game.rule, game.spell(guess), code);
  if (reason) throw new Wrong(`turn ${turns.length}: ${scoreError(game.rule.texts[code], reason).message}`);
  const turn = `${game.shown(guess)} ${game.rule.texts[code]}`;
  return new Contradiction(
    sentence("nothing fits", { board: null, noun: noun(game), turn, earlier: turns.length > 1 }),
    turns.length,
  );
}

/**
 * The candidates after some turns; none, and an error, if a turn leaves none.
 * @type {(game: Game, turns: Turn[]) => { left: Uint32Array, error: Contradiction | null }}
 */
function positionAt(game, turns) {
  return remembered(game, `left ${turnsText(turns)}`, () => {
    let left = game.everything;
    for (const [number, turn] of turns.entries()) {
      const rest =
        turn.code === game.rule.win
          ? left.filter((secret) => secret === game.findSecret(turn.guess))
          : game.agreeing(game.noise ? turns.slice(0, number + 1) : [turn], left);
      if (!rest.length) return { left: rest, error: contradiction(game, turns.slice(0, number + 1)) };
      const last = turns[number - 1]; // where a score is wrong, the win may be
      if (last?.code === game.rule.win)
        throw new Wrong(`the game is over: ${showTurn(game, last)} found the secret; nothing is left to guess`);
      left = rest;
    }
    return { left, error: null };
  });
}

export class Session {
  /** @param {Kit} kit @param {Entry[]} transcript @param {Partial<Rest>} rest */
  constructor(kit, transcript = [], { hints = 0, attempt = null, ahead = null } = {}) {
    this.kit = kit;
    this.game = kit.game;
    this.transcript = transcript;
    this.hints = hints;
    this.attempt = attempt;
    this.ahead = ahead; // what looking ahead has found at this position
  }

  /** @type {(text: string) => string} */
  read(text) {
    return readGuess(this.game, text);
  }

  /** @type {(changes: Partial<Rest>) => Session} */
  with(changes) {
    return new Session(this.kit, this.transcript, { ...this, ...changes });
  }

  /** @returns {Entered & { mine: Turn[] }} */
  get state() {
    return last(this.states);
  }

  /**
   * The states at the start and after each entry.
   * @returns {(Entered & { mine: Turn[] })[]}
   */
  get states() {
    return remembered(this, "states", () => {
      /** @type {Entered[]} */
      const states = [{ ...START, boards: Array(this.kit.boards).fill([]) }];
      for (const entry of this.transcript) states.push(this.folded(last(states), entry));
      return states.map((each) => ({ ...each, mine: longest(each.boards) }));
    });
  }

  /**
   * The state after an entry.
   * @type {(before: Entered, entry: Entry) => Entered}
   */
  folded(before, [step, ...values]) {
    if (!(step in STEPS)) throw new Wrong(`${quoted(String(step))} is not an entry`);
    const state = { ...before, ...STEPS[step](before, this.game, ...values) };
    return { ...state, boards: state.boards.map((turns) => withWin(this.game, turns)) };
  }

  /**
   * Append an entry; if that leaves no candidate, it becomes an attempt.
   * @type {(...entry: Entry) => Session}
   */
  entered(...entry) {
    return this.added([entry]);
  }

  /**
   * The entries of the attempt that are not taken yet.
   * @returns {Entry[]}
   */
  get askedEntries() {
    return this.attempt ? this.attempt.transcript.slice(this.transcript.length) : [];
  }

  /** @type {(entries: Entry[]) => Session} */
  added(entries) {
    const [[step, value]] = entries;
    if (this.pending && (["instead", "refuse"].includes(step) || (step === "score" && value !== this.pending))) {
      throw new Wrong(`${repr(this.pending)} still needs its score on ${boardsNamed(this.toScore)}`);
    }
    if (this.several && ALONE.includes(step))
      throw new Wrong(`with several boards there is no ${repr(step)}; it is for one board`);
    const who = step === "side" ? value : GUESSERS[step];
    if (this.decided && who && (this.over || who !== this.side)) {
      if (this.over) throw new Wrong("the game is over; take back the last entry to go on");
      const [finder, left] = this.won ? ["you have", "their"] : ["they have", "your"];
      throw new Wrong(`${finder} found the secret: only ${left} last guess is left`);
    }
    const changed = new Session(this.kit, [...this.transcript, ...(this.attempt ? this.answer(entries) : entries)]);
    const found = changed.state.boards.filter((turns) => this.isFound(turns)).map((turns) => last(turns).guess);
    const twice = found.find((word, at) => found.indexOf(word) < at);
    if (twice) throw new Wrong(`${repr(twice)} cannot be found on two boards: each has a word of its own`);
    const fits = !changed.contradiction; // throws for a score that cannot be
    const asked = this.with({ attempt: changed });
    return !asked.claim && (fits || (changed.won && !this.game.closed)) ? changed : asked;
  }

  /**
   * What is tried instead of `askedEntries`, so that no other of them is lost.
   * @type {(entries: Entry[]) => Entry[]}
   */
  answer(entries) {
    const tried = this.askedEntries;
    const [[entry, ...further], [name, word]] = [entries, last(tried)];
    const [step, value] = entry;
    if (CORRECTIONS[["they", "their turns"].includes(name) ? "them" : "me"].includes(step)) return entries;
    const read = (/** @type {string} */ name, /** @type {unknown} */ value) =>
      ["score", "they", "refuse"].includes(name) && typeof value === "string" ? readGuess(this.game, value) : null;
    const names = step === "refuse" ? ["refuse", "score"] : [step];
    const guess = read(step, value);
    const same = tried.map(([name, of]) => names.includes(name) && read(name, of) === guess);
    if (guess !== null && same.includes(true)) {
      if (same[0] && (further.length || this.several)) return entries; // a game pasted again; all boards
      if (!further.length) return tried.with(same.lastIndexOf(true), entry);
    }
    const isTurn = ["score", "they"].includes(name);
    const about = isTurn ? repr(String(word)) : "what was changed";
    const again = isTurn ? "enter its score again" : "enter the score again, edit a turn";
    throw new Wrong(`first answer about ${about}: choose what is meant, ${again}, or undo`);
  }

  /**
   * If a win showed that a score of a shared game is wrong, what is left becomes the attempt.
   * @type {() => Session}
   */
  undone() {
    if (this.attempt) return this.with({ attempt: null });
    const before = new Session(this.kit, this.transcript.slice(0, -1));
    return !before.contradiction || before.won ? before : before.undone().with({ attempt: before });
  }

  /** @type {(score: string, guess: string) => Session} */
  scored(score, guess) {
    const tried = this.attempt ? last(this.attempt.transcript) : [];
    if (!guess && tried[0] === "they") return this.they(String(tried[1]), score);
    if (!guess && tried.length && tried[0] !== "score") {
      const [side, number] = this.askedTurn;
      const board = this.several && !score.includes("+") ? this.askedAbout + 1 : null;
      return this.edited(number, { guess: "", score, side, board });
    }
    const usual = () => (tried[0] === "score" ? tried[1] : this.won ? "" : this.guess); // that is refused
    const word = String(guess || usual());
    const again = tried[0] === "score" && word === tried[1];
    return this.entered("score", word, again ? this.#withOthers(String(tried[2]).split("+"), score) : score);
  }

  /** A score for the board where nothing fits, with those tried for the others. @type {(tried: string[], score: string) => string} */
  #withOthers(tried, score) {
    const at = this.toScore.slice(0, tried.length).indexOf(this.askedAbout);
    return this.several && at >= 0 && !score.includes("+") ? tried.with(at, score).join("+") : score;
  }

  /** @type {(number: number, turn: Edit) => Session} */
  edited(number, { guess, score, side, board }) {
    const { rule } = this.game;
    const tried = this.attempt || this;
    const turns = side === "me" ? tried.state.mine : tried.other.theirs;
    if (number < 1 || number > turns.length) {
      const made = ["are no turns yet", "is only 1 turn"][turns.length] || `are only ${turns.length} turns`;
      throw new Wrong(`turn ${number}: there ${made}`);
    }
    const old = turns[number - 1];
    const word = guess ? readGuess(this.game, guess) : old.guess;
    const { boards } = tried.state;
    if (this.several)
      return this.onBoards(edited(boards, this.game, number, word, score, board === null ? null : board - 1));
    let code = score ? readScore(rule, score, this.game.length) : old.code;
    if (side === "them" && this.other.secret !== null) {
      const right = this.game.code(word, this.other.secret);
      const gives = `your secret gives ${repr(word)} the score ${rule.texts[right]}, not ${rule.texts[code]}`;
      if (score && code !== right) throw new Wrong(`turn ${number}: ${gives}; correct one of them`);
      code = right;
    }
    return this.reentered(side === "me" ? "turns" : "their turns", turns.with(number - 1, { guess: word, code }));
  }

  /** @type {(mistake: Mistake) => Session} */
  fixed(mistake) {
    const [here, { state }] = [this.askedAbout, this.attempt || this];
    if (mistake.kind === "win") return this.settled();
    if (mistake.kind === "word") return this.reentered(state.unlisted ? "anything" : "unlisted", state.boards[here]);
    const place = mistake.turn - 1;
    if (this.claim?.side === "them") return this.reentered("their turns", state.theirs.with(place, mistake.meant));
    const right = state.boards[here].with(place, mistake.meant);
    return this.several ? this.onBoards(state.boards.with(here, right)) : this.reentered("turns", right);
  }

  /**
   * Take the win that was asked about, and enter what came after it, with its own questions.
   * @type {() => Session}
   */
  settled() {
    const [{ claim }, { transcript, states }] = [this, /** @type {Session} */ (this.attempt)];
    let end = transcript.length;
    if (claim?.side === "me") {
      const won = (/** @type {number} */ at) => turnsText(states[at].boards[claim.board]) === turnsText(claim.turns);
      while (end > this.transcript.length + 1 && won(end - 1)) end--;
    }
    const [settled, rest] = [new Session(this.kit, transcript.slice(0, end)), transcript.slice(end)];
    return rest.length ? settled.added(rest) : settled;
  }

  /** @type {(step: string) => Session} */
  amongUnlisted(step) {
    const changed = this.reentered(step, (this.attempt || this).state.mine);
    if (changed.attempt?.contradiction) throw changed.attempt.contradiction;
    return changed;
  }

  /** @type {(turns: Turn[]) => [guess: string, score: string][]} */
  asTexts(turns) {
    return turns.map((turn) => [turn.guess, this.game.rule.texts[turn.code]]);
  }
  /** @type {(step: string, turns: Turn[]) => Session} */
  reentered(step, turns) {
    return this.entered(step, ...this.asTexts(turns));
  }
  /** @type {(boards: Turn[][]) => Session} */
  onBoards(boards) {
    return this.entered("boards", ...boards.map((turns) => this.asTexts(turns).flat()));
  }

  /** @type {(guess: string, score: string | undefined) => Session} */
  they(guess, score) {
    const [word, { secret }] = [readGuess(this.game, guess), this.other];
    if (score) return this.entered("they", word, score);
    if (secret !== null) return this.entered("they", word, this.game.rule.texts[this.game.code(word, secret)]);
    const number = this.other.theirs.length + 1;
    throw new Wrong(`turn ${number}: your secret is private; enter the score of ${repr(word)}, too`);
  }

  // --- my half ---

  get listed() {
    const { refused } = this.state;
    return remembered(this.game, `without ${refused.join(" ")}`, () => this.game.without(refused));
  }

  // Which unlisted words are the candidates.
  get which() {
    const { unlisted, refused } = this.state;
    return { known: unlisted === "words", exclude: refused };
  }

  // The game with the word list, or with unlisted words.
  get gameNow() {
    const { unlisted, mine } = this.state;
    return (unlisted && unlistedGame(this.game, mine, this.which)) || this.listed;
  }

  // The game whose secrets explain what is wrong.
  get nearly() {
    const { unlisted, mine } = this.state;
    if (!unlisted) return this.listed;
    return remembered(this, "nearly", () => nearlyUnlisted(this.game, mine, this.which));
  }

  // The unlisted words that people write and that agree; none if the candidates already are unlisted.
  get written() {
    const { unlisted, mine, refused } = this.state;
    if (this.game.closed || this.game.noise || this.several || unlisted) return [];
    return unlistedGame(this.game, mine, { known: true, exclude: refused })?.secrets || [];
  }

  // How many strings agree by the score of a guess.
  /** @type {(guess: string) => number[]} */
  sizes(guess) {
    return stringSizes(this.game, this.state.mine, guess, this.state.refused);
  }

  // The number of candidates, also of those that are not among the likeliest.
  get count() {
    if (this.state.unlisted !== "anything" || this.won) return this.left.length;
    return remembered(this, "count", () => sum(this.sizes(this.game.guesses[0])));
  }

  // How many of all strings are candidates, the likeliest; 0 if all are.
  get sampled() {
    return this.count === this.left.length ? 0 : this.left.length;
  }

  // The game in which words have the weights that my turns give them, where answers may be false.
  get heard() {
    const { mine } = this.state;
    return remembered(this.gameNow, `heard ${turnsText(mine)}`, () => this.gameNow.hears(mine));
  }

  // How likely the answer of each of my turns is false.
  get falseChances() {
    const [{ heard, left }, all] = [this, this.heard.weigh(this.left)];
    return this.state.mine.map((turn) => {
      const lies = heard.lies([turn], left);
      const lied = left.filter((_, i) => lies[i] > 0);
      return Number((heard.weigh(lied) / all).toFixed(9));
    });
  }

  get several() {
    return this.kit.boards > 1;
  }

  /**
   * The boards, each as a session of its own.
   * @returns {Session[]}
   */
  get singles() {
    return remembered(this, "each", () => {
      const kit = { ...this.kit, game: this.listed, boards: 1 };
      const alone = new Session(kit);
      /** @type {(turns: Turn[]) => Session} */
      const single = (turns) => {
        if (!turns.length) return alone;
        const made = new Session(kit, [["turns", ...this.asTexts(turns)]]);
        const fits = !made.contradiction || (made.won && this.mayBe(last(turns).guess));
        return fits ? made : alone.with({ attempt: made });
      };
      return this.several ? this.state.boards.map(single) : [this];
    });
  }

  get toScore() {
    return toScore(this.state.boards, this.game.rule.win);
  }

  // The guess that is scored on some of several boards, and not yet on others.
  get pending() {
    const { boards, mine } = this.state;
    const [first] = this.toScore;
    return first !== undefined && mine.length > boards[first].length ? mine[boards[first].length].guess : null;
  }

  // The board that is looked at: where nothing fits, else the next to be scored.
  get here() {
    const wrong = this.several ? this.singles.findIndex((board) => board.attempt) : -1;
    return wrong < 0 ? (this.toScore[0] ?? 0) : wrong;
  }

  /** @type {(turns: Turn[]) => boolean} */
  isFound(turns) {
    return turns.length > 0 && last(turns).code === this.game.rule.win;
  }

  // The board of the attempt that is asked about.
  /** @returns {number} */
  get askedAbout() {
    return this.claim ? this.claim.board : (this.attempt || this).here;
  }

  // The turn of the attempt that is asked about: whose, and its number from 1.
  /** @returns {[side: "me" | "them", number: number]} */
  get askedTurn() {
    if (this.claim) return [this.claim.side, this.claim.turns.length];
    return ["me", this.attempt?.contradiction?.turn || 0];
  }

  // The win of the attempt that the scores before it exclude; null if there is none.
  /** @returns {Claim | null} */
  get claim() {
    return remembered(this, "claim", () => {
      if (!this.attempt) return null;
      const [{ game, state: before }, { state: now, race }] = [this, this.attempt];
      for (const [board, turns] of now.boards.entries()) {
        if (!this.isFound(turns) || turnsText(turns) === turnsText(before.boards[board])) continue;
        const secret = last(turns).guess;
        const wrong = wrongTurns(game, turns, secret);
        const excludes = wrong.some(({ guess }) => guess === secret) || wrong.length > (game.noise?.lies || 0);
        if (excludes && this.mayBe(secret)) return { side: "me", board, turns, wrong };
      }
      if (!race || !this.isFound(now.theirs) || turnsText(now.theirs) === turnsText(before.theirs)) return null;
      const { guess } = last(now.theirs);
      const wrong = race.secret === null ? wrongTurns(game, now.theirs, guess) : [];
      const isOther = race.secret !== null && race.secret !== guess;
      return wrong.length || isOther ? { side: "them", board: 0, turns: now.theirs, wrong } : null;
    });
  }

  // Whether this may be the secret at all.
  /** @type {(secret: string) => boolean} */
  mayBe(secret) {
    return (!this.game.closed && !this.game.table) || this.game.findSecret(secret) >= 0;
  }

  get at() {
    const { mine, unlisted } = this.state;
    if (!unlisted || this.won || this.gameNow !== this.listed) return positionAt(this.gameNow, mine);
    return { left: Uint32Array.of(), error: contradiction(this.game, firstWrong(this.game, mine, this.which)) };
  }

  /** @returns {Contradiction | null} */
  get contradiction() {
    if (!this.several) return this.at.error;
    const error = this.singles[this.here].attempt?.contradiction;
    return error
      ? new Contradiction(sentence("nothing fits", { ...error.sentence.facts, board: this.here + 1 }), error.turn)
      : null;
  }

  // What is left on the boards that come next, the fewest first.
  get lefts() {
    return this.toScore.map((at) => this.singles[at].left).sort((a, b) => a.length - b.length);
  }

  /** @returns {Uint32Array} */
  get left() {
    if (this.several) return this.singles[this.here].left;
    if (this.at.error) throw this.at.error;
    return this.at.left;
  }

  get chanceUnlisted() {
    return (!this.state.unlisted && chanceUnlisted(this.listed, this.state.mine)) || 0;
  }

  get mayBeUnlisted() {
    if (this.won || !this.state.mine.length || this.game.closed || this.several) return false;
    return Boolean(this.contradiction) || this.left.length <= FEW_ENOUGH;
  }

  get won() {
    return !this.toScore.length;
  }

  // What the engine is told of this position and of who advises.
  get how() {
    const { measure, allow } = this.kit;
    return { measure, allow, avoid: this.avoid, turns: this.state.mine };
  }

  // The words that are not proposed; of unlisted ones, also those that have one as a part.
  /** @returns {string[]} */
  get avoid() {
    const { avoid } = this.kit;
    if (!this.state.unlisted) return avoid;
    const rude = (/** @type {string} */ word) => avoid.some((part) => word.includes(part));
    return remembered(this, "avoid", () => [...avoid, ...this.gameNow.secrets.filter(rude)]);
  }

  // The best guess, ignoring the race: found by looking ahead, else the strategy's.
  /** @returns {string} */
  get usual() {
    if (this.ahead) return this.ahead.guess;
    // the first guess of several boards is in the data
    if (this.several && (this.state.mine.length || !this.usesBook)) return this.rank({ top: 1 })[0];
    return remembered(this.gameNow, `best ${turnsText(this.state.mine)}`, () =>
      best(this.heard, this.left, { ...this.how, book: this.usesBook }),
    );
  }

  // Without a tree the first guess is stored alone: it was found with all words.
  get usesBook() {
    return !this.state.unlisted && (this.game.book.tree.length > 1 || !this.state.refused.length);
  }

  /**
   * The best guesses (words) on the boards that come next.
   * @type {(options: Options) => string[]}
   */
  rank(options) {
    const how = { ...this.how, ...options };
    if (!this.several) return rank(this.heard, this.left, how).map((advice) => advice.guess);
    const key = `boards ${JSON.stringify([options, this.toScore.map((at) => turnsText(this.state.boards[at]))])}`;
    return remembered(this.listed, key, () => rankOn(this.listed, this.lefts, { ...how, turns: [] }));
  }

  /** @type {(guess: string) => Advice} */
  measured(guess) {
    if (this.several) return together(this.listed, this.lefts, guess);
    const advice = measured(this.heard, this.left, guess);
    return this.sampled ? { ...ofSizes(this.game, guess, this.sizes(guess)), chance: advice.chance } : advice;
  }

  /** @type {(guess: string) => boolean} */
  allows(guess) {
    const [{ gameNow: game, kit, state }, index] = [this, this.gameNow.find(guess)];
    const how = { allow: kit.allow, turns: state.mine };
    return index < 0 || this.toScore.some((at) => allowed(game, this.singles[at].left, how).includes(index));
  }

  get fromBook() {
    if (this.ahead) return false;
    return this.usesBook && this.game.book.shipped && this.listed.planned(this.state.mine) >= 0;
  }

  // A guess that wins the race more often than the usual one; null if there is none.
  get toWin() {
    return remembered(this, "to win", () => {
      const [game, { left }] = [this.gameNow, this];
      if (!this.race || left.length < 3 || left.length > NEAR_THE_END) return null;
      const ranked = rank(game, left, { ...this.how, measure: "entropy", top: TRIED });
      const can = new Set(allowed(game, left, this.how));
      const candidates = Array.from(left, (secret) => game.secrets[secret]).filter((word) => can.has(game.find(word)));
      const tried = [this.usual, ...candidates, ...ranked.map((advice) => advice.guess)];
      const chances = this.race.chancesToWin(game, left, this.state.mine.length, tried);
      const top = chances.indexOf(greatest(chances));
      if (chances[top] < chances[0] + WORTH_IT) return null;
      return { guess: tried[top], chance: chances[top], usual: chances[0] };
    });
  }

  get guess() {
    return this.pending || this.state.chosen || (this.toWin ? this.toWin.guess : this.usual);
  }
  get advice() {
    return this.measured(this.guess);
  }

  /** @type {(secret?: string | null) => Turn[]} */
  wrongTurns(secret) {
    const { mine } = this.state;
    const right = secret ?? (this.won ? last(mine).guess : null);
    return right === null ? [] : wrongTurns(this.game, mine, right);
  }

  /** @type {(typed: string, sure: boolean) => string} */
  revealed(typed, sure) {
    const secret = readGuess(this.game, typed);
    const wrong = sure ? [] : this.wrongTurns(secret).map((turn) => showTurn(this.game, turn));
    if (wrong.length) throw wordError(secret, `it contradicts ${wrong.join(", ")}; enter it again if it is right`);
    return secret;
  }

  /** @returns {Mistake[]} */
  get explanations() {
    return this.answers.length ? this.answers : this.mistakes;
  }

  /**
   * The answers to the question of `claim`: yes, and no, with the nearest score there is.
   * @returns {Mistake[]}
   */
  get answers() {
    return remembered(this, "answers", () => {
      const { game, claim, mistakes: all } = this;
      if (!claim) return [];
      const secret = last(claim.turns).guess;
      const [entered] = claim.wrong;
      const meant = entered ? { guess: entered.guess, code: game.code(entered.guess, secret) } : null;
      const turn = entered ? claim.turns.indexOf(entered) + 1 : null;
      /** @type {Mistake} */
      const yes = { kind: "win", turn, entered: entered || null, meant, rescued: Uint32Array.of(), weight: 0n };
      const scores = all.filter(({ kind, turn }) => kind === "score" && turn === claim.turns.length);
      scores.sort((a, b) => nearer(game, /** @type {Turn} */ (a.meant), /** @type {Turn} */ (b.meant)));
      return [yes, ...scores.slice(0, 1)];
    });
  }

  /** @returns {Mistake[]} */
  get mistakes() {
    return remembered(this, "mistakes", () => {
      if (!this.attempt) return [];
      if (this.claim?.side === "them") return this.theirScores(this.claim);
      const { nearly, state } = this.attempt;
      const none = this.several ? ["guess", "word"] : state.unlisted === "anything" ? ["word"] : [];
      return mistakes(nearly, state.boards[this.askedAbout]).filter(({ kind }) => !none.includes(kind));
    });
  }

  /**
   * What they may have been told of their last guess; that of my secret, if it is known.
   * @type {(claim: Claim) => Mistake[]}
   */
  theirScores({ turns }) {
    const { secret } = this.other;
    if (secret === null) return mistakes(this.listed, turns);
    const entered = last(turns);
    const meant = { guess: entered.guess, code: this.game.code(entered.guess, secret) };
    return [{ kind: "score", turn: turns.length, entered, meant, rescued: Uint32Array.of(), weight: 0n }];
  }

  /**
   * All explanations as they are offered: that for an unlisted word among the first.
   * @returns {Mistake[]}
   */
  get choices() {
    const at = this.explanations.findIndex((mistake) => mistake.kind === "word");
    if (at < EXPLAINED) return this.explanations;
    return this.explanations.toSpliced(at, 1).toSpliced(EXPLAINED - 1, 0, this.explanations[at]);
  }

  // --- both halves ---

  /** @returns {Race | null} */
  get race() {
    const { race, theirs } = this.state;
    return remembered(this, "race", () => race && new Race(this.kit, this.listed, race, theirs));
  }

  get other() {
    if (!this.race) throw new Wrong("only your turns are tracked; to track both, type me or them");
    return this.race;
  }

  get decided() {
    return this.won || Boolean(this.race?.lost);
  }
  /** @returns {Side} */
  get side() {
    return this.nextPlayer === 1 ? "them" : "me";
  }
  get over() {
    return this.nextPlayer === null;
  }
  get isAsked() {
    return !this.over && !this.attempt && this.side === "me";
  }

  // The player who guesses next, 0 for me; null if the game is over.
  get nextPlayer() {
    const { race, won, state } = this;
    if (!race && !state.next) return won ? null : 0;
    const [made, solved] = [
      [state.mine.length, state.theirs.length],
      [won, Boolean(race?.lost)],
    ];
    const chosen = state.next && Number(state.next === "them");
    return toMove(made, solved, { first: race && !race.first ? 1 : 0, lastTurn: Boolean(race?.lastTurn), chosen });
  }

  get chances() {
    const { heard, left, listed, state } = this;
    return state.unlisted ? heard.weightsOf(left) : chancesOf(listed, state.mine, left).all;
  }

  get odds() {
    const { mine } = this.state;
    const { other: race, kit } = this;
    const law = this.won ? later(atZero(), mine.length) : later(lawOfAny(kit, this.listed, this.chances), mine.length);
    const { win, draw } = race.worth;
    return { win: dot(law, win), draw: dot(law, draw) };
  }
}

/**
 * The player, 0 or 1, who may guess next; null if the game is over: the twin of race.to_move.
 * @type {(made: number[], solved: boolean[], order: { first: number, lastTurn: boolean, chosen: number | null }) => number | null}
 */
function toMove(made, solved, { first, lastTurn, chosen }) {
  const second = 1 - first;
  const late = made[second] < made[first];
  if (solved.includes(true)) return lastTurn && late && !solved[second] ? second : null;
  return chosen ?? (late ? second : first);
}

// --- the race -------------------------------------------------------------------------------------

const OUTSIDE_BITS = 6; // an unlisted secret is 64 times less likely than a listed one
const USUAL_BITS = 3.409; // bits gained by the opening of the tree whose games were counted
/** @type {(a: number[], b: number[]) => number} */
const dot = (a, b) => sum(a.map((value, index) => value * b[index]));
/** @type {() => number[]} */
const atZero = () => Array.from({ length: MOST + 1 }, (_, n) => (n ? 0 : 1));

/**
 * Shift a distribution by the guesses already made; higher numbers count as the highest.
 * @type {(law: number[], made: number) => number[]}
 */
function later(law, made) {
  const most = law.length - 1;
  return law.map((_, at) => (at < most ? (law[at - made] ?? 0) : sum(law.slice(Math.max(most - made, 0)))));
}

/**
 * The distribution of further guesses for a secret that hides some bits.
 * @type {(kit: Kit, bits: number, pace: number) => number[]}
 */
function lawOf(kit, bits, pace) {
  const at = Math.min(bits * pace, kit.laws.length - 1);
  const low = Math.min(Math.max(Math.floor(at), 0), kit.laws.length - 2); // a chance may be above 1 by rounding
  const part = at - low;
  return kit.laws[low].map((chance, n) => (1 - part) * chance + part * kit.laws[low + 1][n]);
}

/** @type {(kit: Kit, game: Game, weights: number[]) => number[]} */
function lawOfAny(kit, game, weights) {
  const [all, law] = [sum(weights), Array(MOST + 1).fill(0)];
  for (const weight of weights) {
    const chance = weight / all;
    lawOf(kit, -Math.log2(chance), paceOf(kit, game)).forEach((part, n) => {
      law[n] += chance * part;
    });
  }
  return law;
}

/**
 * The factor that scales bits of this game to those of the shipped list.
 * @type {(kit: Kit, game: Game) => number}
 */
function paceOf(kit, game) {
  if (game === kit.game && kit.openingBits) return USUAL_BITS / Math.max(kit.openingBits, 0.1);
  const [best] = remembered(game, "pace", () => rank(game, game.everything, { measure: "entropy", top: 1 }));
  return USUAL_BITS / Math.max(best.bits, 0.1);
}

/**
 * How likely each candidate is the secret, and each of the likeliest unlisted words if few are left.
 * @type {(game: Game, turns: Turn[], left: Uint32Array) => Chances}
 */
function chancesOf(game, turns, left) {
  const all = game.weigh(left);
  let listed = game.weightsOf(left).map((weight) => weight / all);
  let unlisted = new Map();
  if (turns.length && left.length <= FEW_ENOUGH && !game.closed) {
    unlisted = unlistedChances(game, turns);
    const rest = 1 - (chanceUnlisted(game, turns) || 0);
    listed = listed.map((chance) => rest * chance);
  }
  return { listed, unlisted, all: [...listed, ...unlisted.values()] };
}

// What is known about the opponent's half of the game.
export class Race {
  /** @param {Kit} kit @param {Game} game @param {Agreed} agreed @param {Turn[]} theirs */
  constructor(kit, game, agreed, theirs) {
    this.kit = kit;
    this.game = game;
    this.theirs = theirs;
    this.secret = agreed.secret;
    this.first = agreed.first;
    this.lastTurn = agreed.lastTurn;
    this.candidates = remembered(game, `agree ${turnsText(theirs)}`, () => game.agreeing(theirs));
  }

  get lost() {
    return this.theirs.length > 0 && last(this.theirs).code === this.game.rule.win;
  }

  get exposure() {
    if (this.secret === null) return 0;
    const secret = this.game.findSecret(this.secret);
    return this.candidates.includes(secret)
      ? this.game.weight(secret) / Math.max(this.game.weigh(this.candidates), 1)
      : 0;
  }

  get misled() {
    return this.secret === null ? [] : wrongTurns(this.game, this.theirs, this.secret);
  }

  // The distribution of the number of guesses they need in total.
  get total() {
    const { kit, game, theirs, candidates } = this;
    const made = theirs.length;
    if (this.lost) return later(atZero(), made);
    const chances = chancesOf(game, theirs, candidates);
    if (this.secret === null && chances.all.length) return later(lawOfAny(kit, game, chances.all), made);
    const chance = this.exposure * sum(chances.listed) || chances.unlisted.get(this.secret || "") || 0;
    const bits = chance ? -Math.log2(chance) : Math.log2(Math.max(candidates.length, 1)) + OUTSIDE_BITS;
    return later(lawOf(kit, bits, paceOf(kit, game)), made);
  }

  /**
   * The chances to win and to draw with each number of guesses in total.
   * @returns {Odd}
   */
  get worth() {
    const theirs = this.total;
    let within = 0;
    const longer = theirs.map((chance) => {
      within += chance;
      return 1 - within;
    });
    if (this.lastTurn) return { win: longer, draw: theirs };
    return { win: longer.map((chance, n) => (this.first ? chance + theirs[n] : chance)), draw: theirs.map(() => 0) };
  }

  /**
   * The chance to win plus half the chance to draw for each of some guesses; rounded, as in Python.
   * @type {(game: Game, left: Uint32Array, made: number, guesses: string[]) => number[]}
   */
  chancesToWin(game, left, made, guesses) {
    const { win, draw } = this.worth;
    const numbers = win.map((_, n) => Math.min(n + made + 1, MOST));
    const worth = numbers.map((at) => win[at] + draw[at] / 2);
    const [all, pace] = [game.weigh(left), paceOf(this.kit, this.game)];
    const chances = game.weightsOf(left).map((weight) => weight / all);
    return guesses.map((guess) => {
      const [codes, parts] = [game.codes(guess, left), new Map()];
      for (const [i, code] of codes.entries()) parts.set(code, (parts.get(code) || 0) + chances[i]);
      const values = codes.map((code, i) => {
        if (code === game.rule.win) return chances[i] * worth[0];
        return chances[i] * dot(lawOf(this.kit, Math.log2(parts.get(code) / chances[i]), pace), worth);
      });
      return Number(sum(values).toFixed(9));
    });
  }
}

// --- moves ----------------------------------------------------------------------------------------

/** @type {(move: Move) => string} */
const wordOf = (move) => String(move.word || "").trim();
/** @type {(move: Move) => Side} */
const sideOf = (move) => (move.side === "them" ? "them" : "me");

/** @type {(move: Move, name: keyof Move) => number} */
export function numberOf(move, name) {
  const digits = String(move[name] ?? "").slice(0, 16);
  return /^\d{1,15}$/.test(digits) ? Number(digits) : -1;
}

/**
 * The board that a hint is of (0 with one), which hint comes next, and the `hints` after it, as moves._hinted.
 * @type {(session: Session, move: Move) => [board: number, number: number, after: number]}
 */
export function hinted({ several, here, hints }, move) {
  if (!several) return [0, hints + 1, hints + 1];
  const board = Number(move.board || here + 1);
  const place = 4 ** ((board - 1) % 26);
  const number = (Math.floor(hints / place) % 4) + 1;
  return [board, number, hints + (number < 4 ? place : 0)];
}

/**
 * For each name, a function of the session and the move that returns the session after it; what is not here makes the
 * entry that the table names.
 * @type {Record<string, (session: Session, move: Move) => Session>}
 */
const DOES = {
  score: (session, move) => session.scored(String(move.score ?? ""), wordOf(move)),
  grid: (session, move) => {
    const turns = pasted(session.game, String(move.text ?? ""), session.kit.boards);
    if (!turns.length) throw new Wrong("write the words that were guessed, then a row of squares for each");
    return session.added(turns.map((turn) => ["score", ...turn]));
  },
  undo: (session) => session.undone(),
  edit: (session, move) =>
    session.edited(numberOf(move, "turn"), {
      guess: wordOf(move),
      score: move.score,
      side: sideOf(move),
      board: move.board ? numberOf(move, "board") : null,
    }),
  fix: (session, move) => {
    const choice = session.choices[numberOf(move, "number")];
    if (!choice) throw new Wrong(`${quoted(String(move.number ?? ""))}: choose one of the corrections`);
    return session.fixed(choice);
  },
  unlisted: (session) => session.amongUnlisted("unlisted"),
  anything: (session) => session.amongUnlisted("anything"),
  refuse: (session) => {
    if (session.side === "them") throw wordError("not a word", "their guess may be any word");
    const [step, word] = session.askedEntries.at(-1) || [];
    if (step === "score" || step === "refuse") return session.entered("refuse", word);
    return session.entered("refuse", session.won ? "" : session.guess);
  },
  race: (session, move) => {
    if (session.game.noise) throw new Wrong("jotto cannot track both players where answers may be false");
    const { race } = session;
    const secret = wordOf(move) || (race ? race.secret : null);
    const first = "first" in move ? move.first === "me" : !race || race.first;
    const last = move.last_turn ?? Boolean(race?.lastTurn);
    return session.entered("race", secret, first, last === true || last === "yes");
  },
  they: (session, move) => session.they(wordOf(move), move.score),
  hint: (session, move) => session.with({ hints: hinted(session, move)[2] }),
};

/** @type {Record<string, (move: Move) => string>} */
const VALUES = { word: wordOf, side: sideOf };

/**
 * Make a move; an error is thrown if it cannot be made, and nothing has changed then.
 * @type {(session: Session, move: Move) => Session}
 */
export function makeMove(session, move) {
  const name = String(move.do ?? "");
  if (!changing().includes(name)) throw new Wrong(`${quoted(name)} is not a move; there are ${changing().join(", ")}`);
  if (session.transcript.length >= MOST_ENTRIES && name !== "undo")
    throw new Wrong(`this game has ${grouped(MOST_ENTRIES)} entries, the most; begin another`);
  if (Object.hasOwn(DOES, name)) return DOES[name](session, move);
  const { step, values = {} } = /** @type {MoveKind} */ (kinds().find((kind) => kind.name === name));
  return session.entered(String(step), ...Object.keys(values).map((value) => VALUES[value](move)));
}
