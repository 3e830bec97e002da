// The page in one file: a worker in place of a server. Games are saved in this browser.
import { mount } from "./app.js";
import { Device } from "./device.js";
import { learnMoves } from "./moves.js";
import { learn } from "./sentences.js";

/** @import { MoveKind } from "./moves.js" */
/** @import { Catalogue } from "./sentences.js" */
/** @import { Data } from "./types.js" */

/** @type {{ data: Data, shared: string, worker: string, core: Uint8Array<ArrayBuffer>, sentences: Catalogue, moves: MoveKind[] }} */
const { data, shared, worker, core, sentences, moves } = /** @type {any} */ (globalThis).jotto; // see unpack.js
const code = URL.createObjectURL(new Blob([shared, worker], { type: "text/javascript" }));

learn(sentences);
learnMoves(moves);
const device = new Device(data, () => new Worker(code), { core, sentences, moves });

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
mount({
  ask: (path, move, ahead) => device.ask(path, move, ahead),
  follow: (path, view, listener) => device.follow(path, view, listener),
  show,
  here: () => location.hash.slice(1) || "/",
});
