// Keeps the page, so that it opens without a network.
const CACHE = 'archon-' + ARCHON_VERSION;
const FILES = ['./', 'index.html', 'page.js', 'rater.bin', 'manifest.webmanifest', 'icon.svg'];

interface Waiting extends Event {
  waitUntil(until: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

addEventListener('install', event => {
  (event as Waiting).waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES)));
});
addEventListener('activate', event => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('archon-') && name !== CACHE) await caches.delete(name);
  };
  (event as Waiting).waitUntil(clean());
});
addEventListener('fetch', event => {
  const {request} = event as Fetching;
  if (request.method !== 'GET') return;
  (event as Fetching).respondWith(caches.match(request, {ignoreSearch: true}).then(found => found ?? fetch(request)));
});
