import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/databases/kept-server.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import type { Till } from '../../src/tills/till/till.ts';
import { Client, type GraphQLAnswer } from '../support/client.ts';
import type { makePairedTill } from '../support/make-tills.ts';
import { type RunningServer, startServer } from '../support/processes.ts';

export interface Outcome {
  session: string;
  till: Till;
  validatedAt?: string;
  refusal?: { code: string; at?: string; by?: string; keyId?: string };
}

export const bySession = (one: { session: string }, other: { session: string }) =>
  one.session < other.session ? -1 : 1;

/** Redeems a session with an idempotency key. Repeats a call that has no answer, or for which there is no time. */
export async function redeemed(
  { addresses }: KilledServers,
  { till, ...device }: Awaited<ReturnType<typeof makePairedTill>>,
  session: string,
  idempotencyKey: string,
  calls: { interrupted: number },
): Promise<Outcome> {
  for (;;) {
    const address = addresses[Math.floor(Math.random() * addresses.length)] as string;
    const answer: GraphQLAnswer | null = await new Client(address, device)
      .graphql(
        'mutation ($session: ID!) { done: validateCouponSession(input: { session: $session }) { validatedAt } }',
        { session },
        { 'Idempotency-Key': idempotencyKey },
      )
      .catch(() => null);
    const validatedAt = answer?.data?.done?.validatedAt;
    if (validatedAt) return { session, till, validatedAt };
    const refusal = answer?.errors[0]?.extensions;
    if (refusal && !passing.has(refusal.code)) return { session, till, refusal };
    calls.interrupted += 1;
    await sleep(pauseMilliseconds);
  }
}

/** Long enough that a server can start beside twenty callers. */
const pauseMilliseconds = 250;

const passing = new Set(['UNAVAILABLE', 'IDEMPOTENCY_KEY_RUNNING', 'TOO_MANY_REQUESTS']);

/** Servers of which one after the other is killed and started again. */
export class KilledServers {
  readonly addresses: readonly string[];
  readonly #start: (index: number) => Promise<RunningServer>;
  readonly #servers: RunningServer[];

  private constructor(start: (index: number) => Promise<RunningServer>, servers: RunningServer[]) {
    this.#start = start;
    this.#servers = servers;
    this.addresses = servers.map(({ url }) => url);
  }

  static async start(databaseUrl: string, count: number): Promise<KilledServers> {
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const start = (index: number) => startServer(databaseUrl, { WORKER: 'off', PORT: String(ports[index]) });
    return new KilledServers(start, await Promise.all(ports.map((_, index) => start(index))));
  }

  /** Kills servers until the work is done, and returns how often. */
  async untilDone(work: Promise<unknown>): Promise<number> {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    for (let kills = 0; ; kills += 1) {
      await sleep(1000);
      if (isDone) return kills;
      await this.restart(kills % this.#servers.length);
    }
  }

  /** Kills a server and starts it again at the same address. */
  async restart(index: number): Promise<void> {
    await this.#servers[index]?.program.stop('SIGKILL');
    this.#servers[index] = await this.#start(index);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map(({ program }) => program.stop()));
  }
}

export async function validationsOf(
  database: Database,
  couponId: string,
): Promise<{ session: string; keyId: string }[]> {
  const rows = await database.rows<{ session: string; keyId: string }>(
    `SELECT e.session AS session, e.key_id AS keyId FROM events e
     WHERE e.campaign_id = ? AND e.type = 'coupon_validated'`,
    [couponId],
  );
  return rows.map(({ session, keyId }) => ({ session, keyId })).toSorted(bySession);
}
