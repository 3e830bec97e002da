// Practice: what guesses cost at a position, the positions in boxes, and the rating; the twin of
// jotto/assistant/practice.py, which says what regret and themes are, and deck.py: boxes, rating, log.
import { within } from "./core.js";
import { allowed, candidatesOf, measured, playing, rank, spread } from "./game.js";
import { lengths } from "./hindsight.js";
import { hashed } from "./keeper.js";
import { dayOf, fixed } from "./numbers.js";
import { SQUARES, leavesMore, reviewsOf } from "./reviews.js";
import { say, sentence, share } from "./sentences.js";
import { Session, noun, showTurn } from "./session.js";
import { Wrong, byText, greatest, last, remembered, sum } from "./text.js";
import { view } from "./view.js";

/** @import { Advice, Answer, Card, Deck, Entry, Finish, Game, Grade, Kit, Move, Pane, Round, Turn, View } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @typedef {{ mine: Grade, best: Grade[] }} Graded */
/** @typedef {"G" | "Y" | "B"} Mark of an answer: found; close, or with a hint; missed */
/** @typedef {{ seed?: number, rating?: number, theme?: string }} Wished */

const [SHOWN, LISTED, FEW_LEFT, ROUND] = [3, 100, 2, 10];
const [EXACT, FEWEST, MOST, OPENINGS, TRIES, CHOICE, FIFTH] = [60, 3, 20, 20, 20, 2, 5]; // practice.py says why
const REACH = [
  [1200, 12],
  [1500, MOST],
];
const [FEW, ALIKE, PARTS] = [5, 3, 4];
const [FOUND, WORST, IN_BITS] = [0.1, 0.5, 2];
const DAYS = [0, 1, 3, 7, 21, 60];
const [BEGIN, STEP, OF_A_GAME, LOGGED, HINTED] = [1000, 32, 3, 1000, 0.5];
const LOOKED = 10; // games that are looked through for a round: each takes up to a second on a phone
const DAY = 86400000; // milliseconds

// --- regret ---------------------------------------------------------------------------------------

/**
 * The game whose secrets are some of these, with the same guesses.
 * @type {(game: Game, left: Uint32Array) => Game}
 */
function only(game, left) {
  const [some, { table, guesses }] = [/** @type {Game} */ (Object.create(game)), game];
  const row = (/** @type {number} */ secret) =>
    game.every.map((guess) => table?.[secret * guesses.length + guess] ?? 0);
  Object.assign(some, {
    guessOf: Uint32Array.from(left, (secret) => game.guessOf[secret]),
    secrets: Array.from(left, (secret) => game.secrets[secret]),
    secretOf: new Int32Array(guesses.length).fill(-1),
    everything: Uint32Array.from(left.keys()),
    sure: new Uint8Array(left.length),
    weights: game.weights && Float64Array.from(game.weightsOf(left)),
    table: table && /** @type {any} */ (table.constructor).from([...left].flatMap(row)),
  });
  for (const [secret, guess] of some.guessOf.entries()) some.secretOf[guess] = secret;
  return some;
}

/** A position at which the best guess is to be found; its guesses are played out by the strategy of the game. */
export class Exercise {
  /** @param {Session} session at which the guess is to be found */
  constructor({ kit, listed, left, state }) {
    this.kit = kit;
    this.game = only(listed, left); // in which all secrets are candidates
    this.left = this.game.everything;
    /** @type {Turn[]} */
    this.turns = state.mine;
    this.options = { measure: kit.measure, allow: kit.allow, book: false, turns: this.turns };
    this.proposes = { ...this.options, avoid: kit.avoid };
    this.exact = left.length <= EXACT;
    /** @type {any} */
    this.play = null; // while guesses can be played out
    /** @type {Map<string, number>} */
    this.played = new Map();
    /** @type {Map<number, number>} */
    this.least = new Map(this.leasts());
  }

  /** @returns {number[]} */
  get best() {
    return remembered(this, "best", () => this.playing(() => (this.exact ? this.bestPlayed() : this.ranked())));
  }

  get solved() {
    return remembered(this, "solved", () => this.playing(() => this.choice(this.best[0])));
  }

  /** @template T @param {() => T} work in which guesses can be played out @returns {T} */
  playing(work) {
    if (this.play) return work(); // it is within other work
    return playing(this.game, this.options, (play) => {
      this.play = play;
      const made = work();
      this.play = null;
      return made;
    });
  }

