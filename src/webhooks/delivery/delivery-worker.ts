import type { Logger } from 'pino';
import { IsNull, Not } from 'typeorm';
import { onEachClock } from '../../kernel/clocks/account-clocks.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, findRows, insertRows, updateRows } from '../../kernel/database/rows.ts';
import { nextTryAt } from '../../kernel/leased-queue/backoff.ts';
import type { LaneEffect } from '../../kernel/leased-queue/lane.ts';
import { startLeasedQueue } from '../../kernel/leased-queue/leased-queue.ts';
import type { Outcome } from '../../kernel/leased-queue/queue-definition.ts';
import type { Loop } from '../../kernel/signals/signals.ts';
import {
  type Instant,
  inRealTime,
  now,
  nowMilliseconds,
  realNow,
  toDate,
  toInstant,
} from '../../kernel/values/instant.ts';
import { disableByItself, endpointRow, type WebhookEndpoint, webhookEndpoints } from '../endpoint/endpoint.ts';
import { type CountedAttempt, countAttempts } from '../traffic/endpoint-traffic.ts';
import { webhookAttempts } from './delivery.ts';
import { type AttemptDependencies, type Attempted, attempt } from './delivery-attempt.ts';
import { type Claimed, claimDeliveries } from './delivery-claims.ts';
import { scheduleEndpoints } from './fan-out.ts';

const limits = { inAll: 1024, first: 8, max: 128, min: 2 };
const parallel = 32;

/** Starts the worker of a process. A lane is an endpoint. A group is a root account with its subaccounts. */
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

