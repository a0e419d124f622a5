import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/kernel/database/database.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { reserveSequences } from '../src/sessions/session/session-creation.ts';
import { addEndpoint } from '../src/webhooks/endpoint/endpoint.ts';
import { listenLocally } from './local-server.ts';
import { addSessions, openAccount, post } from './noisy-neighbour.ts';

/** What an account experiences: durations in milliseconds, ascending. */
interface Experience {
  claims: number[];
  /** From before the claim until its webhook arrived. */
  webhooks: number[];
}

export interface QuietNeighbour {
  /** Claims this many sessions one after another, at most 40 a second, and waits for their webhooks. */
  claim: (url: string, amount: number) => Promise<Experience>;
  close: () => void;
}

const pauseMilliseconds = 25;
const longestWaitMilliseconds = 90_000;

/** Prepares an account with one endpoint that claims few sessions. */
export async function settleQuietNeighbour(
  database: Database,
  appSecret: string,
  amount: number,
): Promise<QuietNeighbour> {
  const arrivals = new Map<string, number>();
  const receiver = await startReceiver(arrivals);
  const reserved = await reserveSequences(database, amount);
  const { key, sessions } = await database.transaction(async (transaction) => {
    const { account, coupon, ...key } = await openAccount(transaction, null);
    const sessions = await addSessions(transaction, coupon, reserved, amount, key.keyId);
    const endpoint = { url: receiver.url, types: ['coupon_claimed'] };
    await addEndpoint(transaction, new Secrets(appSecret), account.id, endpoint);
    return { key, sessions };
  });
  return {
    claim: async (url, count) => {
      const begun = new Map<string, number>();
      const claims: number[] = [];
      for (const couponsession of sessions.splice(0, count)) {
        const began = performance.now();
        begun.set(couponsession, began);
        const claim = () => post(url, '/v3/couponsession/update', { couponsession, operation: 'claim' }, key);
        let status = await claim();
        // As callers do. The time until the claim succeeds counts.
        for (; status === 503; status = await claim()) await sleep(1000);
        if (status !== 200) throw new Error(`the claim got ${status}`);
        claims.push(performance.now() - began);
        await sleep(pauseMilliseconds);
      }
      return { claims: ascending(claims), webhooks: ascending(await delaysOf(begun, arrivals)) };
    },
    close: receiver.close,
  };
}

/** Returns how long each webhook took. One that does not arrive takes as long as this waits. */
async function delaysOf(begun: ReadonlyMap<string, number>, arrivals: ReadonlyMap<string, number>): Promise<number[]> {
  const end = performance.now() + longestWaitMilliseconds;
  while (performance.now() < end && [...begun.keys()].some((session) => !arrivals.has(session))) await sleep(50);
  return [...begun].map(([session, began]) => (arrivals.get(session) ?? Number.POSITIVE_INFINITY) - began);
}

function ascending(durations: readonly number[]): number[] {
  return durations.toSorted((one, other) => one - other);
}

/** Notes when the webhook of each session arrives. */
function startReceiver(arrivals: Map<string, number>) {
  return listenLocally(async (request, response) => {
    const at = performance.now();
    const session = /"session(?:_code)?":"(\w{21})"/.exec(await text(request))?.[1] ?? '';
    if (!arrivals.has(session)) arrivals.set(session, at);
    response.writeHead(204).end();
  });
}
