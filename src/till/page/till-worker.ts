/*
 * The service worker, which opens the page without a network. Redemptions are not kept here, but in the database of the
 * page.
 */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchedEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Worker extends EventTarget {
  /** The files of this version. The service puts them in front of this script. */
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

/** Stores the files. A device that has used the decoder will need the new one too, perhaps without a network. */
async function install(): Promise<void> {
  const former = await Promise.all((await caches.keys()).map(async (each) => (await caches.open(each)).keys()));
  const needsDecoder = former.flat().some(({ url }) => url.endsWith('.wasm'));
  const wanted = needsDecoder ? [...files, ...decoder] : files;
  const cache = await caches.open(name);
  await cache.addAll(wanted.map((file) => new Request(file, { cache: 'reload' })));
}

/** Answers from the stored files first. Also stores the decoder, which few devices need. */
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
