// Keeps the page, so that it opens without a network.
const CACHE = 'archon-' + ARCHON_VERSION;
const LATER = ['measure.js', 'archon.bin'];  // what plays games is kept when it was loaded once
const FILES = ['./', 'index.html', 'page.js', 'rater.bin', 'manifest.webmanifest', 'icon.svg'];

interface Waiting extends Event {
  waitUntil(until: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

async function load(request: Request): Promise<Response> {
  const answer = await fetch(request), later = LATER.some(name => request.url.endsWith('/' + name));
  if (later && answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

addEventListener('install', event => {
  (event as Waiting).waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES)));
});
addEventListener('activate', event => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('archon-') && name !== CACHE) await caches.delete(name);
    await (self as unknown as {clients: {claim(): Promise<void>}}).clients.claim();
  };
  (event as Waiting).waitUntil(clean());
});
addEventListener('fetch', event => {
  const {request} = event as Fetching;
  if (request.method !== 'GET') return;
  (event as Fetching).respondWith(caches.match(request, {ignoreSearch: true}).then(found => found ?? load(request)));
});
