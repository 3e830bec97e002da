// The live games of the assistant: what is answered about them, and what a move makes of one.
//
// `state` is plain JSON that the page keeps: { games: { NAME: { transcript, attempt, hints, changed } },
// finished: [record ..] }, as far as the path is about it. `ask(state, path, move)` returns the state after it and the answer.
import { practise } from "./deck.js";
import { load } from "./game.js";
import { mistaken } from "./hindsight.js";
import {
  Unsure,
  asked,
  begun,
  boardsOf,
  formOf,
  guessed,
  lastGuess,
  mostGuesses,
  movesOf,
  secretsOf,
  seen,
  squares,
  unlisted,
  within,
} from "./keeper.js";
import { count } from "./numbers.js";
import { reportOf, summed } from "./reviews.js";
import { solve } from "./search.js";
import { sentence } from "./sentences.js";
import { Session, makeMove, kitOf, numberOf, showTurn } from "./session.js";
import { Wrong, last, longest } from "./text.js";
import { pane, messagesAfter, view } from "./view.js";

/** @import { Ahead, Alone, Answer, Data, Entry, Finish, Kit, Lookahead, Move, Saved, DeviceStore } from "./types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @typedef {{ state: DeviceStore, answer: Answer }} Answered */

export const PROGRAM = "Matches are made by the program jotto; this page has games at a table.";
const SEEN = sentence("changed meanwhile");
const GONE = "This game no longer exists, or it is not yours.";
const NAMED = 5; // words in the title of a game
/** @type {Record<string, string>} */
const ENDS = { "true undefined": "found", "true true": "drawn", "true false": "won", "false true": "lost" };

/** @type {Kit} */
let kit;

/**
 * Read the data that jotto/assistant/page_file.py writes; what follows is about that game.
 * @type {(data: Data) => Kit}
 */
export function open(data) {
  kit = kitOf(load(data), data);
  return kit;
}

/** @type {DeviceStore} */
export const NOTHING = { games: {}, finished: [] };

// --- the games ------------------------------------------------------------------------------------

/**
 * The session of a kept game; what is damaged, or belongs to another file's list, is not shown.
 * @type {(state: DeviceStore, name: string) => Session}
 */
function sessionOf(state, name) {
  const { key, transcript, attempt, hints, alone } = Object.hasOwn(state.games, name) ? state.games[name] : {};
  if (key !== kit.game.key) throw new Wrong(GONE);
  try {
    if (alone) return kept(alone, transcript, hints);
    const ahead = state.ahead?.at === versionOf(state.games[name]) ? state.ahead : null;
    const session = new Session(kit, transcript, { hints, ahead });
    if (!session.won && !session.over) session.guess.at(0); // so that it is read whole
    return attempt ? session.with({ attempt: new Session(kit, attempt) }) : session;
  } catch {
    throw new Wrong("the saved game is damaged");
  }
}

/**
 * A game whose secret the page keeps.
 * @type {(alone: Alone, transcript?: Entry[], hints?: number) => Session}
 */
function kept(alone, transcript = [], hints = 0) {
  const session = new Session({ ...kit, boards: boardsOf(alone) }, transcript, { hints });
  return session.state && session;
}

/**
 * A session as it is saved; its version is that of `before` if nothing has changed.
 * @type {(session: Session, now: number, before?: Saved) => Saved}
 */
function keptOf({ transcript, attempt, hints }, now, before) {
  const entries = { transcript, attempt: attempt ? attempt.transcript : null };
  const title = titleOf({ ...entries, alone: before?.alone });
  const saved = { ...before, lost: undefined, key: kit.game.key, ...entries, hints, title };
  if (before && JSON.stringify(saved) === JSON.stringify(before)) return before;
  return { ...saved, changed: now, version: versionOf(before) + 1 };
}
/** @type {(saved?: Saved) => number} */
const versionOf = (saved) => saved?.version || 0;

/** @type {(state: DeviceStore, name: string, game: Saved | null) => DeviceStore} */
function withGame(state, name, game) {
  const { [name]: _, ...rest } = state.games;
  return { ...state, games: game ? { ...rest, [name]: game } : rest };
}

/** @type {(game: Pick<Saved, "transcript" | "attempt">) => Entry[]} */
const entriesOf = ({ transcript, attempt }) => attempt || transcript || []; // taken or tried

