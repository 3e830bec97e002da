// The page in one file: a worker in place of a server. Games are saved in this browser.
import { mount } from "./app.js";
import { store, stored } from "./match.js";
import { learnMoves } from "./moves.js";
import { learn } from "./sentences.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Catalogue } from "./sentences.js" */
/** @import { Answer, Data, Listener, Store, View } from "./types.js" */
/** @typedef {{ format?: number, mark: string, state: Store | null }} Kept */
/** @typedef {{ state: Store | null, answer: Answer }} Answered */

const TRIES = 9; // when another page saves at the same time
const CRASHED = "This page has met a mistake of its own. Open it again: the game is saved.";

/** @type {{ data: Data, worker: string, core: Uint8Array<ArrayBuffer>, sentences: Catalogue, moves: MoveKind[] }} */
const { data: game, worker, core, sentences, moves } = /** @type {any} */ (globalThis).jotto; // see unpack.js
const place = `jotto ${game.key}`; // where games are saved; those of other lists are saved elsewhere
const code = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));

learn(sentences);
learnMoves(moves);

// --- the workers ----------------------------------------------------------------------------------

// A thread that answers; what it did not answer before it ended is never answered.
class Thread {
  constructor() {
    /** @type {Map<number, (done: Answered) => void>} */
    this.waiting = new Map();
    this.worker = new Worker(code);
    this.worker.onmessage = ({ data }) => this.settle(data.id, data);
    this.worker.onerror = ({ message: reason }) => {
      for (const id of this.waiting.keys()) this.settle(id, { state: null, answer: { error: CRASHED, reason } });
    };
    this.worker.postMessage({ game, core, sentences, moves });
  }

  /** @type {(id: number, data: Answered) => void} */
  settle(id, data) {
    const done = this.waiting.get(id);
    this.waiting.delete(id);
    if (done) done(data);
  }

  /** @type {(path: string, move?: Record<string, any>) => Promise<Answered>} */
  ask(path, move) {
    const id = ++asked;
    this.worker.postMessage({ id, path, move, state: read().state });
    return new Promise((done) => this.waiting.set(id, done));
  }
}

let asked = 0; // questions to all threads
const main = new Thread();
/** @type {Thread | null} */
let thinker = null; // looks ahead, and is ended when the position changes

// --- what is saved --------------------------------------------------------------------------------

/** @type {Kept} */
let last = { mark: "", state: null }; // also where nothing can be saved

/** @type {() => Kept} */
function read() {
  const saved = stored(place);
  if (saved.format === 1) last = /** @type {Kept} */ (saved);
  return last;
}

/**
 * Save a state that was made from what had this mark, unless another page has saved since.
 * @type {(mark: string, state: Store) => boolean}
 */
function write(mark, state) {
  if (read().mark !== mark) return false;
  last = { format: 1, mark: String(crypto.getRandomValues(new Uint32Array(2))), state };
  store(place, last);
  return true;
}

/** @type {(path: string, move?: Record<string, any>) => Promise<Answer>} */
async function ask(path, move) {
  for (let tries = 0; tries < TRIES; tries++) {
    const { mark } = read();
    const { state, answer } = await main.ask(path, move);
    if (!state || write(mark, state)) return answer;
  }
  return { error: "Another page is saving all the time. Close it." };
}

// --- the page -------------------------------------------------------------------------------------

/** @type {Listener | null} */
let told = null;

/** @type {(path: string, view: View, listener: Listener) => { close(): void }} */
function follow(path, view, tell) {
  told = tell;
  if (view.guess) {
    thinker ||= new Thread();
    thinker.ask(`${path}/ahead`).then(({ answer }) => told === tell && !answer.error && tell.ahead(answer));
  }
  return {
    close: () => {
      told = null;
      if (!thinker?.waiting.size) return;
      thinker.worker.terminate();
      thinker = null;
    },
  };
}

window.addEventListener("storage", ({ key }) => key === place && told && told.changed());

// Served from the web it can be installed: then it needs a manifest with its own address.
if (location.protocol.startsWith("http")) {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]")).href;
  const icons = ["any", "maskable"].map((purpose) => ({ src: icon, type: "image/svg+xml", sizes: "any", purpose }));
  const address = location.href.split("#")[0];
  const manifest = {
    name: "jotto",
    id: address,
    start_url: address,
    scope: address,
    display: "standalone",
    background_color: "#121418",
    theme_color: "#121418",
    icons,
  };
  const href = `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`;
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href }));
}

/** @type {(path: string) => void} */
const show = (path) => history.pushState(null, "", `#${path}`);
mount({ ask, follow, show, here: () => location.hash.slice(1) || "/", alone: true });
