// The live games of this device: a worker thinks about them, and this browser keeps them, an item for each game and one
// for the record of each that is over.
import { allFinished, home, tally } from "./lists.js";
import { dayOf } from "./numbers.js";
import { keep, namesOf, parsed, store, stored, textOf } from "./shelf.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Catalogue } from "./sentences.js" */
/** @import { Answer, Data, Finish, Found, Going, Listener, Over, Source, DeviceStore, Tally, View } from "./types.js" */
/** @typedef {{ state: DeviceStore | null, answer: Answer }} Answered */
/** @typedef {Map<string, string | null>} Items the texts of items, by their names */
/** @typedef {() => Worker} Make */
/** @typedef {{ core: Uint8Array<ArrayBuffer>, sentences: Catalogue, moves: MoveKind[] }} Parts */

const TRIES = 9; // when another page saves at the same time
const CRASHED = "This page has met a mistake of its own. Open it again: the game is saved.";
export const [GAME, RECORD] = ["jotto game ", "jotto record "];
const PRACTICE = "jotto practice ";

// --- threads --------------------------------------------------------------------------------------

let asked = 0; // questions to all threads

// A thread that answers about one game; what it did not answer before it ended is never answered.
class Thread {
  /** @param {Make} make @param {Data} game @param {Parts} parts */
  constructor(make, game, parts) {
    /** @type {Map<number, (done: Answered) => void>} */
    this.waiting = new Map();
    this.worker = make();
    this.worker.onmessage = ({ data }) => this.settle(data.id, data);
    this.worker.onerror = ({ message: reason }) => {
      for (const id of this.waiting.keys()) this.settle(id, { state: null, answer: { error: CRASHED, reason } });
    };
    this.worker.postMessage({ game, ...parts });
  }

  /** @type {(id: number, data: Answered) => void} */
  settle(id, data) {
    const done = this.waiting.get(id);
    this.waiting.delete(id);
    if (done) done(data);
  }

  /** @type {(path: string, state: DeviceStore, move?: Record<string, any>) => Promise<Answered>} */
  ask(path, state, move) {
    const id = ++asked;
    this.worker.postMessage({ id, path, move, state });
    return new Promise((done) => this.waiting.set(id, done));
  }
}

// --- what is kept ---------------------------------------------------------------------------------

/**
 * The items that a path is about: those of a game, those of the words of today, or none.
 * @type {(path: string) => Items}
 */
function itemsOf(path) {
  const [, place, name] = path.split(/[/?]/);
  const items = place === "game" ? [GAME + name, RECORD + name] : place === "alone" ? ofToday() : [];
  return new Map(items.map((item) => [item, textOf(item)]));
}

/**
 * The items of the words of today.
 * @type {() => string[]}
 */
const ofToday = () =>
  [...namesOf(GAME), ...namesOf(RECORD)].filter((item) => stored(item).alone?.daily === dayOf(new Date()));

/** @type {(items: Items) => DeviceStore} */
function stateOf(items) {
  /** @type {DeviceStore} */
  const state = { games: {}, finished: [] };
  for (const [item, text] of items) {
    const value = parsed(text); // what is damaged is no game
    if (value && item.startsWith(GAME)) state.games[item.slice(GAME.length)] = value;
    else if (value) state.finished.push(value);
  }
  return state;
}

/**
 * Keep a state that was made from these items, unless another page has changed one of them since.
 * @type {(items: Items, state: DeviceStore) => boolean}
 */
function write(items, { games, finished }) {
  if ([...items].some(([item, text]) => textOf(item) !== text)) return false;
  const texts = new Map(Object.entries(games).map(([name, game]) => [GAME + name, JSON.stringify(game)]));
  for (const record of finished) texts.set(RECORD + record.name, JSON.stringify(record));
  for (const item of new Set([...items.keys(), ...texts.keys()])) keep(item, texts.get(item));
  return true;
}

/**
 * Earlier pages kept all games of a list in one item: each gets its own, once.
 * @type {(key: string) => void}
 */
function split(key) {
  const { state } = stored(`jotto ${key}`);
  if (state) write(new Map(), state);
  store(`jotto ${key}`, null);
}

/** @type {<T>(kind: string, key: string) => [name: string, value: T & Record<string, any>][]} */
const itemsWith = (kind, key) =>
  namesOf(kind)
    .map((item) => /** @type {[string, any]} */ ([item.slice(kind.length), stored(item)]))
    .filter(([, value]) => value.key && (!key || value.key === key) && (kind === GAME || Array.isArray(value.turns)));

/**
 * The games that go on, of a list and rule, or of all.
 * @type {(key?: string) => Going[]}
 */
