import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ask } from './ask.ts';
import { figuresOf, median, rounds } from './compare.ts';
import type { Data } from './data.ts';
import { type ServerProcess, startServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { scenariosOf } from './scenarios.ts';
import { tableOf } from './table.ts';

const query = 'subscription { webhookEvents { position event { id kind type datetime campaign session data } } }';
const amount = 1000;
const eventsOfRound = 500;
const aim = 0.9;
const slowClaims = 200;

/** A connected client, with the number of messages that it received. */
class Subscriber {
  received = 0;
  last = '';
  readonly socket: WebSocket;
  onMessage: (text: string) => void = () => {};

  constructor(url: string, protocol: string) {
    this.socket = new WebSocket(url, protocol);
    this.socket.on('message', (message) => {
      this.received += 1;
      this.onMessage(String(message));
    });
  }

  async subscribe({ keyId, secret }: Data): Promise<void> {
    this.socket.send(
      JSON.stringify({ type: 'connection_init', payload: { 'X-Client-Id': keyId, 'X-Client-Secret': secret } }),
    );
    await once(this.socket, 'message');
    this.socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  }
}

/** Measures how fast and how soon events reach 1,000 subscribers of one account, compared with a bare broadcast of the same text. */
export async function measureSubscribers(service: ServerProcess, data: Data): Promise<string> {
  const baseline = await startServerProcess(new URL('baseline-broadcast.ts', import.meta.url), { env: {} });
  try {
    const subscribers = await connect(service, 'graphql-transport-ws');
    await Promise.all(subscribers.map((subscriber) => subscriber.subscribe(data)));
    await sleep(1000);
    const made = await createSessions(service, eventsOfRound, data);
    const text = await textOfEvent(service, subscribers, data);
    const listeners = await connect(baseline, 'broadcast');

    const [ofService, ofBaseline]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const operation = round % 2 === 0 ? 'void' : 'unvoid';
      const range = {
        campaign: data.coupons[0],
        startsequence: made[0]?.sequence_id,
        endsequence: made.at(-1)?.sequence_id,
        operation,
      };
      ofService.push(await rateOf(subscribers, () => ask(service, '/v3/batch/update', range, data)));
      ofBaseline.push(await rateOf(listeners, () => broadcast(baseline, text)));
    }
    const delays = await measureDelays(service, subscribers, data);
    const { peak } = await service.usage();
    for (const { socket } of [...subscribers, ...listeners]) socket.terminate();
    return tableOf(
      [{ service: median(ofService), baseline: median(ofBaseline), delays, peak, size: text.length }],
      columns,
    );
  } finally {
    await baseline.stop();
  }
}

/** Measures claims a second, in turns with 10 subscribers and with none. */
export async function measureClaimsFollowed(service: ServerProcess, data: Data, { seconds }: Options): Promise<string> {
  const claim = scenariosOf(data).find(({ name }) => name === 'claim');
  if (!claim) throw new Error('there are no claims');
  let sent = 0;
  const measure = () =>
    figuresOf(service, {
      next: () => (sent < (claim.supply ?? 0) ? requestText(claim.request, sent++, data) : undefined),
      expected: expectedStart(claim.request),
      seconds,
    });
  const [alone, followed]: [number[], number[]] = [[], []];
  await measure();
  for (let round = 0; round < rounds; round += 1) {
    alone.push((await measure()).perSecond);
    const subscribers = await connect(service, 'graphql-transport-ws', 10);
    await Promise.all(subscribers.map((subscriber) => subscriber.subscribe(data)));
    followed.push((await measure()).perSecond);
    for (const { socket } of subscribers) socket.terminate();
  }
  return tableOf([{ alone: median(alone), followed: median(followed) }], {
    'claims with 10 subscribers': () => 'claim, REST',
    ratio: (row) => (row.followed / row.alone).toFixed(2),
    aim: () => '0.90',
    'followed/s': (row) => row.followed.toFixed(0),
    'alone/s': (row) => row.alone.toFixed(0),
  });
}