  /** What each guess that may be made takes at least: in each part one secret 1, and all others 2. */
  leasts() {
    const { game, left } = this;
    const [may, weights] = [allowed(game, left, this.options), game.weightsOf(left)];
    const { win, texts } = game.rule;
    const heaviest = new Float64Array(texts.length);
    const order = [...left.keys()].sort((a, b) => weights[a] - weights[b]);
    const three = 3 * sum(weights);
    const step = Math.ceil((1 << 24) / left.length);
    /** @type {[guess: number, least: number][]} */
    const made = [];
    for (let start = 0; start < may.length; start += step) {
      const some = may.slice(start, start + step);
      const codes = within(() => game.scores(left, some).view.slice());
      for (const [column, guess] of some.entries()) {
        heaviest.fill(0);
        for (const row of order) heaviest[codes[row * some.length + column]] = weights[row];
        made.push([guess, three - heaviest.reduce((a, b) => a + b, heaviest[win])]);
      }
    }
    return made;
  }

  /** The sum of weight x guesses over all candidates; above `most` it is only known to be above it. */
  /** @type {(guess: number, most?: number) => number} */
  total(guess, most = Infinity) {
    const { game, left, options, played } = this;
    const [word, measures] = [game.guesses[guess], options.measure !== "simple"];
    let total = /** @type {number} */ (this.least.get(guess));
    const parts = [...game.partition(word, left)].filter(([code]) => code !== game.rule.win);
    for (const [code, part] of parts.sort(([, a], [, b]) => b.length - a.length)) {
      if (total > most) break;
      if (part.length <= FEW_LEFT && measures) continue; // the likeliest is guessed
      const key = options.allow === "all" && measures ? part.join() : `${guess} ${code}`;
      if (!played.has(key)) {
        const made = { ...options, play: this.play, turns: [...this.turns, { guess: word, code }] };
        const [weights, needed] = [game.weightsOf(part), lengths(game, part, made) || []];
        const sums = needed.map((length, i) => (length - 2) * weights[i]);
        played.set(key, sum(sums) + greatest(weights));
      }
      total += /** @type {number} */ (played.get(key));
    }
    return total;
  }

  /** The best guesses (indices): then a candidate first, then the earliest. */
  bestPlayed() {
    const possible = candidatesOf(this.game, this.left);
    const may = new Set(allowed(this.game, this.left, this.proposes));
    /** @type {[total: number, other: number, guess: number][]} */
    let best = [];
    for (const [guess, least] of [...this.least].filter(([guess]) => may.has(guess)).sort(([, a], [, b]) => a - b)) {
      const most = best.length === SHOWN ? last(best)[0] : Infinity;
      if (least > most) break;
      best.push([this.total(guess, most), 1 - possible[guess], guess]);
      best = best.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).slice(0, SHOWN);
    }
    return best.map(([, , guess]) => guess);
  }

  ranked() {
    const by = { ...this.proposes, measure: "entropy", top: SHOWN };
    return rank(this.game, this.left, by).map(({ guess }) => this.game.find(guess));
  }

  /** @type {(guess: number) => Grade} */
  choice(guess) {
    const { game, left, best, exact } = this;
    const advice = measured(game, left, game.guesses[guess]);
    const bits = exact ? 0 : measured(game, left, game.guesses[best[0]]).bits - advice.bits;
    const [mine, least, whole] = exact ? [this.total(guess), this.total(best[0]), game.weigh(left)] : [0, 0, 1];
    const regret = exact ? Math.max(0, mine - least) / whole : Math.max(0, Number(bits.toFixed(9)));
    const lost = exact ? regret : regret / IN_BITS;
    const needs = exact ? mine / whole : null;
    return { ...advice, needs, regret, found: lost <= FOUND, score: Math.max(0, 1 - lost / WORST) };
  }

  /**
   * A guess (an index) beside the three best ones, the best first.
   * @type {(guess: number) => Graded}
   */
  graded(guess) {
    if (!this.least.has(guess)) throw new Wrong(`${this.game.shown(this.game.guesses[guess])} is not allowed here`);
    return this.playing(() => ({ mine: this.choice(guess), best: this.best.map((other) => this.choice(other)) }));
  }

  /** The candidates as guesses; of many, some that are spread evenly. */
  candidates() {
    return remembered(this, "candidates", () => {
      const some = spread(this.left.length, EXACT).map((place) => this.game.guessOf[place]);
      return this.playing(() => some.map((guess) => this.choice(guess)));
    });
  }

  /** The rating at which the score of a guess is the mean of that of all candidates. */
  get rating() {
    const all = this.candidates();
    const mean = Math.min(Math.max(sum(all.map(({ score }) => score)) / all.length, 0.01), 0.99);
    return BEGIN - 400 * Math.log10(mean / (1 - mean));
  }

  /** Whether at least half of the candidates do not count as found. */
  get isHard() {
    const all = this.candidates();
    return 2 * all.filter(({ found }) => found).length <= all.length;
  }

  /** Whether one of the candidates counts as found, so that a list of them has the answer. */
  get isOpen() {
    return this.candidates().some(({ found }) => found);
  }
}

