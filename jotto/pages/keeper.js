// A secret that the page keeps: it is drawn here, and every guess is scored. The twin of what jotto/assistant/daily.py,
// opponents.py (answered) and view.py (keep_view) do for `jotto keep`.
import { allowed, range } from "./game.js";
import { dayOf } from "./numbers.js";
import { PEGS, SQUARES, readTurns } from "./reviews.js";
import { gameFacts, levels, sentence, say } from "./sentences.js";
import { noun } from "./session.js";
import { offered } from "./moves.js";
import { Wrong, alike, byText, last, sum, wordError } from "./text.js";
import { view } from "./view.js";

/** @import { Alone, Finish, Game, Kit, Move, Turn, View } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @import { Session } from "./session.js" */

const DAY = 86_400_000; // milliseconds
const MORE = 5; // guesses that Wordle has beside one for each board
const COMMON = 80; // percent: a word of a day is of the likeliest that have so much of all weight

/** A guess that counts only from a player who is sure. */
export class Unsure extends Wrong {
  /** @type {string[]} words that may have been meant */
  meant = [];
}

/**
 * A word in no list may have a slip in it: the words that may be meant are named.
 * @type {(game: Game, key: string, word: string) => Unsure}
 */
export function unlisted(game, key, word) {
  const meant = alike(word, game.guesses, game.declared);
  const named = meant.map((each) => game.shown(each)).join(" / ");
  return Object.assign(new Unsure(say(sentence(key, { word: game.shown(word), meant: named }))), { meant });
}

// --- drawing a secret -----------------------------------------------------------------------------

/**
 * The secrets that are likeliest, which have so much of all weight, as daily.common.
 * @type {(game: Game, percent: number, avoid: string[]) => number[]}
 */
export function common(game, percent, avoid) {
  const all = [...game.everything];
  const weights = game.weightsOf(game.everything).sort((a, b) => b - a);
  const most = (percent * sum(weights)) / 100;
  let total = 0;
  const least = weights.find((weight) => {
    total += weight;
    return total >= most;
  });
  const likely = all.filter((secret) => game.weight(secret) >= Number(least));
  const rest = likely.filter((secret) => !avoid.includes(game.secrets[secret]));
  return rest.length ? rest : likely;
}

/** The secrets of a level, as opponents.of_level; of a word of a day, none. @type {(kit: Kit, level: string) => number[]} */
const ofLevel = ({ game, avoid }, level) => common(game, levels()[level] || COMMON, avoid);

/**
 * The hash FNV-1a of a text, 32 bits.
 * @type {(text: string) => number}
 */
