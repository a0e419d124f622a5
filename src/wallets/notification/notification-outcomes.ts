import { notify } from '../../accounts/viewer/notice.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, updateRows } from '../../kernel/database/rows.ts';
import { nextTryAt } from '../../kernel/leased-queue/backoff.ts';
import type { LaneEffect } from '../../kernel/leased-queue/lane.ts';
import { type Instant, realNow, toDate, toInstant } from '../../kernel/values/instant.ts';
import type { Integration } from '../../messaging/integration/integration.ts';
import { type ApnsVerdict, isGone } from '../../messaging/platform/apple/apns-connection.ts';
import type { GoogleVerdict } from '../../messaging/platform/google/google-wallet.ts';
import { dropDevice } from '../device/device-registration.ts';
import { countNotified } from '../push/push.ts';
import { type Notification, walletNotifications } from './notification.ts';
import type { Claimed } from './notification-claims.ts';
import { failWaiting } from './waiting-notifications.ts';
import { pauseLane, resumeLane, wakeLane } from './wallet-lane.ts';

/** The seconds to wait after each failure. After a failure that follows the last wait, there is no further attempt. */
const schedule = [1, 10, 60, 5 * 60, 15 * 60, 3600, 4 * 3600];

export type Outcome = ApnsVerdict | Exclude<GoogleVerdict, { outcome: 'DONE' }> | { outcome: 'RELEASED' };

const accepted = new Set<Outcome['outcome']>(['NOTIFIED', 'SILENT', 'ABSENT', 'REFUSED']);

export function effectOf({ outcome }: Outcome): LaneEffect {
  if (outcome === 'RELEASED') return null;
  return outcome === 'DEFERRED' || outcome === 'MISCONFIGURED' ? 'FAILURE' : 'SUCCESS';
}

interface NotificationOutcome {
  item: Claimed;
  verdict: Outcome;
}

/** Stores outcomes. If a notification was sent twice, because a process was believed dead, it counts once. */
export async function settleNotifications(database: Database, settled: readonly NotificationOutcome[]): Promise<void> {
  await database.transaction(async (transaction) => {
    const present = await holdPresent(transaction, settled);
    const left = settled.filter(({ item }) => isOwn(item, present));
    const waiting = left.flatMap((one) => nextTryOf(one, present) ?? []);
    const again = new Set(waiting.map(({ number }) => number));
    const over = left.filter(({ item }) => !again.has(item.notification.number));
    await remove(transaction, over);
    for (const one of waiting) await retry(transaction, one, present.get(one.number)?.dueAt === null);
    for (const one of over) await dropGone(transaction, one);
    await settleLanes(transaction, left, waiting);
  });
}

type PresentNotifications = Map<number, Pick<Notification, 'dueAt' | 'state'>>;

/** Locks the notifications that still exist, and returns them. Those of a paused push have no due time. */
async function holdPresent(transaction: Transaction, settled: readonly NotificationOutcome[]) {
  const rows = await findRows(
    transaction,
    walletNotifications,
    { number: settled.map(({ item }) => item.notification.number) },
    { select: ['number', 'dueAt', 'state'], order: { number: 'ASC' }, lock: 'exclusive' },
  );
  return new Map(rows.map(({ number, dueAt, state }) => [number, { dueAt, state }]));
}

/** Whether this process still has the lease, or the notification is paused. */
function isOwn({ notification, leaseEnd }: Claimed, present: PresentNotifications): boolean {
  const found = present.get(notification.number);
  return found?.dueAt === null || found?.dueAt === toInstant(new Date(leaseEnd));
}

interface Waiting {
  number: number;
  laneId: string;
  accountId: string;
  dueAt: Instant;
  failures: number;
}

function nextTryOf(
  { item: { notification, integration }, verdict }: NotificationOutcome,
  present: PresentNotifications,
): Waiting | null {
  const { number, failures } = notification;
  const { id: laneId, accountId } = integration;
  if (verdict.outcome === 'RELEASED' || verdict.outcome === 'MISCONFIGURED')
    return { number, laneId, accountId, dueAt: realNow(), failures };
  const next = verdict.outcome === 'DEFERRED' ? nextTryAt(schedule, failures, new Date(), verdict.retryAfter) : null;
  if (next) return { number, laneId, accountId, dueAt: toInstant(next), failures: failures + 1 };
  return present.get(number)?.state === 'CHANGED' ? { number, laneId, accountId, dueAt: realNow(), failures: 0 } : null;
}

async function retry(transaction: Transaction, { number, dueAt, failures }: Waiting, paused: boolean): Promise<void> {
  const next = { dueAt: paused ? null : dueAt, failures, state: 'WAITING' } as const;
  await updateRows(transaction, walletNotifications, { number }, next);
}

async function remove(transaction: Transaction, over: readonly NotificationOutcome[]): Promise<void> {
  if (over.length === 0) return;
  const numbers = over.map(({ item }) => item.notification.number);
  await deleteRows(transaction, walletNotifications, { number: numbers });
  const pushes = Map.groupBy(
    over.filter(({ item }) => item.notification.pushId !== ''),
    ({ item }) => item.notification.pushId,
  );
  for (const [push, of] of [...pushes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [notified, unnotified] = [passesIn(of, 'NOTIFIED', 'SILENT'), passesIn(of, 'SILENT')];
    await countNotified(transaction, push, { notified, failed: passesIn(of) - notified, unnotified });
  }
}

function passesIn(settled: readonly NotificationOutcome[], ...outcomes: Outcome['outcome'][]): number {
  return settled
    .filter(({ verdict }) => outcomes.length === 0 || outcomes.includes(verdict.outcome))
    .reduce((sum, { item }) => sum + item.notification.passes, 0);
}

async function dropGone(transaction: Transaction, { item: { device }, verdict }: NotificationOutcome): Promise<void> {
  if (!device || verdict.outcome !== 'GONE' || !isGone(verdict, toDate(device.registeredAt))) return;
  await dropDevice(transaction, device);
}

async function pause(transaction: Transaction, integration: Integration, reason: string): Promise<void> {
  if (!(await pauseLane(transaction, integration, reason))) return failWaiting(transaction, integration.id);
  const message = `Phones get no notifications until the integration is connected again: ${reason}`;
  await notify(transaction, {
    accountId: integration.accountId,
    type: 'WALLET_PAUSED',
    subject: integration.id,
    message,
  });
}

/** Pauses lanes whose settings the platform rejects, and resumes the others. */
async function settleLanes(
  transaction: Transaction,
  settled: readonly NotificationOutcome[],
  waiting: readonly Waiting[],
): Promise<void> {
  const integrations = new Map(settled.map(({ item: { integration } }) => [integration.id, integration]));
  for (const [id, integration] of integrations) {
    const verdicts = settled.filter(({ item }) => item.integration.id === id).map(({ verdict }) => verdict);
    const wrong = verdicts.find((verdict) => verdict.outcome === 'MISCONFIGURED');
    if (wrong) {
      await pause(transaction, integration, wrong.reason);
      continue;
    }
    const dues = waiting.filter(({ laneId }) => laneId === id).map(({ dueAt }) => dueAt);
    const [first] = dues.sort();
    if (first) await wakeLane(transaction, integration, first);
    if (verdicts.some(({ outcome }) => accepted.has(outcome))) await resumeLane(transaction, id);
  }
}
