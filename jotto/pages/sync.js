// The games of a device that has a server: they are played here, and what has changed is sent there as soon as it can
// be reached; what another device has made of a game is taken from there.
import { Device, GAME, RECORD, going, ofAlone, over, playedToday } from "./device.js";
import { rulesOf } from "./first.js";
import { MADE, calledIn, made, ownName } from "./house.js";
import { allFinished, home } from "./lists.js";
import { usualOf } from "./match.js";
import { sentence } from "./sentences.js";
import { namesOf, store, stored, textOf } from "./shelf.js";
import { Away, Wrong } from "./text.js";

/** @import { Answer, Data, Entry, Finish, Found, Going, League, Listener, Offers, Source, View } from "./types.js" */
/** @import { Parts } from "./device.js" */
/** @typedef {{ version: number, transcript: Entry[], tried: Entry[], hints: number, title: string }} Sent a game there */
/** @typedef {Partial<Sent> & { record?: Finish, error?: string }} Taken */

const AGAIN = 5000; // milliseconds until what was not sent is sent again
const PATIENCE = 2000; // milliseconds in which a list waits for what is sent
const TABLES = 12; // games whose data are kept, to begin and to play them without a connection
const LISTED = 31; // games that a server lists if not all are asked for
const NOT_HERE = "There is no connection, and this device has not played by these rules yet.";
const NO_RECORD = { name: "league", date: 0, secret: null, result: "", theirs: [], own: null, refused: [] };
const [GONE, SENT] = ["jotto gone ", "jotto sent "];

/** The live games of a device, of any list and rule, and the rest of a server, as a source of the page. */
export class Synced {
  /** @param {Source["ask"]} net @param {() => Promise<Parts>} parts */
  constructor(net, parts) {
    this.net = net;
    this.parts = parts;
    /** @type {Map<string, Device>} */
    this.devices = new Map(); // by what the server is asked for their data
    /** @type {Offers | undefined} */
    this.offers = undefined;
    this.sending = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    window.addEventListener("online", () => this.send());
  }

  /** @type {Source["ask"]} */
  async ask(path, move, ahead) {
    const [, place, name] = path.split(/[/?]/);
    if (place === "lists") return {}; // they are in this browser
    if (place === "game") return this.#askGame(name, path, move, ahead);
    if (move?.tile) return this.#tapped(path, move);
    if (place === "new" && move) return this.#begin(move, path, move);
    if (place === "alone") return this.#askAlone(path, move);
    if (place === "practice") {
      const asked = new URLSearchParams(path.split("?")[1]);
      const of = asked.get("of") || asked.get("in");
      const table = of ? await this.#playedAt(of) : name && (await this.#tableOf(name, rulesOf("practice", name)));
      const device = await this.#device(table || (await this.#last()));
      return "ask" in device ? device.ask(path, move) : device;
    }
    if (place === "league" && move) return this.#reviewed(await this.net(path, move));
    await Promise.race([this.send(), new Promise((done) => setTimeout(done, PATIENCE))]);
    try {
      const answer = await this.net(path, move);
      if (answer.offers) this.#learn(answer.offers);
      if (answer.going)
        return { ...home(this.#goingAt(answer.going, path)), played: playedToday(), offers: answer.offers };
      return answer.over ? allFinished([...over(), ...answer.over], answer.earlier) : answer;
    } catch (error) {
      if (!(error instanceof Away) || move) throw error;
      const { offers } = stored("offers");
      if (place === "home") return { ...home(going()), played: playedToday(), alone: true, offline: true, offers };
      if (place === "games") return { ...allFinished(over()), alone: true };
      if (place === "new" && offers) return { offers };
      throw error;
    }
  }

  /** What can be chosen is asked once, and known without a connection. @type {(offers: Offers) => void} */
  #learn(offers) {
    this.offers = offers;
    store("offers", { offers });
  }

  /** @type {() => Promise<Offers | undefined>} */
  async #offers() {
    const answer = this.offers ? null : await this.net("/new").catch(away);
    if (answer?.offers) this.#learn(answer.offers);
    return this.offers || stored("offers").offers;
  }

