// The page in one file: a worker in place of a server. Games are saved in this browser.
import { hereOf, mount } from "./app.js";
import { Devices } from "./device.js";
import { learnMoves } from "./moves.js";
import { learn } from "./sentences.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Catalogue } from "./sentences.js" */
/** @import { Data, Offers } from "./types.js" */

/** @type {{ tables: Partial<Data>[], shared: string, offers: Offers, worker: string, core: Uint8Array<ArrayBuffer>, sentences: Catalogue, moves: MoveKind[] }} */
const { tables, shared, offers, worker, core, sentences, moves } = /** @type {any} */ (globalThis).jotto; // see unpack.js
const code = URL.createObjectURL(new Blob([shared, worker], { type: "text/javascript" }));

learn(sentences);
learnMoves(moves);
const games = /** @type {Data[]} */ ([]);
// those of the list of the one before have only what differs
for (const own of tables) games.push(/** @type {Data} */ ("secrets" in own ? own : { ...games.at(-1), ...own }));
const device = new Devices(games, () => new Worker(code), { core, sentences, moves }, offers);

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

/** @type {(path: string, replaces: boolean) => void} */
const show = (path, replaces) => history[replaces ? "replaceState" : "pushState"](null, "", `#${path}`);
mount({
  ask: (path, move, ahead) => device.ask(path, move, ahead),
  follow: (path, view, listener) => device.follow(path, view, listener),
  show,
  here: () => hereOf(location.hash.split("#")[1] || "/"), // what comes then is of a report
});
