/* The service worker: opens the page without a network. The page's database, not the worker, keeps redemptions. */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchedEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Worker extends EventTarget {
  /** The files of this version, which the service puts in front of this script. */
  kept: { version: string; files: string[]; decoder: string[] };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

declare const self: Worker;
const worker = self;
const { version, files, decoder } = worker.kept;
const prefix = 'till-';
const name = prefix + version;
const [root = ''] = files;

worker.addEventListener('install', (event) => {
  (event as WorkerEvent).waitUntil(install().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  (event as WorkerEvent).waitUntil(tidied().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as FetchedEvent;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname === root || pathname.startsWith(`${root}/`)) respondWith.call(event, answer(request, pathname));
});

/** A device that has needed the decoder will need the new one, perhaps without a network. */
async function install(): Promise<void> {
  const former = await Promise.all((await caches.keys()).map(async (each) => (await caches.open(each)).keys()));
  const needsDecoder = former.flat().some(({ url }) => url.endsWith('.wasm'));
  const wanted = needsDecoder ? [...files, ...decoder] : files;
  const cache = await caches.open(name);
  await cache.addAll(wanted.map((file) => new Request(file, { cache: 'reload' })));
}

/** Answers from the device first. Also keeps the decoder, which few devices need. */
async function answer(request: Request, pathname: string): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(pathname);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && pathname.startsWith(`${root}/assets/`)) await cache.put(pathname, response.clone());
  return response;
}

async function tidied(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((each) => each.startsWith(prefix) && each !== name).map((each) => caches.delete(each)),
  );
}
