import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import type { LaneEffect } from '../../kernel/leased-queue/lane.ts';
import { startLeasedQueue } from '../../kernel/leased-queue/leased-queue.ts';
import type { Loop } from '../../kernel/signals/loop.ts';
import { now } from '../../kernel/values/instant.ts';
import { settle, type Verdict } from './attempt-outcomes.ts';
import { type AttemptDependencies, type Attempted, attempt } from './delivery-attempt.ts';
import { type Claimed, claimDeliveries } from './delivery-claims.ts';

const limits = { inAll: 1024, first: 8, most: 128, least: 2 };
/** Number of parallel deliveries to an endpoint without FIFO. */
const parallel = 32;

/** Sends due deliveries, in every process. A lane is an endpoint, a group a root account with its subaccounts. */
export function startDeliveries(database: Database, sender: AttemptDependencies, log: Logger): Loop {
  return startLeasedQueue<Claimed, Verdict>({
    name: 'deliveries',
    wakeups: database.signals.listen('deliveries'),
    log,
    limits,
    parallel: () => parallel,
    claim: (room) => claimDeliveries(database, room),
    perform: (claimed) => attemptClaimed(sender, claimed, log),
    released: 'RELEASED',
    effectOf,
    originOf: ({ endpoint, happened }) => ({
      accountId: endpoint.accountId,
      traceparent: happened?.traceparent ?? null,
    }),
    settle: (outcomes) => settle(database, outcomes),
  });
}

async function attemptClaimed(
  sender: AttemptDependencies,
  { endpoint, happened }: Claimed,
  log: Logger,
): Promise<Attempted> {
  if (!happened) return failedBefore('The event is no longer kept.');
  try {
    return await attempt(sender, endpoint, happened);
  } catch (error) {
    // This happens, for example, if the secret was encrypted with another APP_SECRET.
    log.error({ err: error, endpoint: endpoint.id, event: happened.event.id }, 'a delivery could not be prepared');
    return failedBefore('The delivery could not be prepared on our side.');
  }
}

function failedBefore(error: string): Attempted {
  return { at: now(), milliseconds: 0, status: null, response: null, error, retryAfter: null };
}

function effectOf(verdict: Verdict): LaneEffect {
  if (verdict === 'RELEASED') return null;
  return verdict.error === null ? 'SUCCESS' : 'FAILURE';
}