/** @type {(kit: Kit, card: Pick<Card, "turns" | "refused">) => Session} */
function sessionAt(kit, { turns, refused }) {
  const entry = (/** @type {string} */ text) => {
    const at = text.lastIndexOf("="); // an equation has one, too
    return /** @type {Entry} */ (["score", text.slice(0, at), text.slice(at + 1)]);
  };
  return new Session(kit, [...refused.map((word) => /** @type {Entry} */ (["refuse", word])), ...turns.map(entry)]);
}

/** @type {(kit: Kit, card: Pick<Card, "turns" | "refused">) => Exercise} */
export const exerciseAt = (kit, card) =>
  remembered(kit.game, `exercise ${card.turns} ${card.refused}`, () => new Exercise(sessionAt(kit, card)));

// --- positions ------------------------------------------------------------------------------------

/**
 * How many candidates a position may have for a player with this rating.
 * @type {(rating: number) => number}
 */
export const reach = (rating) => REACH.find(([below]) => rating < below)?.[1] || EXACT;

/**
 * The likeliest quarter, and those as likely as its last.
 * @type {(game: Game, left: Uint32Array) => string[]}
 */
function likeliest(game, left) {
  const weights = game.weightsOf(left);
  const least = Number(
    Float64Array.from(weights)
      .sort()
      .at(-Math.ceil(left.length / PARTS)),
  );
  return Array.from(left, (secret) => game.secrets[secret]).filter((_, at) => weights[at] >= least);
}

/**
 * Turns of a game that is played at random, until few candidates are left; none if they are too few then.
 * @type {(kit: Kit, openings: string[], most: number, draw: (step: number, n: number) => number) =>
 *   { turns: Turn[], left: Uint32Array } | null}
 */
function drawn({ game, avoid }, openings, most, draw) {
  let left = game.everything;
  const words = likeliest(game, left);
  const secret = words[draw(0, words.length)];
  /** @type {Turn[]} */
  const turns = [];
  while (left.length > most) {
    const all = turns.length ? likeliest(game, left) : openings;
    const polite = all.filter((word) => !avoid.includes(word));
    const some = polite.length ? polite : all;
    const guess = some[draw(turns.length + 1, some.length)];
    const turn = { guess, code: game.code(guess, secret) };
    turns.push(turn);
    left = game.agreeing([turn], left);
  }
  const won = last(turns)?.code === game.rule.win;
  return left.length < FEWEST || won ? null : { turns, left };
}

/** @type {(turns: string[], refused?: string[], guess?: string) => Card} */
const cardOf = (turns, refused = [], guess = "") => ({ turns, refused, guess, box: 0, due: "", seen: "" });

/**
 * Positions that are made up, of which half of the candidates cost, near a rating; practice.exercises.
 * @type {(kit: Kit, n: number, wished?: Wished) => Card[]}
 */
export function exercises(kit, n, { seed = 0, rating = BEGIN, theme = "" } = {}) {
  const { game } = kit;
  const most = Math.min(reach(rating), MOST);
  const best = () => rank(game, game.everything, { top: OPENINGS, avoid: kit.avoid }).map(({ guess }) => guess);
  const openings = game.secrets.length > most ? remembered(game, "openings", best) : [];
  /** @type {{ card: Card, exercise: Exercise, size: number }[]} */
  const made = [];
  const tried = new Set();
  let likeliest = 0; // positions whose best guess is the likeliest word
  for (let number = 0; number < TRIES * n && made.length < CHOICE * n; number++) {
    const draw = (/** @type {number} */ step, /** @type {number} */ below) =>
      hashed(`${step} ${number} ${seed} practice`) % below;
    const { turns, left } = drawn(kit, openings, most, draw) || { left: null };
    if (!left || tried.has(left.join())) continue;
    tried.add(left.join());
    const card = cardOf(turns.map((turn) => showTurn(game, turn)));
    const exercise = exerciseAt(kit, card);
    if ((theme && !THEMES[theme](exercise, card)) || !exercise.isHard) continue;
    if (!theme && likely(exercise) && FIFTH * ++likeliest >= n + FIFTH) continue;
    made.push({ card, exercise, size: left.length });
  }
  const easy = rating < REACH[0][0];
  const far = (/** @type {Exercise} */ one) => Math.trunc(Math.abs(one.rating - rating));
  const hidden = (/** @type {Exercise} */ one) => Number(easy && !one.isOpen);
  made.sort((a, b) => hidden(a.exercise) - hidden(b.exercise) || far(a.exercise) - far(b.exercise));
  const near = made.slice(0, n).sort((a, b) => a.size - b.size);
  return near.map(({ card }) => card);
}

