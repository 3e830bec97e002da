// A live game as a value: its transcript, what follows from it, and the moves that change it.
//
// The twin of jotto/assistant/session.py, moves.py and the race in doctor.py. A `kit` is what stays
// the same in all games of a file: the game of the engine, who advises, and tables. Games with
// unlisted words as candidates stay with the program. With several boards, what a session says of
// candidates is about the board whose score comes next; `each` has a session for each board.
import { edited, rankOn, scored, toScore, together } from "./boards.js";
import { allowed, best, measured, rank } from "./engine.js";
import { mistakes, withWin } from "./hindsight.js";
import {
  Wrong,
  boardsNamed,
  chars,
  count,
  grid,
  grouped,
  objection,
  quoted,
  readCode,
  readScore,
  readWord,
  remembered,
  repr,
  scoreError,
  wordError,
} from "./text.js";
import { chanceUnlisted, unlistedChances } from "./unlisted.js";

const MOST_ENTRIES = 1000;
export const FEW_ENOUGH = 60; // candidates; with more, the chance of an unlisted secret stays small
const NEAR_THE_END = 60; // candidates; with no more than these, guesses are compared by the race
const TRIED = 40;
const WORTH_IT = 0.005;
const EXPLAINED = 5;
export const NOT_HERE = "this page does not look for words outside its list; the program jotto does";

// --- what stays the same --------------------------------------------------------------------------

const MOST = 24; // the largest number of guesses in a distribution

// What a live game needs besides the game of the engine: `data` is that of jotto/assistant/page.py.
export function kitOf(game, data) {
  const laws = data.remaining.map((row) =>
    [0, ...row, ...Array(MOST - row.length).fill(0)].map((secrets) => secrets / 1000),
  );
  return {
    game,
    laws,
    ...data.strategy,
    boards: data.boards || 1,
    help: data.help,
    openingBits: data.openingBits,
    bonuses: bonusesOf(data.bonuses),
  };
}

// Strings that occur in real text, each with its bonus.
function bonusesOf(given) {
  const found = new Map();
  if (!given) return found;
  let word = "";
  given.words.replace(/(\d)([a-z]*)/g, (_, shared, rest) => {
    word = word.slice(0, Number(shared)) + rest;
    found.set(
      word,
      given.values[given.places.charCodeAt(found.size) - 35 - (given.places.charCodeAt(found.size) > 92 ? 1 : 0)],
    );
  });
  return found;
}

const readGuess = (game, text) => {
  const symbols = () => new Set(game.guesses.flatMap(chars));
  return game.closed
    ? readCode(String(text), game.length, symbols())
    : readWord(String(text), game.guesses, game.declared, game.rule.tiles);
};
const readTurn = (game, [guess, score]) => ({
  guess: readGuess(game, guess),
  code: readScore(game.rule, score, game.length),
});
export const showTurn = (game, turn) => `${turn.guess}=${game.rule.texts[turn.code]}`;
const told = (turns) => turns.map((turn) => `${turn.guess}=${turn.code}`).join(" ");
export const noun = (game) => (game.closed ? "secret" : "word");

// --- entries --------------------------------------------------------------------------------------

const START = { theirs: [], chosen: null, race: null, next: null, refused: [] };
const ALONE = ["race", "side", "they", "unlisted"];
const MADE = { chosen: null, next: null };
const GUESSERS = { score: "me", instead: "me", refuse: "me", they: "them" };

// For each step, a function of the state, the game and the values that returns what changes.
const STEPS = {
  score: (s, g, guess, score) => ({ boards: scored(s.boards, g, readGuess(g, guess), score), ...MADE }),
  turns: (s, g, ...turns) => ({ boards: [turns.map((turn) => readTurn(g, turn))], ...MADE }),
  boards: (s, g, ...each) => ({
    boards: each.map((one) => one.flatMap((guess, i) => (i % 2 ? [] : [readTurn(g, [guess, one[i + 1]])]))),
    ...MADE,
  }),
  instead: (s, g, guess) => ({ chosen: readGuess(g, guess) }),
  refuse: (s, g, word) => ({ refused: [...s.refused, readGuess(g, word)], chosen: null }),
  they: (s, g, ...turn) => ({ theirs: [...s.theirs, readTurn(g, turn)], next: null }),
  "their turns": (s, g, ...turns) => ({ theirs: turns.map((turn) => readTurn(g, turn)), next: null }),
  race: (s, g, secret, first, last) => ({
    race: { secret: secret ? readGuess(g, secret) : secret, first: Boolean(first), lastTurn: Boolean(last) },
    next: null,
  }),
  side: (s, g, side) => ({ next: side === "me" ? "me" : "them" }),
};

