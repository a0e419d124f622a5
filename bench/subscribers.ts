import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ask } from './ask.ts';
import { alternately, figuresOf, median } from './compare.ts';
import type { Data } from './data.ts';
import { type ServerProcess, startServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { claimsOf } from './request.ts';
import { tableOf } from './table.ts';

const query = 'subscription { webhookEvents { position event { id kind type datetime campaign session data } } }';
const amount = 1000;
const eventsOfRound = 500;
const slowClaims = 200;

/** A connected client, with the number of messages that it received. */
class Subscriber {
  received = 0;
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
    const subscribers = await subscribe(service, data, amount);
    await sleep(1000);
    const made = await createSessions(service, eventsOfRound, data);
    const text = await textOfEvent(service, subscribers, data);
    const listeners = await connect(baseline, 'broadcast', amount);

    const range = { startsequence: made[0]?.sequence_id, endsequence: made.at(-1)?.sequence_id };
    const update = (round: number) => {
      const change = { campaign: data.coupons[0], ...range, operation: round % 2 === 0 ? 'void' : 'unvoid' };
      return ask(service, '/v3/batch/update', change, data);
    };
    const rates = await alternately({
      service: (round) => rateOf(subscribers, () => update(round)),
      baseline: () => rateOf(listeners, () => broadcast(baseline, text)),
    });
    const delays = await measureDelays(service, subscribers, data);
    const { peak } = await service.usage();
    for (const { socket } of [...subscribers, ...listeners]) socket.terminate();
    const [perSecond, bare] = [median(rates.service), median(rates.baseline)];
    return tableOf([delays], {
      'events to 1,000 subscribers': () => `WebSocket, ${text.length} bytes each`,
      ratio: () => (perSecond / bare).toFixed(2),
      aim: () => '0.90',
      'service/s': () => perSecond.toFixed(0),
      'bare ws/s': () => bare.toFixed(0),
      'claim to receipt p50 ms': (sorted) => sorted[Math.floor(sorted.length / 2)]?.toFixed(1) ?? '',
      'p99 ms': (sorted) => sorted[Math.floor(sorted.length * 0.99)]?.toFixed(1) ?? '',
      'peak MB': () => peak.toFixed(0),
    });
  } finally {
    await baseline.stop();
  }
}

/** Measures claims a second, in turns with 10 subscribers and with none. */
export async function measureClaimsFollowed(service: ServerProcess, data: Data, { seconds }: Options): Promise<string> {
  const { next, expected } = claimsOf(data);
  const measure = () => figuresOf(service, { next, expected, seconds });
  await measure();
  const { alone, followed } = await alternately({
    alone: async () => (await measure()).perSecond,
    followed: async () => {
      const subscribers = await subscribe(service, data, 10);
      const { perSecond } = await measure();
      for (const { socket } of subscribers) socket.terminate();
      return perSecond;
    },
  });
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

async function subscribe(service: ServerProcess, data: Data, size: number): Promise<Subscriber[]> {
  const subscribers = await connect(service, 'graphql-transport-ws', size);
  await Promise.all(subscribers.map((subscriber) => subscriber.subscribe(data)));
  return subscribers;
}

async function connect({ port }: ServerProcess, protocol: string, size: number): Promise<Subscriber[]> {
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