// --- themes ---------------------------------------------------------------------------------------

/**
 * Whether half of the candidates, at least three, differ in one letter.
 * @type {(exercise: Exercise) => boolean}
 */
function alike({ game }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of game.secrets) {
    const letters = game.spell(word);
    for (const place of letters.keys()) {
      const key = JSON.stringify([place, letters.toSpliced(place, 1)]);
      counts.set(key, (counts.get(key) || 0) + 1);
    }
  }
  return greatest(counts.values()) >= Math.max(ALIKE, game.secrets.length / 2);
}

/**
 * Whether the best guess is a candidate that is likelier than all others.
 * @type {(exercise: Exercise) => boolean}
 */
function likely({ game, left, best }) {
  const weights = [...game.weightsOf(left)];
  const most = greatest(weights);
  return weights.filter((weight) => weight === most).length === 1 && game.guessOf[weights.indexOf(most)] === best[0];
}

/** @type {Record<string, (exercise: Exercise, card: Pick<Card, "guess">) => boolean>} */
const THEMES = {
  alike,
  other: ({ solved }) => !solved.candidate,
  split: ({ solved, left }) => solved.parts === left.length,
  likely,
  few: ({ left }) => left.length <= FEW,
  mine: (_, { guess }) => Boolean(guess),
};

/** @type {Record<string, string>} */
const TITLES = {
  alike: "theme alike",
  other: "theme other",
  split: "theme split",
  likely: "theme likely",
  few: "theme few",
  mine: "theme mine",
};

/** @type {(theme: string) => Sentence} */
const titleOf = (theme) => sentence(TITLES[theme]);

/** @type {(exercise: Exercise, card: Pick<Card, "guess">) => string[]} */
export const themesOf = (exercise, card) => Object.keys(THEMES).filter((name) => THEMES[name](exercise, card));

// --- of one's own games ---------------------------------------------------------------------------

/**
 * Where the guesses of a finished game cost most, if they cost anything where few candidates were left.
 * @type {(kit: Kit, record: Finish) => Card[]}
 */
export function costly(kit, record) {
  const { game, found } = reviewsOf(kit, record);
  const { judged } = found.You;
  const turns = judged.map(({ turn }) => showTurn(game, turn)); // with the right scores
  return judged
    .flatMap(({ cost, left }, at) =>
      left.length > FEW_LEFT && left.length <= EXACT && Number(cost) > FOUND ? [{ cost: Number(cost), at }] : [],
    )
    .sort((a, b) => b.cost - a.cost || a.at - b.at)
    .slice(0, OF_A_GAME)
    .map(({ at }) => cardOf(turns.slice(0, at), record.refused, judged[at].turn.guess));
}

// --- the deck -------------------------------------------------------------------------------------

/** @type {Deck} */
const EMPTY = { rating: BEGIN, answers: 0, cards: [], games: [], log: [], at: 0, round: null };

/**
 * The cards that are due, by number: those missed on that day last.
 * @type {(deck: Deck, today: string) => number[]}
 */
export const due = ({ cards }, today) =>
  [...cards.keys()]
    .filter((at) => cards[at].due <= today)
    .sort((a, b) => {
      const [first, second] = [cards[a], cards[b]];
      return Number(first.seen === today) - Number(second.seen === today) || (first.due < second.due ? -1 : 1);
    });

/**
 * Why no card is due today.
 * @type {(deck: Deck) => Sentence}
 */
function nothingDue({ cards }) {
  const day = cards.map(({ due }) => due).sort()[0];
  return day ? sentence("practice later", { day }) : sentence("practice none");
}