/**
 * The guesses of a transcript as they are after corrections.
 * @type {(entries: Entry[]) => string[]}
 */
function guessesOf(entries) {
  let words = [];
  for (const [step, ...values] of entries) {
    if (step === "score") words.push(values[0]);
    else if (["turns", "unlisted", "anything"].includes(step)) words = values.map(([word]) => word);
    else if (step === "boards") words = longest(values).filter((_, at) => at % 2 === 0);
  }
  return words;
}

/**
 * What a person knows a game by, beside its time.
 * @type {(game: Pick<Saved, "transcript" | "attempt" | "alone">) => string}
 */
export function titleOf(game) {
  let words = guessesOf(entriesOf(game));
  const many = game.alone ? boardsOf(game.alone) : kit.boards;
  if (many > 1) words = [...new Set(words)]; // each has a score for each board, perhaps one after another
  const boards = many > 1 && !(kit.game.name && many === kit.boards) ? `${many} boards, ` : "";
  const named = words.length ? `, ${kit.game.shown(words.slice(-NAMED).join(" "))}` : "";
  const kept = kit.game.rule.ofWords ? "word" : "code";
  const called = kit.game.name ? `${kit.game.name}, ` : "";
  const whose = game.alone ? (game.alone.daily ? `today's ${kept}, ` : `my ${kept}, `) : "";
  return `${called}${whose}${boards}${words.length ? count(words.length, "guess") : "no guess yet"}${named}`;
}

// --- one game -------------------------------------------------------------------------------------

/** @type {(session: Session, at: number, ...messages: Sentence[]) => Answer} */
const shown = (session, at, ...messages) => ({ view: view(session, { at, doubts: false }), said: messages });

/** @type {(name: string, session: Session, secret: string | null, now: number, alone?: Alone) => Finish} */
function recordOf(name, session, secret, now, alone) {
  const { state, race, game } = session;
  const [mine, theirs] = [state.mine, state.theirs].map((turns) => turns.map((turn) => showTurn(game, turn)));
  const isLate = alone && mine.length > mostGuesses(game, boardsOf(alone)); // found after Wordle had ended
  const record = {
    key: game.key,
    name,
    date: now,
    turns: mine,
    secret: session.won ? state.boards.map((turns) => last(turns).guess).join("+") : secret,
    called: game.name,
    result: (!isLate && ENDS[`${session.won} ${race ? race.lost : undefined}`]) || "given up",
    theirs,
    own: race ? race.secret : null,
    refused: state.refused,
    mistaken: [mistaken(session.states.map((each) => each.mine)), mistaken(session.states.map((each) => each.theirs))],
    ...(session.several ? { several: true } : {}),
    ...(alone ? { alone } : {}),
  };
  return { ...record, word: record.secret ? game.shown(record.secret) : "" };
}

/**
 * A game is among those that are finished as soon as it ends, and not any more if its end is taken back; without a
 * guess it is none.
 * @type {(state: DeviceStore, name: string, session: Session, secret: string | null, now: number, alone?: Alone) =>
 *   DeviceStore}
 */
function ended(state, name, session, secret, now, alone) {
  const rest = state.finished.filter((record) => record.name !== name);
  const isOver = (session.over && !session.attempt) || (alone?.over && session.state.mine.length);
  const over = isOver ? [recordOf(name, session, secret, now, alone)] : [];
  return { ...state, finished: [...rest, ...over] };
}

/**
 * A word that was typed, and is in no list, may have a slip in it: it counts only if the player is sure.
 * @type {(session: Session, move: Move) => void}
 */
function askIfUnlisted(session, { do: name = "", word = "", sure }) {
  const { game, gameNow } = session;
  if (!word.trim() || sure === word || !["guess", "they", "edit"].includes(name) || !game.rule.ofWords) return;
  const read = session.read(word);
  const key = name === "guess" ? "sure: unlisted" : "sure: was guessed";
  if (gameNow.find(read) < 0) throw unlisted(game, key, read);
}

/**
 * Make a move of a game; another page may have changed it since `at`.
 * @type {(state: DeviceStore, name: string, move: Move, now: number) => Answered}
 */