  /**
   * Begin a game of the first page, by the rules of last time.
   * @type {(path: string, move: Record<string, any>) => Promise<Answer>}
   */
  async #tapped(path, { tile, ...how }) {
    const rules = rulesOf(path.slice(1), tile);
    const table = await this.#tableOf(tile, rules);
    if (!table) return { error: this.offers ? "There is no such game." : NOT_HERE };
    const options = Object.fromEntries(new URLSearchParams(table));
    if (path === "/match") return this.net(path, { ...options, ...stored("match"), ...this.#meant(tile) });
    if (path === "/alone")
      return this.#askAlone(path, { ...options, ...rules, ...how, boards: this.#meant(tile).boards });
    return this.#begin({ table }, path, { tile });
  }

  /** The fields of the game of a tile. @type {(tile: string) => Record<string, string>} */
  #meant(tile) {
    const { game = "", rule = "", boards = "1" } = calledIn(this.offers, tile) || {};
    return { game, boards, ...(rule && { rule }) };
  }

  /**
   * What the server is asked for a game of the first page; nothing if there is none.
   * @type {(tile: string, rules?: Record<string, any>) => Promise<string>}
   */
  async #tableOf(tile, { level, boards, changes, hard, ...rules } = {}) {
    this.offers = await this.#offers();
    const meant = this.#meant(tile);
    if (!this.offers || !meant.game) return "";
    return tableFor(this.offers, { lies: "0", ...rules, ...meant });
  }

  /**
   * The page that begins a game whose secret this device keeps, or what it sends.
   * @type {(path: string, move?: Record<string, any>) => Promise<Answer>}
   */
  async #askAlone(path, move) {
    if (!move) return { ...(await this.ask("/new")), ...ofAlone() };
    const { level, boards, changes, hard, daily, ...options } = move;
    return this.#begin({ ...options, lies: "0", boards: "1" }, path, move);
  }

  /** @type {(options: Record<string, any>, path: string, form: Record<string, any>) => Promise<Answer>} */
  async #begin({ table, ...options }, path, form) {
    const offers = await this.#offers();
    const device = offers && (await this.#device(table || tableFor(offers, options)).catch(away));
    if (!device) return { error: NOT_HERE };
    if (!("ask" in device)) return device;
    const answer = await device.ask(path, form);
    this.send();
    return answer;
  }

  /** @type {(name: string, path: string, move?: Record<string, any>, ahead?: Found | null) => Promise<Answer>} */
  async #askGame(name, path, move, ahead) {
    if (move?.do === "delete") return this.#delete(name);
    if (!stored(GAME + name).key && !stored(RECORD + name).key) {
      const { error } = await this.#take(name);
      if (error) return { error };
    }
    const { table = `name=${name}` } = { ...stored(RECORD + name), ...stored(GAME + name) };
    const [device, before] = [await this.#device(table), stored(GAME + name)];
    if (!("ask" in device)) return { ...device, damaged: before.key };
    const answer = await device.ask(path, move, ahead);
    const { refused, version, why } = stored(GAME + name);
    if (answer.view && refused && refused === version) answer.said = [...answer.said, sentence("not sent", { why })];
    if (move && answer.go && mayBeThere(before, name)) store(GONE + name, before);
    if (move) this.send();
    return answer;
  }

  /**
   * The games that go on, on the server and here. What is here as the server had it, and is over there by now, is not
   * one of them; what is over here and goes on there is, and no finished game.
   * @type {(there: Going[], path: string) => Going[]}
   */
  #goingAt(there, path) {
    const paths = new Set(there.map((game) => game.path));
    const isThere = (/** @type {string} */ name) => stored(GAME + name).sent === (stored(GAME + name).version || 0);
    for (const item of namesOf(RECORD)) {
      const name = item.slice(RECORD.length);
      if (paths.has(`/game/${name}`) && isThere(name)) store(item, null);
    }
    const whole = path.includes("all") || there.length < LISTED;
    const here = going().filter((game) => !whole || paths.has(game.path) || !isThere(game.path.slice("/game/".length)));
    return [...there, ...here];
  }

  /**
   * Delete a game, here or on the server.
   * @type {(name: string) => Promise<Answer>}
   */
  async #delete(name) {
    const saved = stored(GAME + name);
    if (!saved.key) {
      const { version, transcript, tried, hints } = /** @type {Taken} */ (await this.net(`/saved/${name}`));
      const game = JSON.stringify({ transcript, tried, hints, over: false });
      if (version) await this.net(`/saved/${name}`, { version: String(version), game, gone: "yes" });
      return { go: "/" };
    }
    if (mayBeThere(saved, name)) store(GONE + name, saved);
    store(GAME + name, null);
    this.send();
    return { go: "/" };
  }

  /** @type {(path: string, view: View, listener: Listener) => { close(): void } | null} */
  follow(path, view, listener) {
    const name = path.split("/")[2];
    const { key, server } = stored(GAME + name);
    const newer = () => this.#take(name).then(({ version }) => version && listener.changed(), away);
    if (server) newer();
    const seen = () => document.visibilityState === "visible" && newer();
    document.addEventListener("visibilitychange", seen);
    const followed = [...this.devices.values()].find(({ game }) => game.key === key)?.follow(path, view, listener);
    return {
      close: () => {
        document.removeEventListener("visibilitychange", seen);
        if (followed) followed.close();
      },
    };
  }

  // --- the data of games --------------------------------------------------------------------------

  /** @type {() => Promise<Cache | null>} */
  #cache = async () => ("caches" in window ? caches.open("word lists").catch(() => null) : null); // it may be forbidden

  /**
   * All that a game needs, from the server or else as it was the last time.
   * @type {(table: string) => Promise<Data & { error?: string }>}
   */
  async #data(table) {
    const [address, cache] = [`/table?${table}`, await this.#cache()];
    try {
      const data = /** @type {Data & { error?: string }} */ (await this.net(address));
      if (!data.error) await cache?.put(address, new Response(JSON.stringify(data))).catch(() => null); // it is full
      const alike = (await cache?.keys())?.filter(({ url }) => url.includes("?name=") === table.startsWith("name="));
      for (const old of alike?.slice(0, -TABLES) || []) await cache?.delete(old);
      return data;
    } catch (error) {
      away(error);
      const old = await cache?.match(address);
      if (old) return old.json();
      throw error;
    }
  }

  /** @type {(table: string) => Promise<Device | { error: string }>} */
  async #device(table) {
    const open = this.devices.get(table);
    if (open) return open;
    const data = await this.#whole(table);
    if (data.error) return { error: data.error };
    const how = JSON.stringify(data.strategy);
    const same = [...this.devices.values()].find(
      ({ game }) => game.key === data.key && JSON.stringify(game.strategy) === how,
    );
    const make = () => new Worker("/static/worker.js", { type: "module" });
    const device = same || new Device(data, make, await this.parts(), table);
    this.devices.set(table, device);
    return device;
  }

  /**
   * The data of a game; with a word list of the player's own, made here of those with the usual one.
   * @type {(table: string) => Promise<Data & { error?: string }>}
   */
  async #whole(table) {
    const { list = "", ...asked } = Object.fromEntries(new URLSearchParams(table));
    const offers = ownName(list) ? await this.#offers() : undefined;
    if (!offers) return this.#data(table);
    const data = await this.#data(String(new URLSearchParams(asked)));
    if (data.error) return data;
    const { vowels, repeats, plurals } = data.house;
    const house = { vowels, repeats: repeats ? "yes" : "", plurals: plurals ? "yes" : "" };
    try {
      return made(data, { ...asked, allow: data.strategy.allow, ...house, polite: "yes", list }, offers);
    } catch (error) {
      if (error instanceof Wrong) return { ...data, error: error.message };
      throw error;
    }
  }

  /**
   * A league, with skill and luck where turns are known, of games with the usual rules.
   * @type {(answer: League) => Promise<League>}
   */
  async #reviewed(answer) {
    const { table = [], reviewed = [] } = answer;
    const device = reviewed.length ? await this.#device(await this.#usual()) : null;
    if (!device || !("ask" in device)) return answer;
    for (const result of reviewed) result.points = await pointsOf(device, result);
    for (const row of table) {
      const own = reviewed.filter(({ name, game, points }) => name === row.name && game === row.game && points?.length);
      for (const [at, column] of /** @type {const} */ (["skill", "luck"]).entries()) {
        const total = own.reduce((before, { points = [] }) => before + points[at], 0);
        row[column] = own.length ? total / own.length : null;
      }
    }
    return answer;
  }

  /**
   * What a finished game was played by, which the server may have alone.
   * @type {(name: string) => Promise<string>}
   */
  async #playedAt(name) {
    if (!stored(RECORD + name).key) await this.#take(name);
    return stored(RECORD + name).table || this.#last();
  }

  /**
   * The game that was finished last here; else the usual one.
   * @type {() => Promise<string>}
   */
  async #last() {
    const records = namesOf(RECORD).map((item) => stored(item));
    const alone = records.filter(({ table, several }) => table && !several && !/lies=[12]/.test(table));
    const [newest] = alone.sort((a, b) => b.date - a.date);
    return newest ? newest.table : this.#usual();
  }

  /** The game that a form begins with. @type {() => Promise<string>} */
  async #usual() {
    const offers = await this.#offers();
    return offers ? tableFor(offers, usualOf(offers)) : "";
  }

  // --- what is sent and taken ---------------------------------------------------------------------

  /**
   * Take a game from the server, or the record of one; nothing if it has no newer one.
   * @type {(name: string) => Promise<Taken>}
   */
  async #take(name) {
    const sent = /** @type {Taken} */ (await this.net(`/saved/${name}`));
    const before = stored(GAME + name);
    if (sent.error) return sent;
    if (sent.version && (sent.version <= (before.server || 0) || before.sent !== before.version)) return {};
    const table = before.table || `name=${name}`;
    const { key, error } = before.key ? before : await this.#data(table);
    if (error) return { error };
    if (sent.version) replace(name, { ...before, table, key }, /** @type {Sent} */ (sent));
    store(RECORD + name, sent.record && { ...sent.record, table, key });
    return sent;
  }

  /** Send what has changed; again in some seconds if the server cannot be reached. */
  send() {
    clearTimeout(this.timer);
    this.sending = this.sending
      .then(() => this.#sendAll())
      .catch((error) => {
        if (!(error instanceof Away)) console.error(error); // the next one is sent all the same
        this.timer = setTimeout(() => this.send(), AGAIN);
      });
    return this.sending;
  }

  async #sendAll() {
    for (const kind of [GAME, GONE]) for (const item of namesOf(kind)) await this.#send(kind, item.slice(kind.length));
  }

  /** @type {(kind: string, name: string) => Promise<void>} */
  async #send(kind, name) {
    const text = textOf(kind + name);
    const saved = stored(kind + name);
    const { key, table, transcript, attempt, hints, version, server = 0 } = saved;
    if (!table || (kind === GAME && [saved.sent, saved.refused].includes(version)) || !isSent(saved, name)) return;
    const record = textOf(RECORD + name);
    const game = { transcript, tried: attempt || [], hints, over: Boolean(record) };
    const form = { version: String(server), key, table, game: JSON.stringify(game), record: record || "" };
    const [mine, before] = [contentOf(game), [stored(SENT + name).texts || []].flat()];
    store(SENT + name, { texts: [...before, mine] }); // the answer may be lost
    const extra = kind === GONE ? { gone: "yes" } : {};
    const answer = /** @type {Sent & Answer} */ (await this.net(`/saved/${name}`, { ...form, ...extra }));
    const heard = whatWasHeard(answer, kind, contentOf(answer) === mine, before.includes(contentOf(answer)));
    if (["gone", "kept", "other"].includes(heard)) store(SENT + name, null);
    const now = () => stored(kind + name);
    const kept = textOf(kind + name) === text ? { sent: version } : {}; // else it has changed since
    const acts = {
      late: () => store(kind + name, { ...now(), server: answer.version }),
      refused: () => store(kind + name, kind === GAME ? { ...now(), refused: version, why: answer.error } : null),
      unheard: () => {},
      gone: () => store(kind + name, null),
      kept: () => now().key && store(kind + name, { ...now(), server: answer.version, ...kept }),
      other: () => {
        replace(name, { ...saved, ...now(), lost: true }, answer);
        store(RECORD + name, answer.record && { ...answer.record, table, key });
      },
    };
    acts[heard]();
    if (heard === "late") await this.#send(kind, name);
    if (["refused", "other"].includes(heard)) this.#shown(name)?.changed();
  }

  /** @type {(name: string) => Listener | undefined} */
  #shown(name) {
    const shown = [...this.devices.values()].map((device) => device.shown);
    return shown.find((listening) => listening?.path === `/game/${name}`)?.listener;
  }
}

