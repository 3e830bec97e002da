// Where the browser allows it (https, and this computer), the page opens without a connection too:
// it then says that the server cannot be reached. Data are never kept here.
const KEPT = "jotto";
const MODULES = ["server", "app", "board", "match", "pages", "moves", "sentences", "numbers", "lit-html"];
const FILES = ["app.css", "icon.svg", "moves.json", "sentences.json", ...MODULES.map((name) => `${name}.js`)];

/** @typedef {Event & { request: Request, waitUntil(done: unknown): void, respondWith(answer: unknown): void }} Asked */
const worker = /** @type {any} */ (self); // the types are those of pages

worker.addEventListener("install", (/** @type {Asked} */ event) => {
  const all = ["/", ...FILES.map((name) => `/static/${name}`)];
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(all)));
  worker.skipWaiting();
});
worker.addEventListener("activate", (/** @type {Asked} */ event) => event.waitUntil(worker.clients.claim()));

/** @type {(request: Request, as: string) => Promise<Response>} */
async function answer(request, as) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !fresh.redirected) await kept.put(as, fresh.clone());
    return fresh;
  } catch (error) {
    const old = await kept.match(as);
    if (old) return old;
    throw error;
  }
}

worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" || pathname.endsWith("/report")) return;
  if (pathname.startsWith("/static/")) event.respondWith(answer(request, request.url));
  else if (request.mode === "navigate") event.respondWith(answer(request, "/"));
});
