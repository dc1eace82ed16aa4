// Keeps every file of this site, so that it opens and plays without a network. Who serves it writes in which files there are
// (src/pasar/server/http/offline.py). A newer version is fetched whole beside this one and takes over when no page of this one
// is open any more.
const VERSION = "pasar-@VERSION@";
const PAGE = new URL("@PAGE@", self.registration.scope).href; // plays by itself; a server has others beside it
const FILES = new Set("@FILES@".map((file) => new URL(file, self.registration.scope).href));

self.addEventListener("install", (event) => {
  const asked = [...FILES].map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(VERSION).then((kept) => kept.addAll(asked)));
  if ("addRoutes" in event) event.addRoutes(routes()).catch(() => undefined);
});

/** A browser that can takes these from the cache itself: nobody waits until this script runs. All else is asked of it. */
function routes() {
  const folders = new Set([...FILES].map((file) => new URL(".", file).href).filter((folder) => /\/(assets|games)\/$/.test(folder)));
  const patterns = [new URLPattern({ baseURL: PAGE, hash: "*" }), ...[...folders].map((folder) => new URLPattern("*", folder))];
  return patterns.map((urlPattern) => ({ condition: { requestMethod: "GET", urlPattern }, source: { cacheName: VERSION } }));
}

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("pasar-") && name !== VERSION;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split(/[?#]/)[0];
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(address.startsWith(PAGE) ? kept(PAGE) : served(request));
  else if (FILES.has(address)) event.respondWith(kept(address));
});

async function kept(address) {
  return (await (await caches.open(VERSION)).match(address, { ignoreVary: true })) ?? fetch(address);
}

/** A server's own pages come from the server; when it cannot be reached, there is still the page that plays by itself. */
function served(request) {
  return fetch(request).catch(() => Response.redirect(PAGE));
}
