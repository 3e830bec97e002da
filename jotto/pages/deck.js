// Practice: what guesses cost at a position, the positions in boxes, and the rating; the twin of
// jotto/assistant/practice.py, which says what regret, boxes and rating are.
import { within } from "./core.js";
import { allowed, candidatesOf, measured, playing, rank, spread } from "./game.js";
import { lengths } from "./hindsight.js";
import { dayOf, fixed } from "./numbers.js";
import { reviewsOf } from "./reviews.js";
import { say, sentence } from "./sentences.js";
import { Session, noun, showTurn } from "./session.js";
import { Wrong, last, remembered, sum } from "./text.js";
import { view } from "./view.js";

/** @import { Advice, Answer, Card, Deck, Entry, Finish, Game, Grade, Kit, Move, Pane, Turn, View } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @typedef {{ mine: Grade, best: Grade[] }} Graded */

const [SHOWN, LISTED, FEW_LEFT, ROUND] = [3, 24, 2, 10];
const [EXACT, FEWEST, MOST, OPENINGS, TRIES] = [60, 4, 20, 20, 20]; // practice.py says why
const [FOUND, WORST, IN_BITS] = [0.1, 0.5, 2];
const DAYS = [0, 1, 3, 7, 21, 60];
const [BEGIN, STEP, OF_A_GAME] = [1000, 32, 3];
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
    /** @type {Map<string, number>} */
    this.played = new Map();
    /** @type {Map<number, number>} */
    this.least = new Map(this.leasts());
    this.best = this.playing(() => (this.exact ? this.bestPlayed() : this.ranked()));
  }

  /** @template T @param {() => T} work in which guesses can be played out @returns {T} */
  playing(work) {
    return playing(this.game, this.options, (play) => {
      this.play = play;
      return work();
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
        played.set(key, sum(sums) + Math.max(...weights));
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
 * Turns of a game that is played at random, until 20 candidates are left; none if they are too few then.
 * @type {(kit: Kit, openings: string[], random: () => number) => Turn[] | null}
 */
function drawn({ game, avoid }, openings, random) {
  /** @type {<T>(all: ArrayLike<T>) => T} */
  const pick = (all) => all[Math.floor(random() * all.length)];
  const secret = game.secrets[pick(game.everything)];
  let left = game.everything;
  /** @type {Turn[]} */
  const turns = [];
  while (left.length > MOST) {
    const polite = left.filter((other) => !avoid.includes(game.secrets[other]));
    const guess = turns.length ? game.secrets[pick(polite.length ? polite : left)] : pick(openings);
    const turn = { guess, code: game.code(guess, secret) };
    turns.push(turn);
    left = game.agreeing([turn], left);
  }
  return left.length < FEWEST ? null : turns;
}

/** @type {(turns: string[], refused?: string[], guess?: string) => Card} */
const cardOf = (turns, refused = [], guess = "") => ({ turns, refused, guess, box: 0, due: "", seen: "" });

/**
 * Positions that are made up: half of their candidates cost.
 * @type {(kit: Kit, n: number, random?: () => number) => Card[]}
 */
export function exercises(kit, n, random = Math.random) {
  const { game } = kit;
  const best = () => rank(game, game.everything, { top: OPENINGS, avoid: kit.avoid }).map(({ guess }) => guess);
  const openings = game.secrets.length > MOST ? remembered(game, "openings", best) : [];
  /** @type {Map<string, Card>} */
  const made = new Map();
  for (let tries = 0; tries < TRIES * n && made.size < n; tries++) {
    const turns = drawn(kit, openings, random);
    const card = turns && cardOf(turns.map((turn) => showTurn(game, turn)));
    if (card && !made.has(String(card.turns)) && exerciseAt(kit, card).isHard) made.set(String(card.turns), card);
  }
  return [...made.values()];
}

/**
 * Where the guesses of a finished game cost most, if they cost anything.
 * @type {(kit: Kit, record: Finish) => Card[]}
 */
export function costly(kit, record) {
  const { game, found } = reviewsOf(kit, record);
  const { judged } = found.You;
  const turns = judged.map(({ turn }) => showTurn(game, turn)); // with the right scores
  return judged
    .flatMap(({ cost, left }, at) =>
      left.length > FEW_LEFT && Number(cost) > FOUND ? [{ cost: Number(cost), at }] : [],
    )
    .sort((a, b) => b.cost - a.cost || a.at - b.at)
    .slice(0, OF_A_GAME)
    .map(({ at }) => cardOf(turns.slice(0, at), record.refused, judged[at].turn.guess));
}

// --- the deck -------------------------------------------------------------------------------------

/** @type {Deck} */
const EMPTY = { rating: BEGIN, answers: 0, cards: [], games: [], at: 0, round: null };

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

/**
 * Add cards until ten are due: of games not looked through, the newest first; then made up.
 * @type {(kit: Kit, deck: Deck, records: Finish[], today: string, random?: () => number) => Deck}
 */
export function filled(kit, deck, records, today, random = Math.random) {
  const [cards, games] = [[...deck.cards], [...deck.games]];
  const known = new Set(cards.map(({ turns }) => String(turns)));
  let missing = ROUND - due(deck, today).length;
  const add = (/** @type {Card[]} */ some) => {
    const rest = some.filter(({ turns }) => !known.has(String(turns)));
    for (const card of rest) known.add(String(card.turns));
    cards.push(...rest);
    missing -= rest.length;
  };
  const fresh = records.filter(({ name, several }) => !several && !games.includes(name));
  for (const record of fresh.sort((a, b) => b.date - a.date).slice(0, LOOKED)) {
    if (missing <= 0) break;
    games.push(record.name);
    add(costly(kit, record));
  }
  if (missing > 0) add(exercises(kit, missing, random));
  return { ...deck, cards, games };
}

/**
 * The deck after an answer to a card; without a choice there was none.
 * @type {(deck: Deck, at: number, choice: Grade | null, rating: number, today: string) => Deck}
 */
export function answered(deck, at, choice, rating, today) {
  const card = deck.cards[at];
  const box = choice?.found ? Math.min(card.box + 1, DAYS.length - 1) : 0;
  const next = { ...card, box, due: dayAfter(today, DAYS[box]), seen: today };
  const changed = { ...deck, cards: deck.cards.with(at, next) };
  if (card.seen === today) return changed;
  const expected = 1 / (1 + 10 ** ((rating - deck.rating) / 400));
  const now = deck.rating + STEP * ((choice?.score || 0) - expected);
  return { ...changed, rating: Number(now.toFixed(3)), answers: deck.answers + 1 };
}

/** @type {(day: string, days: number) => string} */
const dayAfter = (day, days) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

// --- what is asked and shown ----------------------------------------------------------------------

/**
 * What the page asks of practice, and a move in it.
 * @type {(kit: Kit, given: Partial<Deck> | null, records: Finish[], move: Move | null, now: number) =>
 *   { deck: Deck, answer: Answer }}
 */
export function practise(kit, given, records, move, now) {
  const [deck, today] = [{ ...EMPTY, ...given }, dayOf(new Date(now))];
  if (kit.boards > 1 || kit.game.noise) throw new Wrong("practice is for one board, and for answers that are true");
  if (!move) return { deck, answer: shown(kit, deck) };
  const changed = { ...makeMove(kit, deck, records, move, today), at: deck.at + 1 };
  return {
    deck: changed,
    answer: changed.round?.queue.length && move.do !== "begin" ? shown(kit, changed) : { go: "/practice" },
  };
}

/** @type {(kit: Kit, deck: Deck, records: Finish[], move: Move, today: string) => Deck} */
function makeMove(kit, deck, records, move, today) {
  const { round } = deck;
  if (move.do === "begin") {
    const ready = filled(kit, deck, records, today);
    const queue = due(ready, today).slice(0, ROUND);
    if (!queue.length) throw new Wrong(say(nothingDue(ready)));
    return { ...ready, round: { queue, made: 0, of: queue.length, missed: 0, began: deck.rating, said: null } };
  }
  const [at, ...queue] = round?.queue || [];
  if (!round || at === undefined) return deck;
  if (move.do === "next")
    return round.said === null ? deck : { ...deck, round: { ...round, queue, said: null, listed: false } };
  if (round.said !== null) return deck;
  if (move.do === "list") return { ...deck, round: { ...round, listed: true } };
  const exercise = exerciseAt(kit, deck.cards[at]);
  const said = move.do === "guess" ? sessionAt(kit, deck.cards[at]).read(String(move.word)) : "";
  const choice = said ? exercise.graded(exercise.game.index(said)).mine : null;
  const again = round.made >= round.of;
  const missed = choice?.found ? [] : [at];
  const next = { made: round.made + 1, missed: round.missed + Number(!again && missed.length > 0), said };
  return {
    ...answered(deck, at, choice, exercise.rating, today),
    round: { ...round, ...next, queue: [at, ...queue, ...missed] },
  };
}

/** @type {(kit: Kit, deck: Deck) => Answer} */
function shown(kit, deck) {
  const { round, rating, answers } = deck;
  const made = round ? Math.min(round.made, round.of) : 0;
  const numbers = { rating: Math.round(rating), moved: round ? Math.round(rating - round.began) : 0 };
  if (!round?.queue.length) {
    const facts = { found: made - (round?.missed || 0), made, ...numbers };
    const result = made ? sentence("practice result", { ...facts, moved: signed(facts.moved) }) : null;
    return { said: [], title: kit.game.title, result, rating: answers ? sentence("practice rating", facts) : null };
  }
  const card = deck.cards[round.queue[0]];
  const exercise = exerciseAt(kit, card);
  return { said: [], ...drawnAt(kit, deck, card, exercise, round) };
}

/** @type {(number: number) => string} */
const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number)}`;

/** @type {(kit: Kit, deck: Deck, card: Card, exercise: Exercise, round: NonNullable<Deck["round"]>) => Answer} */
function drawnAt(kit, deck, card, exercise, round) {
  const { game, left } = exercise;
  const asked = view(sessionAt(kit, card), { at: deck.at, face: "alone" });
  const number = round.made + Number(round.said === null);
  const title = sentence(number > round.of ? "once more" : "position of", { number, of: round.of });
  const words = left.length <= LISTED ? game.likeliest(left).map((word) => game.shown(word)) : [];
  const possible = round.listed ? [sentence("practice words", { left: left.length, noun: noun(game), words })] : [];
  /** @type {View} */
  const plain = { ...asked, guess: null, odds: null, choices: [], faults: [], doubt: null };
  const before = card.guess && sentence("practice before", { word: game.shown(card.guess) });
  if (round.said === null)
    return { view: { ...plain, title, notes: possible, moves: ["guess"], prompt: sentence("the best guess") } };
  const graded = exercise.graded(round.said ? game.find(round.said) : exercise.best[0]);
  const notes = [why(game, graded), ...(before ? [before] : [])];
  const answered_ = {
    ...plain,
    title: verdict(game, graded, !round.said),
    notes,
    stage: /** @type {const} */ ("wait"),
    moves: [],
  };
  return { view: answered_, pane: paneOf(game, graded), last: round.queue.length === 1 };
}

/**
 * How much worse than the best guess a guess is, or that it was shown; practice.verdict.
 * @type {(game: Game, graded: Graded, shown?: boolean) => Sentence}
 */
export function verdict(game, { mine, best }, shown = false) {
  const word = game.shown(mine.guess);
  if (!mine.regret) return sentence("practice best", { word, shown });
  const unit = mine.needs === null ? "bits" : "guesses";
  return sentence("practice regret", { word, regret: mine.regret, unit, best: game.shown(best[0].guess) });
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
  return mine.regret ? sentence("practice why", { best: tells, ...facts(mine) }) : tells;
}

/** @type {(game: Game, graded: Graded) => Pane & { name: string }} */
function paneOf(game, { mine, best }) {
  const others = best.some(({ guess }) => guess === mine.guess) ? [] : [mine];
  const unit = mine.needs === null ? "bits" : "guesses";
  const rows = [...best, ...others].map(({ guess, needs, regret, worstLeft, candidate }) => [
    game.shown(guess),
    ...(needs === null ? [] : [fixed(needs, 2)]),
    fixed(regret, 2),
    worstLeft,
    sentence("yes or no", { yes: candidate }),
  ]);
  const names = ["a guess", ...(unit === "bits" ? [] : ["guesses needed"]), "regret", "at worst", "may be it"];
  return {
    name: "",
    title: sentence("the best guesses"),
    headers: names.map((name) => sentence(name)),
    rows,
    words: [],
  };
}
