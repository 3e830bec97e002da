// The page of a server: data are fetched, moves are sent, and changes come by themselves.
import { Away, mount } from "./app.js";
import { stored } from "./match.js";
import { learnMoves } from "./moves.js";
import { learn } from "./sentences.js";
import { Synced } from "./sync.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Catalogue } from "./sentences.js" */
/** @import { Answer, Listener, View } from "./types.js" */

/** @type {{ sentences: Catalogue, moves: MoveKind[] } | null} */
let learnt = null; // what there is to say and to do; without a connection, later

/** @type {(name: string) => Promise<any>} */
const read = async (name) => (await fetch(`/static/${name}.json`)).json();

async function learnAll() {
  if (learnt) return learnt;
  const [sentences, moves] = await Promise.all(["sentences", "moves"].map(read));
  learn(sentences);
  learnMoves(moves);
  learnt = { sentences, moves };
  return learnt;
}

/** @type {(path: string, move?: Record<string, any>) => Promise<Answer>} */
async function net(path, move) {
  const how = move ? { method: "POST", body: JSON.stringify(move) } : {};
  try {
    await learnAll();
    const answer = await fetch(`/data${path}`, how);
    const text = await answer.text();
    return (answer.headers.get("Content-Type") || "").includes("json")
      ? JSON.parse(text)
      : { error: answer.ok ? "" : text.replace(/<[^>]*>/g, " ").trim(), text };
  } catch {
    throw new Away();
  }
}

// Games that this device plays by itself, if it is set so.
const synced = stored("own engine").on
  ? new Synced(net, async () => {
      const core = await (await fetch("/static/core.wasm")).arrayBuffer();
      return { core: new Uint8Array(core), ...(await learnAll()) };
    })
  : null;

/** @type {(path: string) => string} */
const gameOf = (path) => (path.startsWith("/game/") ? path.split(/[/?]/)[2] : "");

/** @type {(path: string, move?: Record<string, any>) => Promise<Answer>} */
async function ask(path, move) {
  if (synced && path === "/new" && move) return synced.begin(move);
  const name = gameOf(path);
  const device = synced && name ? await synced.of(name) : null;
  if (synced && device) return synced.ask(device, name, path, move);
  if (synced) await synced.send();
  return net(path, move);
}

/** @type {(path: string, view: View, listener: Listener) => { close(): void } | null} */
function follow(path, view, listener) {
  const { changed, ahead, lost } = listener;
  const played = stored(`jotto game ${gameOf(path)}`).key;
  if (synced && played) {
    synced.take(gameOf(path)).then(
      (newer) => newer && changed(),
      () => null,
    );
    return synced.devices.get(played)?.follow(path, view, listener) || null;
  }
  if (path.startsWith("/match/") && view.match && !(view.stage === "over" && view.match.again)) {
    const stream = new EventSource(`/data${path}/events?at=${view.at}&away=${view.match.away}`);
    stream.addEventListener("changed", changed);
    stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && lost());
    return stream;
  }
  if (!path.startsWith("/game/") || !view.guess) return null;
  const stream = new EventSource(`/data${path}/ahead`);
  stream.addEventListener("ahead", (event) => ahead(JSON.parse(event.data)));
  stream.addEventListener("end", () => stream.close());
  return stream;
}

/** @type {(path: string) => void} */
const show = (path) => history.pushState(null, "", path);
mount({ ask, follow, show, here: () => location.pathname });
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => null);
