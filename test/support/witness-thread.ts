import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Client, type Owner } from './client.ts';
import type { Experience } from './witness.ts';

/** The thread of a `Witness`. */

const pauseMilliseconds = 8;

const given = workerData as { url: string; owner: Owner; coupon: string; sessions: string[]; pid: number };
const client = new Client(given.url, given.owner).unchecked();
const { coupon, sessions, pid } = given;

if (!parentPort) throw new Error('A witness is a thread.');
const port = parentPort;
for (;;) {
  await once(port, 'message');
  let isOver = false;
  port.once('message', () => {
    isOver = true;
  });
  port.postMessage(await callUntil(() => isOver));
}

async function callUntil(isOver: () => boolean): Promise<Experience> {
  const durations: number[] = [];
  const refused: string[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    const [began, waitedBefore] = [performance.now(), waitedForProcessor()];
    const { status, codes } = await call(turn);
    durations.push(performance.now() - began - (waitedForProcessor() - waitedBefore));
    if (status >= 400 || codes.length > 0) refused.push(`${status} ${codes}`);
    await sleep(pauseMilliseconds);
  }
  durations.sort((one, other) => one - other);
  return {
    slowest: durations.at(-1) ?? 0,
    p99: durations[Math.ceil(durations.length * 0.99) - 1] ?? 0,
    calls: durations.length,
    refused,
  };
}

/** How long the main thread of the service could have run, while the machine did something else, in milliseconds. */
function waitedForProcessor(): number {
  const [, nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

function call(turn: number): Promise<{ status: number; codes: readonly unknown[] }> {
  if (turn % 3 === 0)
    return client.rest('/v3/couponsession/update', { couponsession: sessions.pop(), operation: 'claim' });
  if (turn % 3 === 1) return client.rest('/v3/couponsession/data', { couponsession: sessions.at(-1) });
  const query = 'query ($coupon: ID!) { couponSessions(coupon: $coupon, first: 20) { nodes { session } } }';
  return client.graphql(query, { coupon });
}