function contradiction(game, turns) {
  const turn = turns.at(-1);
  return new Wrong(
    `No ${noun(game)} fits ${game.shown(turn.guess)} ${game.rule.texts[turn.code]}${turns.length > 1 ? " and the earlier scores" : ""}`,
  );
}

// The candidates after some turns, or the error of the first that leaves none.
function positionAt(game, turns) {
  return remembered(game, `left ${told(turns)}`, () => {
    let left = game.everything;
    for (const [number, turn] of turns.entries()) {
      const rest =
        turn.code === game.rule.win
          ? left.filter((secret) => secret === game.findSecret(turn.guess))
          : game.agreeing([turn], left);
      const reason = rest.length ? "" : objection(game.rule, game.spell(turn.guess), turn.code);
      if (reason) throw new Wrong(`turn ${number + 1}: ${scoreError(game.rule.texts[turn.code], reason).message}`);
      if (!rest.length) return { error: contradiction(game, turns.slice(0, number + 1)) };
      left = rest;
    }
    return { left, turns };
  });
}

export class Session {
  constructor(kit, transcript = [], { hints = 0, ahead = null, attempt = null } = {}) {
    Object.assign(this, { kit, game: kit.game, transcript, hints, ahead, attempt, kept: new Map() });
  }

  once(name, make) {
    if (!this.kept.has(name)) this.kept.set(name, make());
    return this.kept.get(name);
  }

  read(text) {
    return readGuess(this.game, text);
  }

  with(changes) {
    return new Session(this.kit, this.transcript, {
      hints: this.hints,
      ahead: this.ahead,
      attempt: this.attempt,
      ...changes,
    });
  }

  get state() {
    return this.once("state", () => {
      const state = this.transcript.reduce(
        (before, [step, ...values]) => {
          if (step === "unlisted") throw new Wrong(NOT_HERE);
          if (!(step in STEPS)) throw new Wrong(`${quoted(repr([step, ...values]))} is not an entry`);
          const after = { ...before, ...STEPS[step](before, this.game, ...values) };
          return { ...after, boards: after.boards.map((turns) => withWin(this.game, turns)) };
        },
        { ...START, boards: Array(this.kit.boards).fill([]) },
      );
      return { ...state, mine: state.boards.reduce((most, turns) => (turns.length > most.length ? turns : most)) };
    });
  }

  // Append an entry; if that leaves no candidate, it becomes an attempt.
  said(...entry) {
    return this.added([entry]);
  }

  added(entries) {
    const [[step, value]] = entries;
    if (this.pending && (["instead", "refuse"].includes(step) || (step === "score" && value !== this.pending))) {
      throw new Wrong(`first enter the score of ${repr(this.pending)} on ${boardsNamed(this.toScore)}`);
    }
    if (this.several && ALONE.includes(step))
      throw new Wrong(`with several boards there is no ${repr(step)}; it is for one board`);
    const who = step === "side" ? value : GUESSERS[step];
    if (this.decided && who && (this.over || who !== this.side)) {
      if (this.over) throw new Wrong("the game is over; take back the last entry to go on");
      const [found, left] = this.won ? ["you have", "their"] : ["they have", "your"];
      throw new Wrong(`${found} found the secret: only ${left} last guess is left`);
    }
    const changed = new Session(this.kit, [...this.transcript, ...entries]);
    const fits = !changed.contradiction; // throws for a score that cannot be
    return fits || (changed.won && !this.game.closed) ? changed : this.with({ attempt: changed });
  }

  // If a win showed that a score of a shared game is wrong, what is left becomes the attempt.
  undone() {
    if (this.attempt) return this.with({ attempt: null });
    const before = new Session(this.kit, this.transcript.slice(0, -1));
    return !before.contradiction || before.won ? before : before.undone().with({ attempt: before });
  }

  scored(score, guess) {
    const tried = this.attempt ? this.attempt.transcript.at(-1) : [];
    const usual = () => (tried[0] === "score" ? tried[1] : this.won ? "" : this.guess); // that is refused
    return this.said("score", String(guess || usual()), score);
  }