/** @type {(kit: Kit, card: Card) => boolean} */
function fits(kit, card) {
  try {
    return sessionAt(kit, card).left.length > 0;
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return false;
  }
}

/**
 * The cards that are due and within reach of the rating, by number, of a theme.
 * @type {(kit: Kit, deck: Deck, today: string, theme?: string) => number[]}
 */
export function ready(kit, deck, today, theme = "") {
  const most = reach(deck.rating);
  return due(deck, today).filter((at) => {
    const card = deck.cards[at];
    const near = fits(kit, card) && sessionAt(kit, card).left.length <= most;
    return near && (!theme || THEMES[theme](exerciseAt(kit, card), card));
  });
}

/** @type {(card: Card) => string} */
const placeOf = ({ turns, refused }) => JSON.stringify([turns, refused]);

/**
 * Add the cards of a finished game; the deck, and the numbers of these in it.
 * @type {(kit: Kit, deck: Deck, record: Finish) => [Deck, number[]]}
 */
function withGame(kit, deck, record) {
  const cards = [...deck.cards];
  const games = deck.games.includes(record.name) ? deck.games : [...deck.games, record.name];
  const places = (record.several ? [] : costly(kit, record)).map((card) => {
    const at = cards.findIndex((other) => placeOf(other) === placeOf(card));
    return at < 0 ? cards.push(card) - 1 : at;
  });
  return [{ ...deck, cards, games }, places];
}

/**
 * Add cards until ten are ready: of games not looked through, the newest first; then made up.
 * @type {(kit: Kit, deck: Deck, records: Finish[], today: string, theme?: string) => Deck}
 */
export function filled(kit, deck, records, today, theme = "") {
  let filling = deck;
  let missing = ROUND - ready(kit, deck, today, theme).length;
  const fresh = records.filter(({ name, several }) => !several && !deck.games.includes(name));
  for (const record of fresh.sort((a, b) => b.date - a.date).slice(0, LOOKED)) {
    if (missing <= 0) break;
    const before = filling.cards.length;
    [filling] = withGame(kit, filling, record);
    missing -= ready(kit, { ...filling, cards: filling.cards.slice(before) }, today, theme).length;
  }
  if (missing <= 0 || theme === "mine") return filling;
  const { rating, answers, cards } = filling;
  const known = new Set(cards.map(({ turns }) => String(turns)));
  const made = exercises(kit, missing, { seed: answers + cards.length, rating, theme });
  return { ...filling, cards: [...cards, ...made.filter(({ turns }) => !known.has(String(turns)))] };
}

/**
 * How good an answer is; without a choice it was shown.
 * @type {(choice: Grade | null, hinted?: boolean) => Mark}
 */
export const markOf = (choice, hinted = false) => (!choice?.score ? "B" : choice.found && !hinted ? "G" : "Y");

/**
 * The deck after an answer to a card; without a choice there was none.
 * @type {(deck: Deck, at: number, choice: Grade | null, rating: number, today: string,
 *   about?: { themes?: string[], hinted?: boolean }) => Deck}
 */
export function answered(deck, at, choice, rating, today, { themes = [], hinted = false } = {}) {
  const card = deck.cards[at];
  const found = markOf(choice, hinted) === "G";
  const box = found ? Math.min(card.box + 1, DAYS.length - 1) : 0;
  const next = { ...card, box, due: dayAfter(today, DAYS[box]), seen: today };
  const changed = { ...deck, cards: deck.cards.with(at, next) };
  if (card.seen === today) return changed;
  const expected = 1 / (1 + 10 ** ((rating - deck.rating) / 400));
  const score = Math.min(choice?.score || 0, hinted ? HINTED : 1);
  const now = deck.rating + STEP * (score - expected);
  /** @type {Deck["log"]} */
  const log = [...deck.log, [today, found, themes]];
  return { ...changed, rating: Number(now.toFixed(3)), answers: deck.answers + 1, log: log.slice(-LOGGED) };
}

/**
 * How many are true at the end without a break, and at most; statistics.in_a_row.
 * @type {(values: boolean[]) => [now: number, longest: number]}
 */