export const hashed = (text) =>
  new TextEncoder().encode(text).reduce((code, byte) => Math.imul(code ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

/**
 * The secrets of which that of a day is one, whoever advises, as daily.places.
 * @type {(game: Game, avoid: string[]) => number[]}
 */
const ofDays = (game, avoid) => game.daily || common(game, COMMON, avoid);

/**
 * The secret of a day, as daily.daily.
 * @type {(game: Game, day: string, avoid: string[]) => string}
 */
export function daily(game, day, avoid) {
  const words = ofDays(game, avoid).map((secret) => game.secrets[secret]);
  const hashes = new Map(words.map((word) => [word, hashed(word)]));
  const code = (/** @type {string} */ word) => Number(hashes.get(word));
  const number = Date.parse(day) / DAY + hashed(game.rule.name);
  return words.sort((a, b) => code(a) - code(b) || byText(a, b))[number % words.length];
}

/**
 * Some different secrets, by their weights: of the level, then others, then those to avoid, as opponents.any_secrets.
 * @type {(kit: Kit, level: string, boards: number) => string[]}
 */
function drawSecrets(kit, level, boards) {
  const { game, avoid } = kit;
  const from = [ofLevel(kit, level), common(game, 100, avoid), [...game.everything]];
  /** @type {number[]} */
  const secrets = [];
  while (secrets.length < boards) {
    const free = (/** @type {number} */ secret) => !secrets.includes(secret);
    const all = from.map((some) => some.filter(free)).find((some) => some.length) || [];
    const random = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
    let rest = random * sum(all.map((secret) => game.weight(secret)));
    const drawn = all.find((secret) => {
      rest -= game.weight(secret);
      return rest < 0;
    });
    secrets.push(drawn ?? last(all));
  }
  return secrets.map((secret) => game.secrets[secret]);
}

/**
 * What a form asks for: a secret for each board, or none, and the page answers so that most words stay possible.
 * @type {(kit: Kit, form: Record<string, any>, now: number) => Alone}
 */
export function begun(kit, { daily: ofDay, boards = "1", changes, hard, level = "medium" }, now) {
  const { game, avoid } = kit;
  if (game.noise)
    throw new Wrong("The page keeps no secret when answers may be false: choose rules without false answers.");
  if (ofDay) {
    const day = dayOf(new Date(now));
    return { secrets: [daily(game, day, avoid)], hard: Boolean(hard), level: "", daily: day, over: false };
  }
  const many = Number(boards) || 1;
  if (many > 1 && hard) throw new Wrong(say(sentence("hard mode: one board")));
  const drawn = Math.min(many, 4);
  const there = game.everything.length;
  if (drawn > there) throw new Wrong(`${drawn} boards need as many different secrets; there are ${there}`);
  const known = { hard: Boolean(hard), level, daily: "", over: false };
  if (!changes) return { ...known, secrets: drawSecrets(kit, level, drawn) };
  return { ...known, secrets: [], boards: drawn };
}

/** @type {(alone: Alone) => number} */
export const boardsOf = ({ secrets, boards = 1 }) => secrets.length || boards;

/** @type {(alone: Alone) => Record<string, any>} */
export const formOf = (alone) => ({
  level: alone.level,
  hard: alone.hard,
  boards: String(boardsOf(alone)),
  changes: !alone.secrets.length,
});

/**
 * What there is to say before the first guess.
 * @type {(session: Session, alone: Alone) => Sentence[]}
 */
export function asked({ game, kit, several }, alone) {
  const { secrets, hard, level, daily: day } = alone;
  const likely = () => (day ? ofDays(game, kit.avoid) : ofLevel(kit, level));
  const drawn = secrets.length ? likely() : game.secrets;
  const facts = { boards: boardsOf(alone), secrets: drawn.length, noun: noun(game) };
  const sentences = [sentence(several ? "keeps several" : "keeps a secret", facts)];
  if (day) sentences.push(sentence("keeps today's", { day }));
  if (hard) sentences.push(sentence("keeps hard"));
  if (!secrets.length) sentences.push(sentence("keeps what may change"));
  return sentences;
}

/**
 * The game as its player may see it, as keeper.within: nothing is possible but what is drawn from.
 * @type {(session: Session, alone: Alone) => Session}
 */
export function within(session, { secrets, level }) {
  const some = new Set(secrets.length ? ofLevel(session.kit, level) : session.left);
  return Object.defineProperty(session.with({}), "left", { value: session.left.filter((secret) => some.has(secret)) });
}

// --- scoring guesses ------------------------------------------------------------------------------

/**
 * The answers of an adversary, as opponents.evaded: of each board that is not found, the score that leaves the most
 * candidates, of equal ones the first, among those after which all boards can still have different secrets.
 * @type {(session: Session, word: string) => number[]}
 */
function evaded({ game, toScore, singles }, word) {
  const lefts = singles.map(({ left }) => left);
  return toScore.map((at) => {
    const parts = [...game.partition(word, lefts[at])].sort(([, a], [, b]) => b.length - a.length);
    const fits = parts.find(([, part]) => different(lefts.with(at, part)).length);
    const [code, part] = /** @type {[number, Uint32Array]} */ (fits); // there always is one
    lefts[at] = part;
    return code;
  });
}

/**
 * One of the candidates of each board, all different, as opponents.different; none if there are none such.
 * @type {(lefts: Uint32Array[]) => number[]}
 */
export function different(lefts) {
  /** @type {Map<number, number>} */
  const boardOf = new Map();
  /** @type {(at: number, tried: Set<number>) => boolean} */
  const placed = (at, tried) =>
    lefts[at].some((secret) => {
      if (tried.has(secret)) return false;
      tried.add(secret);
      const other = boardOf.get(secret);
      if (other !== undefined && !placed(other, tried)) return false;
      boardOf.set(secret, at);
      return true;
    });
  const fit = lefts.every((_, at) => placed(at, new Set()));
  return fit ? [...boardOf].sort(([, a], [, b]) => a - b).map(([secret]) => secret) : [];
}

/**
 * The secrets; of several boards whose words may change, some that they may have been.
 * @type {(session: Session, alone: Alone) => string[]}
 */
export const secretsOf = ({ game, several, singles }, { secrets }) =>
  secrets.length || !several ? secrets : different(singles.map(({ left }) => left)).map((i) => game.secrets[i]);

/**
 * Why a guess is not allowed in hard mode, if it is not: it would have had another score as the secret, or, where
 * letters have colours, it does not use a hint.
 * @type {(game: Game, turns: Turn[], word: string) => Sentence | null}
 */
function disagreement(game, turns, word) {
  for (const [at, turn] of turns.entries()) {
    const facts = { word: game.shown(word), turn: at + 1 };
    const { rule, table, everything } = game;
    if (rule.tiles) {
      const may = allowed(game, everything, { allow: "hard", turns: [turn] });
      if (!may.includes(game.find(word))) return sentence("uses no hint", facts);
      continue;
    }
    const code = table && game.findSecret(word) < 0 ? -1 : game.code(turn.guess, word);
    if (code !== turn.code) return sentence("does not agree", { ...facts, score: rule.texts[turn.code] });
  }
  return null;
}

/**
 * The game after a guess.
 * @type {(session: Session, alone: Alone, move: Move) => Session}
 */
export function guessed(session, { secrets, hard }, move) {
  const { game } = session;
  const word = session.read(String(move.word || "").trim());
  const isUnlisted = game.rule.ofWords && game.find(word) < 0;
  if (isUnlisted && game.rule.called === "wordle") throw wordError(word, "it is not in the word list"); // and no other word
  if (move.sure !== move.word) {
    const facts = { word: game.shown(word) };
    const again = session.state.mine.some((turn) => turn.guess === word);
    if (again) throw new Unsure(say(sentence("sure: guessed before", facts)));
    if (isUnlisted) throw unlisted(game, "sure: unlisted", word);
  }
  const wrong = hard ? disagreement(game, session.state.mine, word) : null;
  if (wrong) throw new Wrong(say(wrong));
  const codes = secrets.length
    ? session.toScore.map((board) => game.code(word, secrets[board]))
    : evaded(session, word);
  return session.entered("score", word, codes.map((code) => game.rule.texts[code]).join("+"));
}

/**
 * What there is to say once where Wordle would be over, as keeper.last_guess; else nothing.
 * @type {(session: Session, alone: Alone) => Sentence | null}
 */
export function lastGuess({ game, over, state }, alone) {
  const boards = boardsOf(alone);
  const made = Math.max(...state.boards.map(({ length }) => length));
  if (over || made !== mostGuesses(game, boards)) return null;
  return sentence("last guess of wordle", { ...gameFacts(game.rule.called, boards), made });
}

/** How many guesses count: after them Wordle has ended. @type {(game: Game, boards: number) => number} */
export const mostGuesses = ({ rule }, boards) => (rule.called === "wordle" ? boards + MORE : Infinity);

// --- what is shown --------------------------------------------------------------------------------

/** @type {(game: Game, secret: string) => Sentence} */
const was = (game, secret) => sentence("it was", { word: game.shown(secret), noun: noun(game) });

/**
 * What the secret was, if it was given up.
 * @type {(session: Session, alone: Alone) => Sentence}
 */
function itWas(session, alone) {
  const [{ game, several }, { secrets }] = [session, alone];
  const shown = secretsOf(session, alone).map((word) => game.shown(word));
  if (several) return sentence(secrets.length ? "they were" : "they may have been", { words: shown });
  if (secrets.length) return was(game, secrets[0]);
  const words = game.likeliest(session.left);
  const key = words.length === 1 ? "it was the only one left" : "were still possible";
  return sentence(key, { left: words.length, noun: noun(game), word: game.shown(words[0]) });
}

/**
 * What can be done in a game whose secret the page keeps. Several boards have no hints, and neither has the word of a day.
 * @type {(session: Session, alone: Alone) => string[]}
 */
export function movesOf({ over, several }, alone) {
  const facts = [over || alone.over ? "over" : "my turn", ...(alone.daily || several ? ["no hints"] : [])];
  return offered(new Set(facts), "alone");
}

/**
 * Several boards that are given up: none is asked, and each that is not found tells its word, if it has one.
 * @type {(session: Session, alone: Alone, boards: View["boards"]) => View["boards"]}
 */
const endedBoards = ({ game }, { secrets }, boards) =>
  boards.map((board, at) => {
    const note = !board.found && secrets.length ? was(game, secrets[at]) : board.note;
    return { ...board, asked: false, note };
  });

/**
 * All that is shown of a game whose secret the page keeps.
 * @type {(session: Session, alone: Alone, at: number) => View}
 */
export function seen(session, alone, at) {
  const shown = view(session, { at, face: "alone" });
  const played = session.state.mine.length > 0;
  const lost = (/** @type {Sentence} */ told) =>
    played ? sentence("it was: a loss", { told, theirs: null }) : sentence("it was: no game", { told });
  const title = session.over ? shown.title : alone.over ? lost(itWas(session, alone)) : sentence("your guess");
  const boards = alone.over && session.several ? endedBoards(session, alone, shown.boards) : shown.boards;
  const stage = session.over || alone.over ? "over" : "guess";
  const result = alone.over && !session.over && played ? sentence("not this time") : shown.result;
  return { ...shown, stage, title, boards, result, moves: movesOf(session, alone) };
}

// --- a text to share ------------------------------------------------------------------------------

/**
 * The scores as squares, without a word; two boards beside each other.
 * @type {(game: Game, record: Finish & { alone: Alone }) => string}
 */
export function squares(game, { turns, result, alone }) {
  const { rule, length } = game;
  const { secrets, daily: day, hard } = alone;
  const most = mostGuesses(game, boardsOf(alone));
  const made = readTurns(game, turns).slice(0, most);
  const ofBoard = (/** @type {string} */ word) => made.map(({ guess }) => game.code(guess, word));
  const boards = secrets.length > 1 ? secrets.map(ofBoard) : [made.map(({ code }) => code)];
  const columns = boards.map((codes) => codes.slice(0, codes.indexOf(rule.win) + 1 || codes.length));
  const signs = rule.tiles ? SQUARES : PEGS;
  const drawn = (/** @type {number | undefined} */ code) => {
    if (code === undefined) return "\u3000".repeat(length);
    return [...rule.marks(code, length)].map((mark) => signs[mark]).join("") || rule.texts[code];
  };
  const facts = { day, ...gameFacts(rule.called, boards.length), made: made.length, hard };
  const lines = [say(sentence("shared: a kept secret", { ...facts, won: result === "found" && turns.length <= most }))];
  for (let at = 0; at < columns.length; at += 2) {
    const pair = columns.slice(at, at + 2);
    if (at) lines.push("");
    const rows = Math.max(...pair.map((codes) => codes.length));
    for (const row of range(rows))
      lines.push(
        pair
          .map((codes) => drawn(codes[row]))
          .join(" ")
          .trimEnd(),
      );
  }
  return lines.join("\n");
}