  edited(number, { guess, score, side, board }) {
    const { rule } = this.game;
    const turns = side === "me" ? (this.attempt || this).state.mine : this.other.theirs;
    if (number < 1 || number > turns.length) {
      const made = ["are no turns yet", "is only 1 turn"][turns.length] || `are only ${turns.length} turns`;
      throw new Wrong(`turn ${number}: there ${made}`);
    }
    const old = turns[number - 1];
    const word = guess ? readGuess(this.game, guess) : old.guess;
    if (this.several)
      return this.onBoards(
        edited((this.attempt || this).state.boards, this.game, number, word, score, board && board - 1),
      );
    let code = score ? readScore(rule, score, this.game.length) : old.code;
    if (side === "them" && this.other.secret !== null) {
      const right = this.game.code(word, this.other.secret);
      if (score && code !== right)
        throw new Wrong(
          `turn ${number}: your secret gives ${repr(word)} the score ${rule.texts[right]}, not ${rule.texts[code]}; correct one of them`,
        );
      code = right;
    }
    const changed = turns.map((turn, index) => (index === number - 1 ? { guess: word, code } : turn));
    return this.retold(side === "me" ? "turns" : "their turns", changed);
  }

  fixed(mistake) {
    if (mistake.kind === "word") throw new Wrong(NOT_HERE);
    const {
      here,
      state: { boards },
    } = this.attempt || this;
    const right = boards.map((turns, at) =>
      turns.map((turn, index) => (at === here && index === mistake.turn - 1 ? mistake.meant : turn)),
    );
    return this.several ? this.onBoards(right) : this.retold("turns", right[0]);
  }

  asTexts(turns) {
    return turns.map((turn) => [turn.guess, this.game.rule.texts[turn.code]]);
  }
  retold(step, turns) {
    return this.said(step, ...this.asTexts(turns));
  }
  onBoards(boards) {
    return this.said("boards", ...boards.map((turns) => this.asTexts(turns).flat()));
  }

  they(guess, score) {
    const [word, { secret }] = [readGuess(this.game, guess), this.other];
    if (!score && secret === null)
      throw new Wrong(
        `turn ${this.other.theirs.length + 1}: your secret is private; enter the score of ${repr(word)}, too`,
      );
    return this.said("they", word, score || this.game.rule.texts[this.game.code(word, secret)]);
  }

  // --- my half ---

  get listed() {
    const { refused } = this.state;
    return refused.length
      ? remembered(this.game, `without ${refused.join(" ")}`, () => this.game.without(refused))
      : this.game;
  }

  get several() {
    return this.kit.boards > 1;
  }

  // The boards, each as a session of its own.
  get each() {
    return this.once("each", () => {
      const alone = new Session({ ...this.kit, game: this.listed, boards: 1 });
      return this.several
        ? this.state.boards.map((turns) => (turns.length ? alone.retold("turns", turns) : alone))
        : [this];
    });
  }

  get toScore() {
    return toScore(this.state.boards, this.game.rule.win);
  }

  // The guess that is scored on some of several boards, and not yet on others.
  get pending() {
    const {
      toScore: [first],
      state: { boards, mine },
    } = this;
    return first !== undefined && mine.length > boards[first].length ? mine[boards[first].length].guess : null;
  }

  // The board that is looked at: where nothing fits, else the next to be scored.
  get here() {
    const wrong = this.several ? this.each.findIndex((one) => one.attempt) : -1;
    return wrong < 0 ? (this.toScore[0] ?? 0) : wrong;
  }

  get at() {
    return positionAt(this.listed, this.state.mine);
  }

  get contradiction() {
    if (!this.several) return this.at.error || null;
    const { attempt } = this.each[this.here];
    return attempt && new Wrong(`board ${this.here + 1}: ${attempt.contradiction.message}`);
  }

  // What is left on the boards that come next, the fewest first.
  get lefts() {
    return this.toScore.map((at) => this.each[at].left).sort((one, other) => one.length - other.length);
  }

  get left() {
    if (this.several) return this.each[this.here].left;
    if (this.at.error) throw this.at.error;
    return this.at.left;
  }

  get chanceUnlisted() {
    return chanceUnlisted(this.listed, this.state.mine, this.kit.bonuses) || 0;
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
    const { measure, allow, avoid } = this.kit;
    return { measure, allow, avoid, turns: this.state.mine };
  }

