// The page of a server: it plays live games by itself; matches, and all that the server keeps, are fetched.
import { hereOf, mount } from "./app.js";
import { league } from "./league.js";
import { learnMoves } from "./moves.js";
import { learn } from "./sentences.js";
import { Synced } from "./sync.js";
import { Away } from "./text.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Catalogue } from "./sentences.js" */
/** @import { Answer, Listener, View } from "./types.js" */

const LATEST = 20_000; // milliseconds until an answer is no longer waited for

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
    const answer = await fetch(`/data${path}`, { ...how, signal: AbortSignal.timeout(LATEST) });
    const text = await answer.text();
    if ([429, 503].includes(answer.status) && path.startsWith("/saved/")) throw new Away(); // it is sent again
    return (answer.headers.get("Content-Type") || "").includes("json")
      ? JSON.parse(text)
      : { error: answer.ok ? "" : text.replace(/<[^>]*>/g, " ").trim(), text };
  } catch {
    throw new Away();
  }
}

const synced = new Synced(net, async () => {
  const core = await (await fetch("/static/core.wasm")).arrayBuffer();
  return { core: new Uint8Array(core), ...(await learnAll()) };
});

/** @type {WeakSet<View>} */
const followed = new WeakSet();

/** @type {(path: string, view: View, listener: Listener) => { close(): void } | null} */
function follow(path, view, listener) {
  if (!view.match) return synced.follow(path, view, listener);
  if (view.stage === "over" && view.match.again) return null;
  const stream = new EventSource(`/data${path}/events?at=${view.at}&away=${view.match.away}`);
  stream.addEventListener("changed", () => listener.changed());
  stream.addEventListener("open", () => {
    if (followed.has(view) && view.match?.clocks.length) listener.changed(); // the server was off, and its clock
    followed.add(view);
  });
  stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && listener.lost());
  return stream;
}

/** Where a link leads that was made for the page in one file. */
const ofFile = () => location.pathname === "/" && location.hash.startsWith("#/") && location.hash.split("#")[1];

/** @type {(path: string, replaces: boolean) => void} */
const show = (path, replaces) => history[replaces ? "replaceState" : "pushState"](null, "", path);
mount({
  ask: (path, move, ahead) => synced.ask(path, move, ahead),
  follow,
  show,
  here: () => hereOf(ofFile() || location.pathname + location.search),
  pages: [[/^\/league$/, league]],
});
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => null);