export const going = (key = "") =>
  itemsWith(GAME, key)
    .filter(([name, { transcript, attempt }]) => (attempt || transcript)?.length && !textOf(RECORD + name))
    .map(([name, { changed, title }]) => ({ path: `/game/${name}`, time: changed, title }));

/** @type {(key?: string) => Over[]} */
export const over = (key = "") =>
  itemsWith(RECORD, key).map(([name, { date, turns, secret, word = secret || "", result, several, alone }]) => {
    return { name, time: date, word, made: turns.length, result, several, daily: alone?.daily };
  });

/**
 * What the page that begins a game shows besides the form: the words of today that are begun or over, and the tally.
 * @type {(key?: string) => Pick<Answer, "today" | "tally">}
 */
export function ofAlone(key = "") {
  const names = new Set(ofToday().map((item) => item.replace(GAME, "").replace(RECORD, "")));
  const over_ = allFinished(over(key).filter(({ name }) => names.has(name))).games;
  const begun = going(key).filter(({ path }) => names.has(path.split("/")[2]));
  const finished = over_.map(({ name, title }) => ({ path: `/game/${name}/report`, title }));
  return { today: [...home(begun).games, ...finished], tally: tally(over(key)) };
}

// --- the source of the page -----------------------------------------------------------------------

/** The games of one list and rule, as a source of the page. */
export class Device {
  /** @param {Data} game @param {Make} make @param {Parts} parts @param {string} [table] where a server has it */
  constructor(game, make, parts, table) {
    this.game = game;
    this.table = table;
    split(game.key);
    this.begin = () => new Thread(make, game, parts);
    this.main = this.begin();
    /** @type {Thread | null} */
    this.thinker = null; // looks ahead, and is ended when the position changes
    /** @type {{ path: string, listener: Listener } | null} */
    this.shown = null;
    window.addEventListener("storage", ({ key }) => {
      if (this.shown && itemsOf(this.shown.path).has(key || "")) this.shown.listener.changed();
    });
  }

  /** @type {Source["ask"]} */
  async ask(path, move, ahead) {
    const { key, title } = this.game;
    if (path.startsWith("/home")) return { ...home(going(key)), alone: true };
    if (path === "/games") return { ...allFinished(over(key)), alone: true };
    if (path === "/new" && !move) return { tables: [["", title]] };
    if (path === "/practice") return this.#practise(move);
    if (path === "/alone" && !move) return { tables: [["", title]], ...ofAlone(key) };
    for (let tries = 0; tries < TRIES; tries++) {
      const items = itemsOf(path);
      const { state, answer } = await this.main.ask(path, { ...stateOf(items), ahead }, move);
      for (const item of state && this.table ? [...Object.values(state.games), ...state.finished] : [])
        item.table ||= this.table;
      const damaged = !move && answer.error && [...items.values()].some(Boolean); // it can be deleted
      if (state && !write(items, state)) continue;
      if (path.endsWith("/end") && !answer.error) answer.tally = this.#tally(path);
      return damaged ? { ...answer, damaged } : answer;
    }
    return { error: "Another page is saving all the time. Close it." };
  }

  /** @type {(move?: Record<string, any>) => Promise<Answer>} */
  async #practise(move) {
    const item = PRACTICE + this.game.key;
    const finished = itemsWith(RECORD, this.game.key).map(([, record]) => /** @type {Finish} */ (record));
    const deck = parsed(textOf(item)); // what is damaged is no deck
    const { state, answer } = await this.main.ask("/practice", { games: {}, finished, deck }, move);
    if (state && move) store(item, state.deck);
    return answer;
  }

  /**
   * How all games went whose secrets the page kept, if this was one.
   * @type {(path: string) => Tally | null}
   */
  #tally = (path) => (stored(RECORD + path.split("/")[2]).alone ? tally(over()) : null);

  /** @type {(path: string, view: View, listener: Listener) => { close(): void }} */
  follow(path, view, listener) {
    const shown = { path, listener };
    this.shown = shown;
    if (view.guess) {
      this.thinker ||= this.begin();
      const { thinker } = this;
      /** @type {(what: string, ahead?: Found | null) => Promise<void>} */
      const think = async (what, ahead) => {
        const { answer } = await thinker.ask(`${path}/${what}`, { ...stateOf(itemsOf(path)), ahead });
        if (this.shown !== shown || answer.error) return;
        listener.ahead(answer);
        if (what === "ahead") think("doubt", answer.found);
      };
      think("ahead");
    }
    return { close: () => this.close() };
  }

  close() {
    this.shown = null;
    if (!this.thinker?.waiting.size) return;
    this.thinker.worker.terminate();
    this.thinker = null;
  }
}