  get usual() {
    if (this.ahead) return this.ahead.guess;
    if (this.several && this.state.mine.length) return this.rank({ top: 1 })[0]; // the first guess is good for any number
    return remembered(this.listed, `best ${told(this.state.mine)}`, () =>
      best(this.listed, this.left, { ...this.how, book: this.usesBook }),
    );
  }

  // Without a tree the first guess is stored alone: it was found with all words.
  get usesBook() {
    return this.game.book.tree.length > 1 || !this.state.refused.length;
  }

  // The best guesses (words) on the boards that come next.
  rank(options) {
    const how = { ...this.how, turns: [], ...options };
    if (!this.several) return rank(this.listed, this.left, { ...how, turns: this.how.turns }).map((one) => one.guess);
    return remembered(
      this.listed,
      `boards ${JSON.stringify([options, this.toScore.map((at) => told(this.state.boards[at]))])}`,
      () => rankOn(this.listed, this.lefts, how),
    );
  }

  measured(guess) {
    return this.several ? together(this.listed, this.lefts, guess) : measured(this.listed, this.left, guess);
  }

  get fromBook() {
    return (
      !(this.several && this.state.mine.length) &&
      this.game.book.shipped &&
      !this.ahead &&
      this.listed.planned(this.state.mine) >= 0
    );
  }

  // A guess that wins the race more often than the usual one; null if there is none.
  get toWin() {
    return this.once("to win", () => {
      const [game, { left }] = [this.listed, this];
      if (!this.race || left.length < 3 || left.length > NEAR_THE_END) return null;
      const found = rank(game, left, { ...this.how, measure: "entropy", top: TRIED });
      const can = new Set(allowed(game, left, this.how));
      const own = Array.from(left, (secret) => game.secrets[secret]).filter((word) => can.has(game.find(word)));
      const tried = [this.usual, ...own, ...found.map((one) => one.guess)];
      const chances = this.race.chancesToWin(left, this.state.mine.length, tried);
      const top = chances.indexOf(Math.max(...chances));
      return chances[top] < chances[0] + WORTH_IT
        ? null
        : { guess: tried[top], chance: chances[top], usual: chances[0] };
    });
  }

  get guess() {
    return this.pending || this.state.chosen || (this.toWin ? this.toWin.guess : this.usual);
  }
  get advice() {
    return this.measured(this.guess);
  }

  wrongTurns(secret) {
    const { mine } = this.state;
    const right = secret ?? (this.won ? mine.at(-1).guess : null);
    return right === null ? [] : mine.filter((turn) => this.game.code(turn.guess, right) !== turn.code);
  }

  revealed(typed, sure) {
    const secret = readGuess(this.game, typed);
    const wrong = sure ? [] : this.wrongTurns(secret);
    if (wrong.length)
      throw wordError(
        secret,
        `it contradicts ${wrong.map((turn) => showTurn(this.game, turn)).join(", ")}; enter it again if it is right`,
      );
    return secret;
  }

  get explanations() {
    return this.once("explanations", () => {
      if (!this.attempt) return [];
      const { listed, here, state } = this.attempt;
      return mistakes(listed, state.boards[here]).filter((mistake) => !this.several || mistake.kind === "score");
    });
  }

  // The likeliest explanations, always with the one for an unlisted word.
  get choices() {
    const [first, rest] = [this.explanations.slice(0, EXPLAINED), this.explanations.slice(EXPLAINED)];
    const word = rest.filter((mistake) => mistake.kind === "word");
    return [...first.slice(0, EXPLAINED - word.length), ...word];
  }

  // --- both halves ---

  get race() {
    return this.once(
      "race",
      () => this.state.race && new Race(this.kit, this.listed, this.state.race, this.state.theirs),
    );
  }

  get other() {
    if (!this.race) throw new Wrong("only your turns are tracked; to track both, type me or them");
    return this.race;
  }

  get decided() {
    return this.won || Boolean(this.race && this.race.lost);
  }
  get side() {
    return this.state.next && !this.decided ? this.state.next : this.nextPlayer === 1 ? "them" : "me";
  }
  get over() {
    return this.nextPlayer === null;
  }
  get isAsked() {
    return !this.over && !this.attempt && this.side === "me";
  }

