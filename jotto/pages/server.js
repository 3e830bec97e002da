// The page of a server: data are fetched, moves are sent, and changes come by themselves.
import { Away, mount } from "./app.js";
import { learnMoves } from "./moves.js";
import { learn } from "./sentences.js";

/** @import { Answer, Listener, View } from "./types.js" */

let learnt = false; // what the sentences are; without a connection, later

/** @type {(path: string, move?: Record<string, any>) => Promise<Answer>} */
async function ask(path, move) {
  const how = move ? { method: "POST", body: JSON.stringify(move) } : {};
  try {
    if (!learnt) learn(await (await fetch("/static/sentences.json")).json());
    if (!learnt) learnMoves(await (await fetch("/static/moves.json")).json());
    learnt = true;
    const answer = await fetch(`/data${path}`, how);
    const text = await answer.text();
    return (answer.headers.get("Content-Type") || "").includes("json")
      ? JSON.parse(text)
      : { error: answer.ok ? "" : text.replace(/<[^>]*>/g, " ").trim(), text };
  } catch {
    throw new Away();
  }
}

/** @type {(path: string, view: View, listener: Listener) => EventSource | null} */
function follow(path, view, { changed, ahead, lost }) {
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