function change(state, name, move, now) {
  const [session, saved] = [sessionOf(state, name), state.games[name]];
  const at = versionOf(saved);
  if (saved.alone) return changeKept(state, name, session, saved.alone, move, now);
  if (numberOf(move, "at") !== at) return { state, answer: shown(session, at, SEEN) };
  if (move.do === "delete") return { state: withGame(state, name, null), answer: { go: "/" } };
  if (move.do === "finish") {
    if (!session.over || session.attempt) throw new Wrong("the game is not over");
    const typed = String(move.word || "");
    const secret = typed.trim() ? session.revealed(typed, move.sure === typed) : null;
    return { state: withGame(ended(state, name, session, secret, now), name, null), answer: { go: "/games" } };
  }
  askIfUnlisted(session, move);
  const changed = makeMove(session, move);
  const messages = messagesAfter(session, changed, move);
  const stored = keptOf(changed, now, saved);
  const answer = shown(changed, versionOf(stored), ...messages);
  return { state: withGame(ended(state, name, changed, null, now), name, stored), answer };
}

// --- a game whose secret the page keeps -----------------------------------------------------------

/** @type {(session: Session, alone: Alone, at: number, ...messages: Sentence[]) => Answer} */
const shownKept = (session, alone, at, ...messages) => ({ view: seen(session, alone, at), said: messages });

/**
 * Begin a game, or return to that of the day.
 * @type {(state: DeviceStore, form: Record<string, any>, now: number) => Answered}
 */
function beginKept(state, form, now) {
  const alone = begun(kit, form, now);
  const same = (/** @type {Saved | Finish} */ game) =>
    alone.daily && game.alone?.daily === alone.daily && game.key === kit.game.key;
  const [before] = Object.entries(state.games).find(([, game]) => same(game)) || [];
  const over = state.finished.find(same);
  if (before) return { state, answer: { go: `/game/${before}` } };
  if (over) return { state, answer: { go: `/game/${over.name}/report` } };
  const name = newName();
  const game = { ...keptOf(kept(alone), now), alone };
  return { state: withGame(state, name, { ...game, title: titleOf(game) }), answer: { go: `/game/${name}` } };
}

/** @type {(state: DeviceStore, name: string, session: Session, alone: Alone, move: Move, now: number) => Answered} */
function changeKept(state, name, session, alone, move, now) {
  const [saved, over] = [state.games[name], session.over || alone.over];
  const at = versionOf(saved);
  if (numberOf(move, "at") !== at) return { state, answer: shownKept(session, alone, at, SEEN) };
  if (move.do === "again") return beginKept(withGame(state, name, null), formOf(alone), now);
  if (move.do === "finish" || move.do === "delete")
    return { state: withGame(state, name, null), answer: { go: over ? "/games" : "/" } };
  if (!movesOf(session, alone).includes(String(move.do))) throw new Wrong("This cannot be done now.");
  const after = { ...alone, over: move.do === "give up" };
  const hinted = move.do === "hint" ? session.with({ hints: session.hints + 1 }) : session;
  const changed = move.do === "guess" ? guessed(session, alone, move) : hinted;
  const messages = move.do === "hint" ? messagesAfter(within(session, alone), changed, move) : [];
  const stored = keptOf(changed, now, { ...saved, alone: after });
  const secrets = secretsOf(changed, alone);
  const record = ended(state, name, changed, secrets.join("+") || null, now, { ...after, secrets });
  const limit = move.do === "guess" ? lastGuess(changed, alone) : null;
  return {
    state: withGame(record, name, stored),
    answer: { ...shownKept(changed, after, versionOf(stored), ...messages), ...(limit && { limit }) },
  };
}

/**
 * The view with what takes longer: what looking ahead finds, and then the doubt about the word, too.
 * @type {(session: Session, at: number, doubts: boolean) => Ahead}
 */
function ahead(session, at, doubts) {
  if (!session.isAsked || session.several) return {};
  const found = doubts ? session.ahead : lookedAhead(session);
  return { view: view(session.with({ ahead: found }), { at, doubts }), found: found && { ...found, at } };
}

/**
 * The tree that the guess comes from, where `jotto play` looks ahead, too: see thinker.py.
 * @type {(session: Session) => Lookahead | null}
 */