  // The player who guesses next, 0 for me; null if the game is over.
  get nextPlayer() {
    const { race } = this;
    if (!race) return this.won ? null : 0;
    const turns = [this.state.mine, race.theirs];
    const [first, second] = race.first ? [0, 1] : [1, 0];
    const found = turns.map((made) => made.length > 0 && made.at(-1).code === this.game.rule.win);
    const behind = turns[second].length < turns[first].length;
    if (found.includes(true)) return race.lastTurn && behind && !found[second] ? second : null;
    return behind ? second : first;
  }

  get odds() {
    const { mine } = this.state;
    const { race, kit } = { race: this.other, kit: this.kit };
    const law = this.won
      ? later(atZero(kit), mine.length)
      : later(lawOfAny(kit, this.listed, chancesOf(kit, this.listed, mine, this.left).all), mine.length);
    const { win, draw } = race.worth;
    return { win: dot(law, win), draw: dot(law, draw) };
  }
}

// --- the race -------------------------------------------------------------------------------------

const OUTSIDE_BITS = 6; // an unlisted secret is 64 times less likely than a listed one
const USUAL_BITS = 3.409; // bits gained by the opening of the tree whose games were counted
const dot = (one, other) => one.reduce((total, each, index) => total + each * other[index], 0);
const sum = (values) => values.reduce((a, b) => a + b, 0);
const atZero = (kit) => Array.from({ length: MOST + 1 }, (_, n) => (n ? 0 : 1));

// Shift a distribution by the guesses already made; higher numbers count as the highest.
function later(law, made) {
  const shifted = law.map(() => 0);
  law.forEach((chance, n) => {
    shifted[Math.min(n + made, law.length - 1)] += chance;
  });
  return shifted;
}

// The distribution of further guesses for a secret that hides some bits.
function lawOf(kit, bits, pace) {
  const at = Math.min(bits * pace, kit.laws.length - 1);
  const low = Math.min(Math.max(Math.floor(at), 0), kit.laws.length - 2); // a chance may be above 1 by rounding
  const part = at - low;
  return kit.laws[low].map((chance, n) => (1 - part) * chance + part * kit.laws[low + 1][n]);
}

function lawOfAny(kit, game, weights) {
  const [all, found] = [sum(weights), Array(MOST + 1).fill(0)];
  for (const weight of weights) {
    const chance = weight / all;
    lawOf(kit, -Math.log2(chance), paceOf(kit, game)).forEach((each, n) => {
      found[n] += chance * each;
    });
  }
  return found;
}

// The factor that scales bits of this game to those of the shipped list.
function paceOf(kit, game) {
  if (game === kit.game && kit.openingBits) return USUAL_BITS / Math.max(kit.openingBits, 0.1);
  return remembered(
    game,
    "pace",
    () => USUAL_BITS / Math.max(rank(game, game.everything, { measure: "entropy", top: 1 })[0].bits, 0.1),
  );
}

// How likely each candidate is the secret, and each of the likeliest unlisted words if few are left.
function chancesOf(kit, game, turns, left) {
  const all = Math.max(game.weigh(left), 1);
  let listed = Array.from(left, (secret) => game.weight(secret) / all);
  let unlisted = new Map();
  if (turns.length && left.length <= FEW_ENOUGH && !game.closed) {
    unlisted = unlistedChances(game, turns, kit.bonuses);
    if (unlisted.size) listed = listed.map((chance) => (1 - chanceUnlisted(game, turns, kit.bonuses)) * chance);
  }
  return { listed, unlisted, all: [...listed, ...unlisted.values()] };
}

// What is known about the opponent's half of the game.
class Race {
  constructor(kit, game, agreed, theirs) {
    Object.assign(this, { kit, game, theirs, ...agreed });
    this.candidates = remembered(game, `agree ${told(theirs)}`, () => game.agreeing(theirs));
  }

  get lost() {
    return this.theirs.length > 0 && this.theirs.at(-1).code === this.game.rule.win;
  }

  get exposure() {
    if (this.secret === null) return 0;
    const own = this.game.findSecret(this.secret);
    return this.candidates.includes(own) ? this.game.weight(own) / Math.max(this.game.weigh(this.candidates), 1) : 0;
  }

  get misled() {
    return this.secret === null
      ? []
      : this.theirs.filter((turn) => this.game.code(turn.guess, this.secret) !== turn.code);
  }