/**
 * Skill and luck of a game by its turns, such as crane=0,2; nothing if they are not of this game.
 * @type {(device: Device, result: { turns: string[], found: boolean }) => Promise<number[]>}
 */
async function pointsOf({ game, main }, { turns, found }) {
  const read = turns.map((turn) => {
    const at = turn.lastIndexOf("="); // an equation has one, too
    return [turn.slice(0, at), game.rule.texts.indexOf(turn.slice(at + 1))];
  });
  const fits = read.every(([word, code]) => String(word).length === game.length && Number(code) >= 0);
  if (!fits || found !== (read.at(-1)?.[1] === game.rule.texts.length - 1)) return [];
  const record = { ...NO_RECORD, key: game.key, turns: turns.map((turn) => turn.toLowerCase()) };
  const { answer } = await main.ask("/game/league/end", { games: {}, finished: [record] });
  return answer.points?.[0] || [];
}

/**
 * What a server is asked for the game of a form, whatever the order of its fields.
 * @type {(offers: Offers, form: Record<string, any>) => string}
 */
function tableFor(offers, form) {
  const [usual, ofWords] = [usualOf(offers), form.game === "words"];
  const there = offers.form.filter((field) => ofWords || !field.ofWords);
  const values = there.map(({ name, choices }) => ({ name, choices, value: form[name] ?? usual[name] }));
  const fields = values.filter(({ choices, value }) => choices || value).map(({ name, value }) => [name, value]);
  return String(new URLSearchParams([...fields, ...(form.list && ofWords ? [["list", form.list]] : [])]));
}