function lookedAhead({ game, gameNow, left, avoid }) {
  const found = kit.ahead && !game.noise ? solve(gameNow, left, kit) : null;
  return found && !avoid.includes(found.guess) ? found : null;
}

// --- a game that is over --------------------------------------------------------------------------

/** @type {(state: DeviceStore, name: string, what: string) => Answer} */
function endOf(state, name, what) {
  const finished = state.finished.find((finish) => finish.name === name && finish.key === kit.game.key);
  const { alone, several = kit.boards > 1 } = finished || {};
  const text = finished && alone ? squares(kit.game, { ...finished, alone }) : "";
  if (finished && text && what !== "report") {
    const summary = several || what === "share" ? { said: [], sums: [], points: [] } : summed(kit, finished);
    return { ...summary, text, daily: alone?.daily };
  }
  if (several) throw new Wrong("a game of several boards is in the history, but not judged guess by guess");
  const record = finished || recordOf(name, overOf(state, name), null, 0);
  if (what === "report") return { ...reportOf(kit, record), ...(text && { text }), back: backOf(state, name) };
  return summed(kit, record);
}

/**
 * Where a report leads back: to its game, its match, such as ABCDEF of ABCDEF-0, or the finished games.
 * @type {(state: DeviceStore, name: string) => string}
 */
const backOf = ({ games }, name) =>
  games[name] ? `/game/${name}` : /^[A-Z2-9]{6}-[01]$/.test(name) ? `/match/${name.slice(0, -2)}` : "/games";

/** @type {(state: DeviceStore, name: string) => Session} */
function overOf(state, name) {
  const session = sessionOf(state, name);
  if (!session.over) throw new Wrong(GONE);
  return session;
}

// --- what is asked --------------------------------------------------------------------------------

/** @type {() => string} */
function newName() {
  const random = crypto.getRandomValues(new Uint8Array(12));
  return `${Date.now().toString(36)}-${[...random].map((byte) => byte.toString(36).padStart(2, "0")).join("")}`;
}

/** @type {(state: DeviceStore, path: string, move: Move | null, now: number) => Answered} */
function answered(state, path, move, now) {
  const [address, query = ""] = path.split("?");
  const [, place, name, what] = address.split("/");
  const same = (/** @type {Answer} */ answer) => ({ state, answer });
  if (place === "new") {
    const called = newName();
    return { state: withGame(state, called, keptOf(new Session(kit), now)), answer: { go: `/game/${called}` } };
  }
  if (place === "practice") {
    const of = new URLSearchParams(query).get("of") || "";
    const { deck, answer } = practise(kit, state.deck || null, state.finished, move, now, of);
    const on = of ? `${address}?in=${of}` : path; // the deck of the same list and rule
    return { state: { ...state, deck }, answer: answer.go ? { go: on } : answer };
  }
  if (place === "alone") return beginKept(state, move || {}, now);
  if (place === "match") return same({ error: PROGRAM });
  if (place !== "game") return same({ error: GONE });
  if (["share", "end", "report"].includes(what)) return same(endOf(state, name, what));
  if (move?.do === "delete" && !move.at) return { state: withGame(state, name, null), answer: { go: "/" } };
  if (move) return change(state, name, move, now);
  const [session, at] = [sessionOf(state, name), versionOf(state.games[name])];
  const { alone } = state.games[name];
  if (alone) return same(shownKept(session, alone, at, ...(session.transcript.length ? [] : asked(session, alone))));
  if (["ahead", "doubt"].includes(what)) return same(ahead(session, at, what === "doubt"));
  if (!what) return same(shown(session, at, ...(state.games[name].lost ? [SEEN] : [])));
  if (!session.isAsked) throw new Wrong("there is nothing to show now: your guess does not come next");
  return same(pane(session, what, new URLSearchParams(query).get("about") || ""));
}

/**
 * Answer as the server does at /data; an answer with `error` has changed nothing.
 * @type {(state: DeviceStore, path: string, move?: Move | null, now?: number) => Answered}
 */
export function ask(state, path, move = null, now = Date.now()) {
  try {
    return answered(state, path, move, now);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return {
      state,
      answer: { error: error.message, ...(error instanceof Unsure ? { sure: true, meant: error.meant } : {}) },
    };
  }
}
