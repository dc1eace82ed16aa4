// Keeps every file of this site (tools/make_site.py writes which), so that it opens and plays without a network.
// A newer version is fetched whole beside this one and takes over when no page of this one is open any more.
const VERSION = "pasar-@VERSION@";
const FILES = "@FILES@";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((kept) => kept.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("pasar-") && name !== VERSION;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const kept = await caches.open(VERSION);
  const wanted = request.mode === "navigate" ? "./" : request;
  return (await kept.match(wanted, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}