/**
 * Whether a server can read a game. One whose secret this device keeps is sent when it is found, on one board.
 * @type {(saved: Record<string, any>, name: string) => boolean}
 */
function isSent({ alone, key = "" }, name) {
  if (key.startsWith(MADE)) return false; // the server does not have its list
  const { result, several } = stored(RECORD + name);
  return !alone || (result === "found" && !several);
}

/** @type {(saved: Record<string, any>, name: string) => boolean} */
const mayBeThere = (saved, name) =>
  Boolean(saved.server || textOf(SENT + name) || (textOf(RECORD + name) && isSent(saved, name)));

/** @type {(error: unknown) => void} */
function away(error) {
  if (!(error instanceof Away)) throw error;
}

/**
 * What is known of a game that was sent, by the answer: the server has what was sent before (its answer was lost); it
 * refuses it, and the game stays here as it is; it says nothing of use; it has dropped it, or has it; or another device
 * has made something else of it.
 * @type {(answer: Answer & Partial<Sent>, kind: string, same: boolean, before: boolean) =>
 *   "late" | "refused" | "unheard" | "gone" | "kept" | "other"}
 */
function whatWasHeard(answer, kind, same, before) {
  if (answer.version && before && !same) return "late";
  if (answer.error && !("text" in answer)) return "refused";
  if (!answer.version) return "unheard";
  if (kind === GONE) return "gone";
  return same ? "kept" : "other";
}

/** @type {(game: Pick<Sent, "transcript" | "tried">) => string} */
const contentOf = ({ transcript, tried }) => JSON.stringify([transcript, tried]);

/**
 * Keep what is on the server in place of what is here.
 * @type {(name: string, saved: Record<string, any>, sent: Sent) => void}
 */
function replace(name, saved, { version: server, transcript, tried, hints, title }) {
  const version = (saved.version || 0) + 1;
  const attempt = tried.length ? tried : null;
  const game = { transcript, attempt, hints, title, changed: Date.now(), version, sent: version, server };
  store(GAME + name, { ...saved, ...game });
}
