// The live games of a device that has a server: they are played here, and what has changed is sent there as soon as it
// can be reached; what another device has made of a game is taken from there.
import { Away } from "./app.js";
import { Device } from "./device.js";
import { store, stored } from "./match.js";

/** @import { Answer, Data, Entry, Source } from "./types.js" */
/** @import { Parts } from "./device.js" */
/** @typedef {{ version: number, transcript: Entry[], tried: Entry[], hints: number }} Sent a game on the server */

const AGAIN = 5000; // milliseconds until what was not sent is sent again
const [GAME, RECORD, GONE, SENT] = ["jotto game ", "jotto record ", "jotto gone ", "jotto sent "];

/** The games of a device, of any list and rule, as far as a source of the page asks about them. */
export class Synced {
  /** @param {Source["ask"]} net @param {() => Promise<Parts>} parts */
  constructor(net, parts) {
    this.net = net;
    this.parts = parts;
    /** @type {Map<string, Device>} */
    this.devices = new Map(); // by the keys of their data
    this.sending = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    window.addEventListener("online", () => this.send());
  }

  /**
   * All that a game needs, from the server or else as it was the last time.
   * @type {(table: string) => Promise<Data & { error?: string }>}
   */
  async data(table) {
    const address = `/data/table?${table}`;
    const cache = "caches" in window ? await caches.open("tables") : null;
    try {
      const fresh = await fetch(address);
      if (fresh.ok && cache) await cache.put(address, fresh.clone());
      return await fresh.json();
    } catch {
      const old = await cache?.match(address);
      if (old) return old.json();
      throw new Away();
    }
  }

  /** @type {(table: string) => Promise<Device | { error: string }>} */
  async device(table) {
    const data = await this.data(table);
    if (data.error) return { error: data.error };
    const make = () => new Worker("/static/worker.js", { type: "module" });
    const device = this.devices.get(data.key) || new Device(data, make, await this.parts(), table);
    this.devices.set(data.key, device);
    return device;
  }

  /**
   * Begin a game; its options are those of the form.
   * @type {(form: Record<string, any>) => Promise<Answer>}
   */
  async begin(form) {
    const device = await this.device(String(new URLSearchParams(form)));
    if (!("ask" in device)) return device;
    const answer = await device.ask("/new", form);
    this.send();
    return answer;
  }

  /**
   * The device that has a game; null if this one has not.
   * @type {(name: string) => Promise<Device | null>}
   */
  async of(name) {
    if (!stored(GAME + name).table && !stored(RECORD + name).table) await this.take(name);
    const { table } = { ...stored(RECORD + name), ...stored(GAME + name) };
    const device = table && (await this.device(table));
    return device && "ask" in device ? device : null;
  }

  /** @type {(device: Device, name: string, path: string, move?: Record<string, any>) => Promise<Answer>} */
  async ask(device, name, path, move) {
    const before = stored(GAME + name);
    const answer = await device.ask(path, move);
    if (move && answer.go && before.server) store(GONE + name, before);
    if (move) this.send();
    return answer;
  }

  /**
   * Take a game from the server, unless it has no newer one.
   * @type {(name: string) => Promise<boolean>}
   */
  async take(name) {
    const sent = /** @type {Sent & Answer} */ (await this.net(`/saved/${name}`));
    const before = stored(GAME + name);
    if (!sent.version || sent.version <= (before.server || 0) || before.sent !== before.version) return false;
    const table = before.table || `name=${name}`;
    const { key } = await this.data(table);
    if (key) replace(name, { table, key, ...before }, sent);
    return Boolean(key);
  }

  /** Send what has changed; again in some seconds if the server cannot be reached. */
  send() {
    clearTimeout(this.timer);
    this.sending = this.sending
      .then(() => this.#send())
      .catch((error) => {
        if (!(error instanceof Away)) throw error;
        this.timer = setTimeout(() => this.send(), AGAIN);
      });
    return this.sending;
  }

  async #send() {
    for (const item of Object.keys(localStorage)) {
      const kind = [GAME, GONE].find((start) => item.startsWith(start));
      if (kind) await this.#sendOne(kind, item.slice(kind.length));
    }
  }

  /** @type {(kind: string, name: string) => Promise<void>} */
  async #sendOne(kind, name) {
    const text = localStorage.getItem(kind + name);
    const saved = stored(kind + name);
    const { key, table, transcript, attempt, hints, version, server = 0 } = saved;
    if (!table || (kind === GAME && saved.sent === version)) return;
    const record = localStorage.getItem(RECORD + name);
    const game = { transcript, tried: attempt || [], hints, over: Boolean(record) };
    const form = { version: String(server), key, table, game: JSON.stringify(game), record: record || "" };
    const [told, before] = [contentOf(game), stored(SENT + name).texts || []];
    store(SENT + name, { texts: [...before, told] }); // the answer may be lost
    const more = kind === GONE ? { gone: "yes" } : {};
    const answer = /** @type {Sent & Answer} */ (await this.net(`/saved/${name}`, { ...form, ...more }));
    const theirs = contentOf(answer);
    if (answer.version && theirs !== told && before.includes(theirs)) {
      store(kind + name, { ...stored(kind + name), server: answer.version });
      return this.#sendOne(kind, name);
    }
    store(SENT + name, null);
    if (kind === GONE) return store(kind + name, null);
    if (!answer.version) return; // it is refused: it stays here
    if (theirs !== told) {
      replace(name, saved, answer);
      return this.devices.get(key)?.shown?.listener.changed();
    }
    const now = localStorage.getItem(kind + name) === text ? { sent: version } : {}; // else it has changed since
    if (stored(kind + name).key) store(kind + name, { ...stored(kind + name), server: answer.version, ...now });
  }
}

/** @type {(game: Pick<Sent, "transcript" | "tried">) => string} */
const contentOf = ({ transcript, tried }) => JSON.stringify([transcript, tried]);

/**
 * Keep what is on the server in place of what is here.
 * @type {(name: string, saved: Record<string, any>, sent: Sent) => void}
 */
function replace(name, saved, { version: server, transcript, tried, hints }) {
  const version = (saved.version || 0) + 1;
  const attempt = tried.length ? tried : null;
  const game = { transcript, attempt, hints, changed: Date.now(), version, sent: version, server };
  store(GAME + name, { ...saved, ...game });
}