function inARow(values) {
  let [now, longest] = [0, 0];
  for (const value of values) {
    now = value ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return [now, longest];
}

/**
 * The rating, how many were found in a row, and days in a row; Deck.standing.
 * @type {(deck: Deck, today: string) => { rating: number, streak: number, days: number }}
 */
export function standing({ rating, log }, today) {
  const days = new Set(log.map(([day]) => day));
  const end = days.has(today) ? today : dayAfter(today, -1);
  let row = 0;
  while (days.has(dayAfter(end, -row))) row++;
  return { rating: Math.round(rating), streak: inARow(log.map(([, found]) => found))[0], days: row };
}

/**
 * Of each theme how many positions were found, and how many were asked; Deck.by_theme.
 * @type {(deck: Pick<Deck, "log">) => Record<string, [found: number, asked: number]>}
 */
export const byTheme = ({ log }) =>
  Object.fromEntries(
    Object.keys(THEMES).map((theme) => {
      const asked = log.filter(([, , themes]) => themes.includes(theme));
      return [theme, [asked.filter(([, found]) => found).length, asked.length]];
    }),
  );

/** @type {(day: string, days: number) => string} */
const dayAfter = (day, days) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

// --- the result of a round ------------------------------------------------------------------------

/** @type {(before: number, rating: number) => { rating: number, moved: string }} */
function movedOf(before, rating) {
  const moved = Math.round(rating) - Math.round(before);
  return { rating: Math.round(rating), moved: `${moved < 0 ? "-" : "+"}${Math.abs(moved)}` };
}

/**
 * How a round went: a word for it, the rating before and after, and what is in a row; deck.result.
 * @type {(marks: Mark[], before: number, deck: Deck, today: string) => Sentence[]}
 */
export function result(marks, before, deck, today) {
  const [found, made] = [marks.filter((mark) => mark === "G").length, marks.length];
  const how = found >= made ? "all" : found >= 0.8 * made ? "most" : found >= 0.5 * made ? "half" : "some";
  return [
    sentence("practice word", { found, made, how: found ? how : "none" }),
    sentence("practice moved", { before: Math.round(before), ...movedOf(before, deck.rating) }),
    sentence("practice streaks", {
      best: inARow(marks.map((mark) => mark === "G"))[1],
      days: standing(deck, today).days,
    }),
  ];
}

/**
 * A round as a text to share; deck.shared.
 * @type {(marks: Mark[], before: number, deck: Deck) => string}
 */
export function shared(marks, before, { rating }) {
  const facts = { found: marks.filter((mark) => mark === "G").length, made: marks.length, ...movedOf(before, rating) };
  return `${say(sentence("practice shared", facts))}\n${marks.map((mark) => SQUARES[mark]).join("")}`;
}

// --- what is asked and shown ----------------------------------------------------------------------

/**
 * What the page asks of practice, and a move in it; `of` names a finished game whose positions are practised.
 * @type {(kit: Kit, given: Partial<Deck> | null, records: Finish[], move: Move | null, now: number, of?: string) =>
 *   { deck: Deck, answer: Answer }}
 */
export function practise(kit, given, records, move, now, of = "") {
  const [deck, today] = [/** @type {Deck} */ ({ ...EMPTY, ...given }), dayOf(new Date(now))];
  if (deck.round && !deck.round.marks) deck.round = null; // of an earlier version
  if (kit.boards > 1 || kit.game.noise) throw new Wrong("practice is for one board, and for answers that are true");
  const record = of ? records.find(({ name }) => name === of) : null;
  if (of && !record) throw new Wrong("that game is not kept here any more");
  if (!move && record) {
    const [, places] = withGame(kit, deck, record);
    const said = sentence(places.length ? "practice of" : "practice nothing", { positions: places.length });
    return { deck, answer: { ...startOf(kit, deck, today), of: said, nothing: !places.length } };
  }
  if (!move) return { deck, answer: shown(kit, deck, today) };
  const changed = { ...makeMove(kit, deck, records, move, today, record), at: deck.at + 1 };
  const goesOn = changed.round && changed.round.marks.length < changed.round.cards.length + Number(isAnswered(changed));
  return { deck: changed, answer: goesOn && move.do !== "begin" ? shown(kit, changed, today) : { go: "/practice" } };
}

/** @type {(deck: Deck) => boolean} */
const isAnswered = ({ round }) => Boolean(round && round.said !== null);

/** @type {(kit: Kit, deck: Deck, records: Finish[], move: Move, today: string, record?: Finish | null) => Deck} */
function makeMove(kit, deck, records, move, today, record) {
  const { round } = deck;
  if (move.do === "begin") {
    const theme = Object.hasOwn(THEMES, String(move.theme)) ? String(move.theme) : "";
    /** @type {(made: Deck, cards: number[]) => Deck} */
    const begun = (made, cards) => ({
      ...made,
      theme,
      round: { cards, marks: [], told: [], began: deck.rating, said: null, ...UNAIDED },
    });
    const again = round && move.again ? round.cards.filter((_, at) => round.marks[at] !== "G") : [];
    if (again.length) return begun(deck, again);
    const [made, places] = record ? withGame(kit, deck, record) : [deck, []];
    if (places.length) return begun(made, places);
    const full = filled(kit, made, records, today, theme);
    const cards = ready(kit, full, today, theme).slice(0, ROUND);
    if (!cards.length) throw new Wrong(say(nothingDue(full)));
    return begun(full, cards);
  }
  if (!round) return deck;
  const at = round.cards[round.marks.length];
  if (move.do === "next") return { ...deck, round: { ...round, said: null, ...UNAIDED } };
  if (round.said !== null || at === undefined) return deck;
  if (move.do === "list") return { ...deck, round: { ...round, listed: true } };
  if (move.do === "hint") return { ...deck, round: { ...round, hints: Math.min(round.hints + 1, 2) } };
  if (move.do === "show" && !round.sure) return { ...deck, round: { ...round, sure: true } };
  const [card, exercise] = [deck.cards[at], exerciseAt(kit, deck.cards[at])];
  const said = move.do === "guess" ? sessionAt(kit, card).read(String(move.word)) : "";
  const graded = exercise.graded(said ? exercise.game.index(said) : exercise.best[0]);
  const [choice, hinted] = [said ? graded.mine : null, round.hints > 0];
  const told = [...round.told, verdict(exercise.game, graded, !said, hinted)];
  const about = { themes: themesOf(exercise, card), hinted };
  return {
    ...answered(deck, at, choice, exercise.rating, today, about),
    round: { ...round, said, told, marks: [...round.marks, markOf(choice, hinted)], before: deck.rating },
  };
}

const UNAIDED = { listed: false, hints: 0, sure: false };

/**
 * The page from which a round begins, with how the last one went.
 * @type {(kit: Kit, deck: Deck, today: string) => Answer}
 */
function startOf(kit, deck, today) {
  const facts = standing(deck, today);
  const tried = byTheme(deck);
  const themes = Object.keys(THEMES).map((theme) => {
    const [found, asked] = tried[theme];
    const name = titleOf(theme);
    return [theme, asked ? sentence("practice tried", { theme: name, found, asked }) : name];
  });
  const rating = deck.answers ? sentence("practice standing", { ...facts, moved: "", days: facts.days || "" }) : null;
  return { said: [], title: kit.game.title, rating, themes, theme: deck.theme || "" };
}

/** @type {(kit: Kit, deck: Deck, today: string) => Answer} */
function shown(kit, deck, today) {
  const { round } = deck;
  const place = round ? round.marks.length - Number(round.said !== null) : 0;
  if (!round || place >= round.cards.length) {
    const start = startOf(kit, deck, today);
    if (!round?.marks.length) return start;
    const { marks, began, told } = round;
    const missed = told.filter((_, at) => marks[at] !== "G");
    const text = shared(marks, began, deck);
    return { ...start, marks, result: result(marks, began, deck, today), missed, text };
  }
  const card = deck.cards[round.cards[place]];
  return { said: [], ...drawnAt(kit, deck, card, exerciseAt(kit, card), round, today) };
}

/**
 * What kind of guess the best one is, then its first letter; practice.hint.
 * @type {(exercise: Exercise, number: number) => Sentence}
 */
function hint({ game, solved }, number) {
  if (number > 1) return sentence("practice letter", { letter: game.shown(game.spell(solved.guess)[0]) });
  return sentence("practice hint", { other: !solved.candidate, parts: solved.parts });
}

/** @type {(kit: Kit, deck: Deck, card: Card, exercise: Exercise, round: Round, today: string) => Answer} */
function drawnAt(kit, deck, card, exercise, round, today) {
  const { game, left } = exercise;
  const { said, marks, cards, before = deck.rating } = round;
  const asked = view(sessionAt(kit, card), { at: deck.at, face: "alone" });
  const title = sentence("position of", { number: marks.length + Number(said === null), of: cards.length });
  const { moved } = movedOf(before, deck.rating);
  const facts = { ...standing(deck, today), moved: said === null ? "" : moved, days: "" };
  const stands = sentence("practice standing", facts);
  /** @type {View} */
  const plain = { ...asked, guess: null, odds: null, choices: [], faults: [], doubt: null };
  if (said === null) {
    const words = left.length <= LISTED ? Array.from(left, (at) => game.shown(game.secrets[at])).sort(byText) : [];
    const listed = round.listed ? [sentence("practice words", { left: left.length, noun: noun(game), words })] : [];
    const hints = [1, 2].filter((number) => number <= round.hints).map((number) => hint(exercise, number));
    const notes = [stands, ...listed, ...hints, ...(round.sure ? [sentence("practice sure", { enter: false })] : [])];
    return { marks, view: { ...plain, title, notes, moves: ["guess"], prompt: sentence("your guess") } };
  }
  const graded = exercise.graded(said ? game.find(said) : exercise.best[0]);
  const themes = themesOf(exercise, card).map(titleOf);
  const notes = [
    why(game, graded),
    ...leavesMore(graded.best[0], graded.mine, game.isWeighed(left)),
    ...(card.guess ? [sentence("practice before", { word: game.shown(card.guess) })] : []),
    ...(themes.length ? [sentence("practice theme", { themes })] : []),
    stands,
  ];
  const { mine, best } = graded;
  /** @type {(word: string, key: string) => View["boards"][0]["rows"][0]} */
  const row = (word, key) => ({
    ...{ guess: game.shown(word), score: "", marks: "", right: say(sentence(key)), doubt: null, won: false },
  });
  const rows = [...plain.boards[0].rows, row(mine.guess, mine.regret ? "a guess: yours" : "a guess: best")];
  if (mine.regret) rows.push(row(best[0].guess, "a guess: best"));
  const boards = [{ ...plain.boards[0], rows }];
  const answered_ = {
    ...plain,
    boards,
    title: last(round.told),
    notes,
    stage: /** @type {const} */ ("wait"),
    moves: [],
  };
  return { marks, view: answered_, pane: paneOf(game, graded), last: marks.length >= cards.length };
}

/**
 * How much worse than the best guess a guess is, or that it was shown; practice.verdict.
 * @type {(game: Game, graded: Graded, shown?: boolean, hinted?: boolean) => Sentence}
 */
export function verdict(game, { mine, best }, shown = false, hinted = false) {
  const word = game.shown(mine.guess);
  if (!mine.regret) return sentence("practice best", { word, how: shown ? "shown" : hinted ? "hint" : "found" });
  const unit = mine.needs === null ? "bits" : "guesses";
  const facts = { mark: markOf(mine, hinted), word, cost: mine.regret, unit };
  return sentence("practice cost", { ...facts, best: game.shown(best[0].guess) });
}

/**
 * What the best guess tells, and beside it a worse one; practice.why.
 * @type {(game: Game, graded: Graded) => Sentence}
 */
export function why(game, { mine, best }) {
  const facts = (/** @type {Advice} */ { guess, parts, expectedLeft, worstLeft }) => ({
    ...{ word: game.shown(guess), parts, left: expectedLeft, worst: worstLeft },
  });
  const tells = sentence("practice tells", facts(mine.regret ? best[0] : mine));
  if (!mine.regret) return tells;
  const sizes = [best[0], mine].map(({ parts, worstLeft, expectedLeft }) => [
    parts,
    worstLeft,
    expectedLeft.toFixed(6),
  ]);
  const likelier = best[0].chance > mine.chance ? "practice likelier" : "practice alike";
  const key = String(sizes[0]) === String(sizes[1]) ? likelier : "practice why";
  return sentence(key, { best: tells, guess: game.shown(best[0].guess), ...facts(mine) });
}

/** @type {(game: Game, graded: Graded) => Pane & { name: string }} */
function paneOf(game, { mine, best }) {
  const others = best.some(({ guess }) => guess === mine.guess) ? [] : [mine];
  const unit = mine.needs === null ? "bits" : "guesses";
  const rows = [...best, ...others].map(({ guess, needs, regret, expectedLeft, candidate, chance }) => [
    game.shown(guess),
    ...(needs === null ? [] : [fixed(needs, 2)]),
    fixed(regret, 2),
    fixed(expectedLeft, 1),
    candidate ? share(Math.min(chance, 1)) : "-",
  ]);
  const names = ["a guess", ...(unit === "bits" ? [] : ["it takes"]), "it costs", "it leaves", "chance"];
  return {
    name: "",
    title: sentence("the best guesses"),
    headers: names.map((name) => sentence(name)),
    rows,
    words: [],
  };
}