interface Created {
  single_use_code: string;
  sequence_id: number;
}

async function createSessions(service: ServerProcess, size: number, data: Data): Promise<Created[]> {
  const fields = { campaign: data.coupons[0], amount: size };
  const made: Created[] = JSON.parse(await ask(service, '/v3/multiplesingleuse/create', fields, data)).data;
  await sleep(500); // so that all subscribers receive their event
  return made;
}

async function connect({ port }: ServerProcess, protocol: string, size = amount): Promise<Subscriber[]> {
  const subscribers = Array.from({ length: size }, () => new Subscriber(`ws://127.0.0.1:${port}/graphql`, protocol));
  await Promise.all(subscribers.map(({ socket }) => once(socket, 'open')));
  return subscribers;
}

/** Returns the text that a subscriber receives for one event. */
async function textOfEvent(service: ServerProcess, [first]: Subscriber[], data: Data): Promise<string> {
  if (!first) throw new Error('there are no subscribers');
  const [session] = await createSessions(service, 1, data);
  const text = new Promise<string>((resolve) => {
    first.onMessage = resolve;
  });
  const change = { couponsession: session?.single_use_code, operation: 'void' };
  await ask(service, '/v3/couponsession/update', change, data);
  const answer = await text;
  first.onMessage = () => {};
  await sleep(500);
  return answer;
}

/** Returns deliveries a second, from the start until all subscribers have received all events. */
async function rateOf(subscribers: Subscriber[], begin: () => Promise<unknown>): Promise<number> {
  const enough = subscribers.map(({ received }) => received + eventsOfRound);
  const began = performance.now();
  await begin();
  while (!subscribers.every(({ received }, index) => received >= (enough[index] ?? 0))) await sleep(2);
  return ((subscribers.length * eventsOfRound) / (performance.now() - began)) * 1000;
}

async function broadcast({ port }: ServerProcess, text: string): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/?times=${eventsOfRound}`, { method: 'POST', body: text });
}

/** Returns the milliseconds from sending a claim to receiving its event, for every tenth subscriber. The time from the commit is shorter. */
async function measureDelays(service: ServerProcess, subscribers: Subscriber[], data: Data): Promise<number[]> {
  const made = await createSessions(service, slowClaims, data);
  const began = new Map<string, number>();
  const delays: number[] = [];
  const watching = subscribers.filter((_, index) => index % 10 === 0);
  for (const subscriber of watching) {
    subscriber.onMessage = (text) => {
      const { session } = JSON.parse(text).payload.data.webhookEvents.event;
      delays.push(performance.now() - (began.get(session) ?? Number.NaN));
    };
  }
  for (const { single_use_code: session } of made) {
    began.set(session, performance.now());
    await ask(service, '/v3/couponsession/update', { couponsession: session, operation: 'claim' }, data);
    await sleep(25);
  }
  await sleep(500);
  return delays.toSorted((one, other) => one - other);
}

interface Row {
  service: number;
  baseline: number;
  delays: number[];
  peak: number;
  size: number;
}

const columns: Record<string, (row: Row) => string> = {
  'events to 1,000 subscribers': ({ size }) => `WebSocket, ${size} bytes each`,
  ratio: ({ service, baseline }) => (service / baseline).toFixed(2),
  aim: () => aim.toFixed(2),
  'service/s': ({ service }) => service.toFixed(0),
  'bare ws/s': ({ baseline }) => baseline.toFixed(0),
  'claim to receipt p50 ms': ({ delays }) => delays[Math.floor(delays.length / 2)]?.toFixed(1) ?? '',
  'p99 ms': ({ delays }) => delays[Math.floor(delays.length * 0.99)]?.toFixed(1) ?? '',
  'peak MB': ({ peak }) => peak.toFixed(0),
};
