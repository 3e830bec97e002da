// The live games of this device: a worker thinks about them, and this browser keeps them, an item for each game and one
// for the record of each that is over.
import { TILES, rulesOf } from "./first.js";
import { MADE, calledIn, made, offered } from "./house.js";
import { allFinished, home, tallies, tally } from "./lists.js";
import { dayOf } from "./numbers.js";
import { usualOf } from "./match.js";
import { keep, namesOf, parsed, store, stored, textOf } from "./shelf.js";
import { Wrong } from "./text.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Catalogue } from "./sentences.js" */
/** @import { Answer, Data, Finish, Found, Going, Listener, Offers, Over, Source, DeviceStore, Tally, View } from "./types.js" */
/** @typedef {{ state: DeviceStore | null, answer: Answer }} Answered */
/** @typedef {Map<string, string | null>} Items the texts of items, by their names */
/** @typedef {() => Worker} Make */
/** @typedef {{ core: Uint8Array<ArrayBuffer>, sentences: Catalogue, moves: MoveKind[] }} Parts */

const TRIES = 9; // when another page saves at the same time
const CRASHED = "Something went wrong on this page. Your game is saved: reload the page to continue.";
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
    .filter(([, value]) => ofKey(value.key, key) && (kind === GAME || Array.isArray(value.turns)));
/** @type {(key: string | undefined, wanted: string) => boolean} */
const ofKey = (key, wanted) => Boolean(key && (!wanted || key === wanted || (wanted === MADE && key.startsWith(MADE))));

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
  itemsWith(RECORD, key).map(([name, { date, turns, secret, word = secret || "", result, several, alone, called }]) => {
    return { name, time: date, word, made: turns.length, result, several, daily: alone?.daily, called };
  });

/**
 * The words of today that are over, by the names of their games: the guesses, 0 of one that was not found.
 * @type {() => Record<string, number>}
 */
export const playedToday = () =>
  Object.fromEntries(
    ofToday()
      .map(stored)
      .flatMap(({ called, turns, result }) =>
        called && result ? [[called, result === "found" ? turns.length : 0]] : [],
      ),
  );

/**
 * What the page that begins a game shows besides the form: the words of today that are begun or over, and the tallies.
 * @type {(keys?: string[]) => Pick<Answer, "today" | "tallies">}
 */
export function ofAlone(keys = [""]) {
  const names = new Set(ofToday().map((item) => item.replace(GAME, "").replace(RECORD, "")));
  const all = keys.flatMap(over);
  const over_ = allFinished(all.filter(({ name }) => names.has(name))).games;
  const begun = keys.flatMap(going).filter(({ path }) => names.has(path.split("/")[2]));
  const finished = over_.map(({ name, title }) => ({ path: `/game/${name}/report`, title }));
  return { today: [...home(begun).games, ...finished], tallies: tallies(all) };
}

/**
 * The games at a table that were begun, and in which nothing was entered.
 * @type {(key: string, of?: string) => string[]}
 */
const emptyGames = (key, of) =>
  itemsWith(GAME, key)
    .filter(([, { table }]) => table === of)
    .filter(([, { transcript, attempt, alone, hints }]) => !(transcript?.length || attempt || alone || hints))
    .map(([name]) => name);

// --- the source of the page -----------------------------------------------------------------------

/** The games of one list and rule. */
export class Device {
  /** @param {Data} game @param {Make} make @param {Parts} parts @param {string} [table] where a server has it */
  constructor(game, make, parts, table) {
    this.game = game;
    this.table = table;
    split(game.key);
    this.begin = () => new Thread(make, game, parts);
    /** @type {Thread | null} */
    this.answers = null; // begun when the first question is asked
    /** @type {Thread | null} */
    this.thinker = null; // looks ahead, and is ended when the position changes
    /** @type {{ path: string, listener: Listener } | null} */
    this.shown = null;
    window.addEventListener("storage", ({ key }) => {
      if (this.shown && itemsOf(this.shown.path).has(key || "")) this.shown.listener.changed();
    });
  }

  get main() {
    this.answers ||= this.begin();
    return this.answers;
  }

  /** @type {Source["ask"]} */
  async ask(path, move, ahead) {
    if (path.startsWith("/practice")) return this.#practise(path, move);
    const [untouched] = path === "/new" && move?.tile ? emptyGames(this.game.key, this.table) : [];
    if (untouched) return { go: `/game/${untouched}` };
    for (let tries = 0; tries < TRIES; tries++) {
      const items = itemsOf(path);
      const { state, answer } = await this.main.ask(path, { ...stateOf(items), ahead }, move);
      for (const item of state && this.table ? [...Object.values(state.games), ...state.finished] : [])
        item.table ||= this.table;
      const damaged = !move && answer.error && [...items.values()].some(Boolean); // it can be deleted
      if (state && !write(items, state)) continue;
      if (/\/(end|share)$/.test(path) && !answer.error) answer.tally = this.#tally(path);
      return damaged ? { ...answer, damaged } : answer;
    }
    return { error: "The game is open in another tab that keeps saving it. Close that tab." };
  }