async function attemptClaimed(sender: AttemptDependencies, { endpoint, happened }: Claimed, log: Logger) {
  if (!happened) return failedBefore('The event is no longer kept.');
  try {
    return await attempt(sender, endpoint, happened);
  } catch (error) {
    // For example, the secret was encrypted with another APP_SECRET.
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

const failingMilliseconds = 5 * 24 * 3600 * 1000;

/** `RELEASED` means that the process gave the delivery back before an attempt. */
type Verdict = Attempted | 'RELEASED';

type AttemptOutcome = Outcome<Claimed, Attempted>;

export function settle(database: Database, outcomes: readonly Outcome<Claimed, Verdict>[]): Promise<void> {
  return onEachClock(
    outcomes,
    ({ item }) => item.endpoint.accountId,
    (some) => settleTogether(database, some),
  );
}

async function settleTogether(database: Database, outcomes: readonly Outcome<Claimed, Verdict>[]): Promise<void> {
  const made = outcomes.filter((outcome): outcome is AttemptOutcome => outcome.verdict !== 'RELEASED');
  const succeeded = made.filter(({ verdict }) => verdict.error === null);
  const failed = made.filter(({ verdict }) => verdict.error !== null);
  const released = outcomes.filter(({ verdict }) => verdict === 'RELEASED').map(({ item }) => item);
  await database.transaction(async (transaction) => {
    await noteAttempts(transaction, made);
    await noteSuccesses(transaction, succeeded);
    await noteFailures(transaction, failed);
    await noteRecovered(transaction, succeeded);
    await release(transaction, released);
    const open = [...made.map(({ item }) => item).filter(({ endsBatch }) => endsBatch), ...released];
    const endpoints = new Set(open.map(({ endpoint }) => endpoint.id));
    if (endpoints.size > 0) await scheduleEndpoints(transaction, [...endpoints], realNow());
    await countAttempts(transaction, made.map(counted));
  });
}

function counted({ item, verdict: { at, milliseconds, error } }: AttemptOutcome): CountedAttempt {
  return { endpointId: item.endpoint.id, at, milliseconds, isDelivered: error === null };
}

async function noteAttempts(transaction: Transaction, made: readonly AttemptOutcome[]): Promise<void> {
  const attempts = made.map(({ item: { delivery }, verdict: { at, milliseconds, status, response, error } }) => ({
    ...{ deliveryNumber: delivery.number, number: delivery.claims, at, milliseconds, status, response, error },
  }));
  await insertRows(transaction, webhookAttempts, attempts, { insert: transaction.dialect.insertIfAbsent });
}

/** Records successes. They count even if the lease has ended. */
async function noteSuccesses(transaction: Transaction, succeeded: readonly AttemptOutcome[]): Promise<void> {
  if (succeeded.length === 0) return;
  await transaction.change(
    `UPDATE webhook_deliveries SET status = 'DELIVERED', due_at = NULL, finished_at = :now WHERE number IN (:numbers)`,
    { now: now(), numbers: succeeded.map(({ item }) => item.delivery.number) },
  );
}

/**
 * Records failures. Each counts once, and only for the current claim. Locks endpoints in the order of their ids, to
 * avoid deadlocks.
 */
async function noteFailures(transaction: Transaction, failed: readonly AttemptOutcome[]): Promise<void> {
  const byEndpoint = Map.groupBy(failed, ({ item }) => item.endpoint.id);
  for (const [id, failures] of [...byEndpoint].sort(([one], [other]) => one.localeCompare(other))) {
    const endpoint = await findRow(transaction, endpointRow, { id }, 'exclusive');
    const retries: string[] = [];
    for (const { item, verdict } of failures) {
      const { number, claims, failures } = item.delivery;
      const next = nextTry(item, verdict);
      await transaction.change(
        `UPDATE webhook_deliveries SET failures = failures + 1, status = ?, due_at = ?, finished_at = ?
         WHERE number = ? AND claims = ? AND failures = ? AND status = 'PENDING'`,
        [next ? 'PENDING' : 'FAILED', next, next ? null : now(), number, claims, failures],
      );
      if (next) retries.push(next);
    }
    if (endpoint && !endpoint.disabledAt) await noteFailing(transaction, endpoint, failures, retries.sort()[0] ?? null);
  }
}

function nextTry({ delivery, happened }: Claimed, { status, at, retryAfter }: Attempted): Instant | null {
  const next = status === 410 || !happened ? null : nextTryAt(schedule, delivery.failures + 1, toDate(at), retryAfter);
  return next && toInstant(next);
}

/** Notes since when an endpoint has been failing. Disables it if it is gone or has failed for five days. */
async function noteFailing(
  transaction: Transaction,
  endpoint: WebhookEndpoint,
  failures: readonly AttemptOutcome[],
  retryAt: Instant | null,
): Promise<void> {
  const { id, failingSince, nextDueAt } = endpoint;
  const since = failingSince ?? failures.map(({ verdict }) => verdict.at).sort()[0] ?? now();
  if (failures.some(({ verdict }) => verdict.status === 410)) return disableByItself(transaction, endpoint, 'GONE');
  if (nowMilliseconds() - toDate(since).getTime() >= failingMilliseconds)
    return disableByItself(transaction, endpoint, 'FAILING');
  const nextLook = [retryAt && inRealTime(retryAt), nextDueAt].filter((at) => at !== null).sort()[0] ?? null;
  await updateRows(transaction, webhookEndpoints, { id }, { failingSince: since, nextDueAt: nextLook });
}

/** Records recoveries. Most endpoints are not failing, so it looks for failing ones without a lock. */
async function noteRecovered(transaction: Transaction, succeeded: readonly AttemptOutcome[]): Promise<void> {
  if (succeeded.length === 0) return;
  const ids = [...new Set(succeeded.map(({ item }) => item.endpoint.id))].sort();
  const which = { id: ids, failingSince: Not(IsNull()) };
  const failing = await findRows(transaction, webhookEndpoints, which, { select: ['id'] });
  for (const { id } of failing) await updateRows(transaction, webhookEndpoints, { id }, { failingSince: null });
}

/** Gives deliveries back. They become due immediately. */
async function release(transaction: Transaction, released: readonly Claimed[]): Promise<void> {
  for (const { delivery } of released) {
    await transaction.change(
      `UPDATE webhook_deliveries SET due_at = created_at WHERE number = ? AND claims = ? AND status = 'PENDING'`,
      [delivery.number, delivery.claims],
    );
  }
}

/** The seconds to wait before each attempt. They add up to almost 24 hours. */
const schedule = [0, 5, 5 * 60, 30 * 60, ...Array<number>(23).fill(3600)];
