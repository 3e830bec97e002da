// Where the browser allows it (https, and this computer), the page opens and plays without a connection too: all its
// files are kept, and replaced together. The server says which they are: `self.kept`, before this line.
/** @typedef {Event & { request: Request, waitUntil(done: unknown): void, respondWith(answer: unknown): void }} Asked */
const worker = /** @type {any} */ (self); // the types are those of pages
/** @type {{ name: string, files: string[] }} */
const kept = worker.kept; // the name has the hash of the files

worker.addEventListener("install", (/** @type {Asked} */ event) => {
  const all = ["/", ...kept.files.map((file) => `/static/${file}`)].map((at) => new Request(at, { cache: "reload" }));
  event.waitUntil(caches.open(kept.name).then((cache) => cache.addAll(all)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {Asked} */ event) => {
  const old = (/** @type {string} */ other) => other !== kept.name && /^jotto( [0-9a-f]+)?$/.test(other);
  const forgotten = caches.keys().then((names) => Promise.all(names.filter(old).map((other) => caches.delete(other))));
  event.waitUntil(Promise.all([forgotten, worker.clients.claim()]));
});

/** @type {(request: Request) => Promise<Response>} */
const file = async (request) => (await (await caches.open(kept.name)).match(request)) || fetch(request);

// A page is asked for at the server: it may have to be let in.
/** @type {(request: Request) => Promise<Response>} */
const page = (request) =>
  fetch(request).catch(async (error) => {
    const old = await (await caches.open(kept.name)).match("/");
    if (old) return old;
    throw error;
  });

worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