  /** @type {(path: string, move?: Record<string, any>) => Promise<Answer>} */
  async #practise(path, move) {
    const item = PRACTICE + this.game.key;
    const finished = itemsWith(RECORD, this.game.key).map(([, record]) => /** @type {Finish} */ (record));
    const deck = parsed(textOf(item)); // what is damaged is no deck
    const { state, answer } = await this.main.ask(path, { games: {}, finished, deck }, move);
    if (state && move) store(item, state.deck);
    return answer;
  }

  /**
   * How all such games went whose secrets the page kept, if this was one.
   * @type {(path: string) => Tally | null}
   */
  #tally = (path) => {
    const { alone, called = "" } = stored(RECORD + path.split("/")[2]);
    return alone ? tally(over().filter((game) => (game.called || "") === called)) : null;
  };

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

/** @type {(game: Data) => string} */
const kindOf = ({ boards, rule }) => {
  if (boards > 1) return "quordle";
  if (!rule.ofWords) return rule.tiles ? "wordle" : "mastermind";
  return rule.tiles ? "wordle" : "jotto";
};

/** @type {(kind: string) => string} */
const aboutOf = (kind) => TILES.find(({ id }) => id === kind)?.about || "";

/** The games of a file, as a source of the page: each of one list and rule, and those that are made of them. */
export class Devices {
  /** @param {Data[]} games @param {Make} make @param {Parts} parts @param {Offers} offers */
  constructor(games, make, parts, offers) {
    this.offers = offers;
    this.begin = (/** @type {Data} */ game, /** @type {string} */ table) => new Device(game, make, parts, table);
    /** @type {Map<string, Device>} */
    this.devices = new Map();
    for (const game of games) {
      const kind = kindOf(game);
      this.devices.set(this.devices.has(kind) ? `${kind}s` : kind, new Device(game, make, parts));
    }
    this.tiles = [...this.devices].map(([id, { game }]) => {
      return { id, kind: kindOf(game), name: game.name || "", about: game.about || aboutOf(kindOf(game)) };
    });
    /** @type {Map<string, Device>} */
    this.made = new Map(); // by what was chosen
  }

  /** @type {Source["ask"]} */
  async ask(path, move, ahead) {
    const [, place, name] = path.split(/[/?]/);
    const { offers, tiles } = this;
    const keys = [...[...this.devices.values()].map(({ game }) => game.key), MADE];
    if (place === "home") return { ...home(keys.flatMap(going)), played: playedToday(), alone: true, tiles, offers };
    if (place === "games") return { ...allFinished(keys.flatMap(over)), alone: true };
    if (place === "alone" && !move) return { offers, ...ofAlone(keys) };
    if (place === "new" && !move) return { offers };
    if (place === "lists") return {};
    try {
      const form = move?.tile && { ...rulesOf(place, move.tile), ...this.#meant(move.tile) };
      const device = this.#deviceFor(place, name, form || move);
      return device.ask(path, form ? { ...form, ...move } : move, ahead);
    } catch (error) {
      if (error instanceof Wrong) return { error: error.message, damaged: place === "game" };
      throw error;
    }
  }

  /**
   * What a tile means: the fields of its game.
   * @type {(tile: string) => Record<string, any>}
   */
  #meant(tile) {
    const { of, rule, boards } = this.devices.get(tile)?.game || {};
    if (of) return { game: of, rule: rule?.name, boards: String(boards) };
    const named = calledIn(this.offers, tile);
    if (!named) throw new Wrong("There is no such game.");
    return { game: named.game, rule: named.rule, boards: named.boards };
  }

  /** @type {(place: string, name: string, form?: Record<string, any>) => Device} */
  #deviceFor(place, name, form) {
    if (place === "new" || place === "alone")
      return this.#deviceOf({ ...form, ...(place === "alone" && { boards: "1" }) });
    if (place === "practice" && this.devices.has(name))
      return this.#deviceOf({ ...rulesOf("practice", name), ...this.#meant(name), boards: "1" });
    const [first] = this.devices.values();
    const played = name?.replace(/^(of|in)=/, "");
    const { key, table } = { ...stored(RECORD + played), ...stored(GAME + played) };
    if (table) return this.#deviceOf(Object.fromEntries(new URLSearchParams(table)));
    return [...this.devices.values()].find(({ game }) => game.key === key) || first;
  }

  /** @type {(form: Record<string, any>) => Device} */
  #deviceOf(form) {
    const [shipped, ...others] = [...this.devices.values()];
    const all = [shipped, ...others];
    if (!form.game) return shipped;
    const [{ game, rule, boards }, chosen] = offered(this.offers, form);
    const same = (/** @type {Device} */ { game: of }) =>
      of.of === game && of.boards === Number(boards) && (game !== "words" || of.rule.name === rule);
    const usual = chosen.length ? null : all.find(same);
    if (usual) return usual;
    const table = String(
      new URLSearchParams(Object.fromEntries([...Object.entries({ game, rule, boards }), ...chosen])),
    );
    const base =
      all.find(({ game: of }) => of.of === game && of.rule.name === rule) ||
      all.find((device) => device.game.of === game) ||
      all.find((device) => !device.game.rule.ofWords) ||
      shipped;
    const device =
      this.made.get(table) || this.begin(made(base.game, { ...usualOf(this.offers), ...form }, this.offers), table);
    this.made.set(table, device);
    return device;
  }

  /** @type {Source["follow"]} */
  follow(path, view, listener) {
    return this.#deviceFor("game", path.split("/")[2]).follow(path, view, listener) || null;
  }
}
