// The page of a server: data are fetched, moves are sent, and changes come by themselves.
import { Away, mount } from "./app.js";

async function ask(path, move) {
  const how = move ? { method: "POST", body: JSON.stringify(move) } : {};
  let answer;
  try {
    answer = await fetch(`/data${path}`, how);
    const text = await answer.text();
    return (answer.headers.get("Content-Type") || "").includes("json")
      ? JSON.parse(text)
      : { error: answer.ok ? "" : text.replace(/<[^>]*>/g, " ").trim(), text };
  } catch {
    throw new Away();
  }
}

function follow(path, view, { changed, ahead, lost }) {
  let stream = null;
  if (path.startsWith("/match/") && !(view.stage === "over" && view.match.again)) {
    stream = new EventSource(`/data${path}/events?at=${view.at}&away=${view.match.away}`);
    stream.addEventListener("changed", changed);
    stream.addEventListener(
      "error",
      ({ target }) => target.readyState === EventSource.CLOSED && target === stream && lost(),
    );
  } else if (path.startsWith("/game/") && view.guess) {
    stream = new EventSource(`/data${path}/ahead`);
    stream.addEventListener("ahead", (event) => ahead(JSON.parse(event.data)));
    stream.addEventListener("end", () => stream.close());
  }
  return stream;
}

const show = (path) => history.pushState(null, "", path);
mount({ ask, follow, show, here: () => location.pathname });
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => null);
