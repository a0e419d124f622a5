import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { type Instant, inRealTime, now, nowMilliseconds } from '../../kernel/values/instant.ts';
import { applyFinalFailures } from '../message/coupon-receipt.ts';
import { type Message, messages } from '../message/message.ts';
import { recordMessages, wakeIntegration } from '../message/message-queue.ts';
import { addOptOut } from '../opt-out/opt-out.ts';
import { applyEarlyReceipts } from '../receipt/early-receipt.ts';
import { isPausedAsRefusedAlike, pauseRefusedJobs } from '../receipt/refused-alike.ts';
import { obeyJobs } from './job-messages.ts';
import { type Change, changeBy, isOver, type Outcome } from './verdict.ts';

export interface MessageOutcome {
  number: number;
  claims: number;
  outcome: Outcome;
}

/** Stores outcomes, and applies delivery reports that have arrived before them. */
export async function settle(database: Database, settled: readonly MessageOutcome[]): Promise<void> {
  const failed = await database.transaction((transaction) => settleIn(transaction, settled));
  await pauseRefusedJobs(database, failed);
  const named = settled.flatMap(({ outcome }) => (outcome.outcome === 'SENT' ? (outcome.platformId ?? []) : []));
  await applyEarlyReceipts(database, named);
}

export async function settleIn(
  transaction: Transaction,
  settled: readonly MessageOutcome[],
): Promise<Pick<Message, 'jobId' | 'accountId'>[]> {
  if (settled.length === 0) return [];
  const at = new Date(nowMilliseconds());
  const held = await holdMessages(transaction, settled);
  const changes = new Map<number, Changed>();
  for (const one of settled) {
    const message = changes.get(one.number)?.after ?? held.get(one.number);
    const change = message && changeBy(message, one, at);
    if (change) changes.set(one.number, { change, after: { ...message, ...change }, outcome: one.outcome });
  }
  const changed = [...changes.values()];
  await writeChanges(transaction, changed);
  // A message that a caller retried is urgent. It is sent even if its job has ended.
  await obeyJobs(
    transaction,
    changed.flatMap(({ after }) => (after.status === 'QUEUED' && after.urgent === 0 ? [after] : [])),
  );
  await noteRefusedAddresses(transaction, changed);
  await recordOutcomes(transaction, changed);
  await lookWhenDue(transaction, changed);
  if (changed.length > 0) transaction.signal('verdicts');
  return changed.map(({ after }) => after).filter(({ status }) => status === 'FAILED');
}

const propertiesOfEvent = [
  ...(['number', 'id', 'accountId', 'integrationId', 'channel', 'campaignId', 'addressKey'] as const),
  ...(['status', 'claims', 'failures', 'paid', 'urgent', 'jobId'] as const),
] as const;

type MessageOfEvent = Pick<Message, (typeof propertiesOfEvent)[number]>;

interface Changed {
  change: Change;
  after: MessageOfEvent & Change;
  outcome: Outcome;
}

async function holdMessages(transaction: Transaction, settled: readonly MessageOutcome[]) {
  const which = { number: settled.map(({ number }) => number) };
  const reading = { select: propertiesOfEvent, order: { number: 'ASC' }, lock: 'exclusive' } as const;
  const rows = await findRows(transaction, messages, which, reading);
  return new Map(rows.map((row) => [row.number, row]));
}

/** Writes changes. Most outcomes of a batch are the same, so one statement writes them all. */
async function writeChanges(transaction: Transaction, changed: readonly Changed[]): Promise<void> {
  const same = Map.groupBy(changed, ({ change: { status, dueAt, reason, failed } }) =>
    JSON.stringify([status, dueAt, reason, failed]),
  );
  for (const group of same.values()) await writeGroup(transaction, group);
}

async function writeGroup(transaction: Transaction, group: readonly Changed[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  const { status, dueAt, reason, failed } = first.change;
  const platform = platformIdsOf(group);
  await transaction.change(
    `UPDATE messages SET status = :status, due_at = :dueAt, reason = :reason, failures = failures + :failed,
         finished_at = :finishedAt${status === 'SENT' ? ', sent_at = :finishedAt' : ''}${platform.assignment}
       WHERE number IN (:numbers)`,
    {
      ...{ status, dueAt, reason, failed: failed ? 1 : 0, finishedAt: dueAt ? null : now() },
      ...platform.values,
      numbers: group.map(({ after }) => after.number),
    },
  );
}

function platformIdsOf(group: readonly Changed[]): { assignment: string; values: Record<string, Value> } {
  const named = group.filter(({ change }) => change.platformId);
  const last = named.at(-1);
  if (!last) return { assignment: '', values: {} };
  // A power of two, so that the server prepares few statements.
  const size = 2 ** Math.ceil(Math.log2(named.length));
  const cases = [...named, ...Array<Changed>(size - named.length).fill(last)];
  const values = cases.flatMap(({ after, change }, index): [string, Value][] => [
    [`number${index}`, after.number],
    [`platformId${index}`, change.platformId ?? null],
  ]);
  const when = cases.map((_, index) => `WHEN :number${index} THEN :platformId${index}`);
  return {
    assignment: `, platform_id = CASE number ${when.join(' ')} ELSE platform_id END`,
    values: Object.fromEntries(values),
  };
}

async function noteRefusedAddresses(transaction: Transaction, changed: readonly Changed[]): Promise<void> {
  const givenUp = changed.filter(({ after: { status } }) => status === 'FAILED' || status === 'SUPPRESSED');
  const afters = givenUp.map(({ after }) => after);
  await applyFinalFailures(transaction, afters);
  for (const { after, outcome } of givenUp) {
    if (outcome.outcome !== 'REFUSED') continue;
    const { accountId, channel, addressKey: address, jobId } = after;
    const reason = outcome.optedOut ? 'STOP' : outcome.badAddress && channel === 'EMAIL' ? 'BOUNCED' : null;
    // The data of the person has been erased in the meantime.
    if (!reason || !address) continue;
    if (reason === 'BOUNCED' && jobId && (await isPausedAsRefusedAlike(transaction, { id: jobId, accountId })))
      continue;
    await addOptOut(transaction, { accountId, channel, address, reason });
  }
}

async function recordOutcomes(transaction: Transaction, changed: readonly Changed[]): Promise<void> {
  const over = changed.filter(({ after }) => isOver(after.status));
  const numbersOf = (chosen: readonly Changed[]) => chosen.map(({ after }) => after.number);
  await recordMessages(transaction, 'message_sent', numbersOf(over.filter(({ after }) => after.status === 'SENT')));
  await recordMessages(transaction, 'message_failed', numbersOf(over.filter(({ after }) => after.status !== 'SENT')));
}

async function lookWhenDue(transaction: Transaction, changed: readonly Changed[]): Promise<void> {
  const first = new Map<string, Instant>();
  for (const { integrationId, dueAt } of changed.map(({ after }) => after)) {
    const known = first.get(integrationId);
    if (dueAt && (!known || dueAt < known)) first.set(integrationId, dueAt);
  }
  for (const [id, dueAt] of [...first].sort()) await wakeIntegration(transaction, id, inRealTime(dueAt));
}
