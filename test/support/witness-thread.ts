import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Client, type Owner } from './client.ts';
import type { Experience } from './witness.ts';

/** The thread of a `Witness`. */

const pauseMilliseconds = 8;

const given = workerData as { url: string; owner: Owner; coupon: string; sessions: string[] };
const client = new Client(given.url, given.owner).unchecked();
const { coupon, sessions } = given;

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
    const began = performance.now();
    const { status, codes } = await call(turn);
    durations.push(performance.now() - began);
    if (status >= 400 || codes.length > 0) refused.push(`${status} ${codes}`);
    await sleep(pauseMilliseconds);
  }
  return { durations, refused };
}

function call(turn: number): Promise<{ status: number; codes: readonly unknown[] }> {
  if (turn % 3 === 0)
    return client.rest('/v3/couponsession/update', { couponsession: sessions.pop(), operation: 'claim' });
  if (turn % 3 === 1) return client.rest('/v3/couponsession/data', { couponsession: sessions.at(-1) });
  const query = 'query ($coupon: ID!) { couponSessions(coupon: $coupon, first: 20) { nodes { session } } }';
  return client.graphql(query, { coupon });
}