  // The distribution of the number of guesses they need in total.
  get total() {
    const { kit, game, theirs, candidates } = this;
    const made = theirs.length;
    if (this.lost) return later(atZero(kit), made);
    const chances = chancesOf(kit, game, theirs, candidates);
    if (this.secret === null && chances.all.length) return later(lawOfAny(kit, game, chances.all), made);
    const chance = this.exposure * sum(chances.listed) || chances.unlisted.get(this.secret || "") || 0;
    const bits = chance ? -Math.log2(chance) : Math.log2(Math.max(candidates.length, 1)) + OUTSIDE_BITS;
    return later(lawOf(kit, bits, paceOf(kit, game)), made);
  }

  // The chances to win and to draw with each number of guesses in total.
  get worth() {
    const theirs = this.total;
    let within = 0;
    const longer = theirs.map((chance) => 1 - (within += chance));
    if (this.lastTurn) return { win: longer, draw: theirs };
    return { win: longer.map((chance, n) => (this.first ? chance + theirs[n] : chance)), draw: theirs.map(() => 0) };
  }

  // The chance to win plus half the chance to draw for each of some guesses; rounded, as in Python.
  chancesToWin(left, made, guesses) {
    const { kit, game } = this;
    const { win, draw } = this.worth;
    const worth = win.map((_, n) => {
      const at = Math.min(n + made + 1, MOST);
      return win[at] + draw[at] / 2;
    });
    const [all, pace] = [game.weigh(left), paceOf(kit, game)];
    const chances = Array.from(left, (secret) => game.weight(secret) / all);
    return guesses.map((guess) => {
      const [codes, parts] = [game.codes(guess, left), new Map()];
      codes.forEach((code, i) => parts.set(code, (parts.get(code) || 0) + chances[i]));
      const value = (code, i) =>
        code === game.rule.win ? worth[0] : dot(lawOf(kit, Math.log2(parts.get(code) / chances[i]), pace), worth);
      return Number(sum(codes.map((code, i) => chances[i] * value(code, i))).toFixed(9));
    });
  }
}

// --- moves ----------------------------------------------------------------------------------------

const wordOf = (move) => String(move.word || "").trim();
const sideOf = (move) => (move.side === "them" ? "them" : "me");

export function numberOf(move, name) {
  const digits = String(move[name] ?? "").slice(0, 13);
  return /^\d{1,12}$/.test(digits) ? Number(digits) : -1;
}

// For each name, a function of the session and the move that returns the session after it.
const MOVES = {
  score: (session, move) => session.scored(String(move.score ?? ""), wordOf(move)),
  grid: (session, move) => {
    const turns = grid(String(move.text ?? ""), session.kit.boards);
    if (!turns.length) throw new Wrong("write the words that were guessed, then a row of squares for each");
    return session.added(turns.map((turn) => ["score", ...turn]));
  },
  guess: (session, move) => session.said("instead", wordOf(move)),
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
  unlisted: () => {
    throw new Wrong(NOT_HERE);
  },
  refuse: (session) => {
    if (session.side === "them") throw wordError("not a word", "their guess may be any word");
    return session.said("refuse", session.won ? "" : session.guess);
  },
  race: (session, move) => {
    const { race } = session;
    const secret = wordOf(move) || (race ? race.secret : null);
    const first = "first" in move ? move.first === "me" : !race || race.first;
    const last = move.last_turn ?? null;
    return session.said(
      "race",
      secret,
      first,
      last === null ? Boolean(race && race.lastTurn) : last === true || last === "yes",
    );
  },
  side: (session, move) => session.said("side", sideOf(move)),
  they: (session, move) => session.they(wordOf(move), move.score),
  hint: (session) => session.with({ hints: session.hints + 1 }),
};

// Make a move; an error is thrown if it cannot be made, and nothing has changed then.
export function after(session, move) {
  const name = String(move.do ?? "");
  if (!Object.hasOwn(MOVES, name))
    throw new Wrong(`${quoted(name)} is not a move; there are ${Object.keys(MOVES).join(", ")}`);
  if (session.transcript.length >= MOST_ENTRIES && name !== "undo")
    throw new Wrong(`this game has ${grouped(MOST_ENTRIES)} entries, the most; begin another`);
  return MOVES[name](session, move);
}

export const guesses = (number) => count(number, "guess");
