import { ofOpenAccount } from '../../accounts/account/account.ts';
import { rootsOnClocks } from '../../accounts/account/account-clock.ts';
import { aheadOf } from '../../kernel/clocks/account-clocks.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { plus, updateRows } from '../../kernel/database/rows.ts';
import { claimOfDueLanes } from '../../kernel/leased-queue/due-lanes.ts';
import type { Room } from '../../kernel/leased-queue/lanes.ts';
import { instantOfLease, type Leased, newLeaseEnd } from '../../kernel/leased-queue/lease.ts';
import type { Mark } from '../../kernel/leased-queue/queue-definition.ts';
import { lookBefore, slotsFrom } from '../../kernel/leased-queue/rate-slots.ts';
import {
  atClock,
  clockAhead,
  fromNow,
  type Instant,
  inRealTime,
  now,
  toDate,
  toInstant,
} from '../../kernel/values/instant.ts';
import { type Integration, integrationColumns, integrations as integrationsTable } from '../integration/integration.ts';
import { fromExistingSession } from '../message/coupon-receipt.ts';
import { type Message, messageColumns, messages } from '../message/message.ts';
import { optedOutReason } from '../message/message-queue.ts';
import { type MessageOutcome, settleIn } from './message-outcomes.ts';
import type { Outcome } from './verdict.ts';

/** A claimed message. Sending must begin before the lease ends. */
export interface Claimed extends Leased {
  message: Message;
}

export interface ClaimedMessages {
  integration: Integration;
  claimed: Claimed[];
  /** The earliest times that the rate of the platform allows, in order. Null without a rate. */
  slots: number[] | null;
}

/**
 * Claims messages for up to 32 integrations, urgent messages first. After a claim without messages, more may still be
 * due.
 */
export function claimMessages(database: Database, room: Room): Promise<ClaimedMessages[]> {
  return claimOfDueLanes<Integration, ClaimedMessages>(database, dueIntegrations, room, async (transaction, due) => {
    const waiting = await waitingMessages(transaction, due, room);
    const leaseEnd = newLeaseEnd();
    const choices = due.map((integration) => choose(integration, waiting.get(integration.id) ?? [], room, leaseEnd));
    await settleIn(
      transaction,
      choices.flatMap(({ hopeless }) => hopeless),
    );
    await takeUntil(transaction, leaseEnd, choices);
    await noteNextLooks(transaction, choices);
    return choices.filter(({ claimed, hopeless }) => claimed.length + hopeless.length > 0);
  });
}

const dueIntegrations = {
  table: 'integrations i',
  columns: integrationColumns,
  mayRun: ofOpenAccount,
  groupsOf: rootsOnClocks,
};

async function waitingMessages(transaction: Transaction, integrations: readonly Integration[], room: Room) {
  const found = await eachQueue(transaction, integrations, (condition, { id }) => {
    return `SELECT ${messageColumns} FROM messages m ${transaction.dialect.useIndex('messages_due')}
      WHERE ${condition} AND m.due_at <= :now ORDER BY m.due_at, m.number LIMIT ${limitFor(room.of(id))}`;
  });
  found.sort(
    (one, other) =>
      other.urgent - one.urgent || compare(one.dueAt ?? '', other.dueAt ?? '') || one.number - other.number,
  );
  return Map.groupBy(found, ({ integrationId }) => integrationId);
}

function eachQueue(
  transaction: Transaction,
  integrations: readonly Integration[],
  select: (condition: string, integration: Integration) => string,
): Promise<Message[]> {
  const branches = integrations.flatMap((integration, index) =>
    [1, 0].map((urgent) => {
      const condition = `m.integration_id = :of${index} AND m.urgent = ${urgent}`;
      return `SELECT * FROM (${select(condition, integration)}) AS of${index}_${urgent}`;
    }),
  );
  const ids = Object.fromEntries(integrations.map(({ id }, index) => [`of${index}`, id]));
  return transaction.rows<Message>(branches.join(' UNION ALL '), { ...ids, now: now() });
}

/** Returns a power of two, so that the server prepares few statements. */
function limitFor(room: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, room)));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

interface Choice extends ClaimedMessages {
  hopeless: MessageOutcome[];
  /** When the next slot of the rate begins. Null without a rate. */
  nextSlot: number | null;
  /** When to look again. Null if no more messages are due. */
  nextLook: number | null;
}

function choose(integration: Integration, waiting: readonly Message[], room: Room, leaseEnd: number): Choice {
  const at = Date.now();
  const limit = limitFor(room.of(integration.id));
  const hopeless = waiting.flatMap((message) => hopelessBecause(integration, message));
  const queued = integration.disconnectedAt ? [] : waiting.filter(({ status }) => status === 'QUEUED');
  const slots = slotsFrom(integration, at);
  const taken = room.take(integration.id, queued.slice(0, slots.free));
  const more = queued.length > taken.length || waiting.length >= limit;
  const nextSlot = integration.perSecond ? slots.at(taken.length) : null;
  return {
    integration,
    hopeless,
    claimed: taken.map((message) => ({
      message: { ...message, claims: message.claims + 1 },
      leaseEnd,
      urgent: message.urgent === 1,
    })),
    slots: integration.perSecond ? taken.map((_, index) => slots.at(index)) : null,
    nextSlot,
    nextLook: more ? Math.max(at, lookBefore(nextSlot ?? at)) : null,
  };
}

/**
 * Returns the outcome of a message that cannot be sent: its platform was disconnected, or its process died while
 * sending it. Otherwise, returns an empty list.
 */
function hopelessBecause({ disconnectedAt }: Integration, message: Message): MessageOutcome[] {
  const settled = (outcome: MessageOutcome['outcome']) => [{ number: message.number, claims: message.claims, outcome }];
  if (message.status === 'SENDING') return settled({ outcome: 'UNKNOWN', reason: lost });
  return disconnectedAt ? settled({ outcome: 'REFUSED', reason: disconnected }) : [];
}

const lost = 'The process that was sending the message was lost, so the message may or may not have arrived.';
const disconnected = 'The platform was disconnected before the message was sent.';

/** Claims messages until this time. If the process dies, they come due again then. */
async function takeUntil(transaction: Transaction, leaseEnd: number, choices: readonly Choice[]): Promise<void> {
  const numbers = choices.flatMap(({ claimed }) => claimed.map(({ message }) => message.number));
  if (numbers.length === 0) return;
  await updateRows(
    transaction,
    messages,
    { number: numbers, status: 'QUEUED' },
    { dueAt: instantOfLease(leaseEnd), claims: plus(1) },
  );
}

async function noteNextLooks(transaction: Transaction, choices: readonly Choice[]): Promise<void> {
  const emptied = choices.filter(({ nextLook }) => nextLook === null);
  const next = new Map<string, Instant>();
  if (emptied.length > 0) {
    const first = await eachQueue(
      transaction,
      emptied.map(({ integration }) => integration),
      (condition) =>
        `SELECT m.integration_id AS integrationId, m.due_at AS dueAt FROM messages m ${transaction.dialect.useIndex('messages_due')}
         WHERE ${condition} AND m.due_at IS NOT NULL ORDER BY m.due_at LIMIT 1`,
    );
    for (const { integrationId, dueAt } of first) {
      const known = next.get(integrationId);
      if (dueAt && (!known || inRealTime(dueAt) < known)) next.set(integrationId, inRealTime(dueAt));
    }
  }
  for (const { integration, nextLook, nextSlot } of choices) {
    await updateRows(
      transaction,
      integrationsTable,
      { id: integration.id },
      {
        nextDueAt: nextLook === null ? (next.get(integration.id) ?? null) : toInstant(new Date(nextLook)),
        nextSlotAt: nextSlot === null ? null : toInstant(new Date(nextSlot)),
      },
    );
  }
}

/** How long a message may be SENDING. It is longer than a platform can take. After that, the outcome is unknown. */
const sendingMilliseconds = 120_000;

/** How long after being marked a message may be handed over. The rest of the time is for the platform. */
export const handOverMilliseconds = 45_000;

const isOptedOut = (message: string) => `EXISTS (
  SELECT 1 FROM opt_outs o
  WHERE o.account_id = ${message}.account_id AND o.channel = ${message}.channel AND o.address = ${message}.address_key)`;

const isThere = (message: string) =>
  `(${message}.session IS NULL OR EXISTS (SELECT 1 ${fromExistingSession(`${message}.session`)}))`;

/**
 * Marks messages, and skips those that must no longer be sent. If the process dies, only marked messages have an
 * unknown outcome.
 */
export async function markSending(database: Database, claimed: readonly Marked[]): Promise<Mark<Outcome>[]> {
  const groups = Map.groupBy(claimed, ({ message }) => aheadOf(message.accountId));
  if (groups.size === 1) return markOnClock(database, claimed, [...groups.keys()][0] ?? 0);
  const marks = new Map<Marked, Mark<Outcome>>();
  for (const [ahead, group] of groups)
    for (const [index, mark] of (await markOnClock(database, group, ahead)).entries())
      marks.set(group[index] as Marked, mark);
  return claimed.map((one) => marks.get(one) ?? 'LOST');
}

type Marked = Pick<Claimed, 'message' | 'leaseEnd'>;

function markOnClock(database: Database, claimed: readonly Marked[], ahead: number): Promise<Mark<Outcome>[]> {
  return atClock(ahead, () => markTogether(database, claimed));
}

async function markTogether(database: Database, claimed: readonly Marked[]): Promise<Mark<Outcome>[]> {
  const until = fromNow(sendingMilliseconds);
  return database.transaction(async (transaction) => {
    let marked = 0;
    for (const [leaseEnd, group] of Map.groupBy(claimed, (one) => one.leaseEnd)) {
      marked += await transaction.change(
        `UPDATE messages SET status = 'SENDING', due_at = :until
           WHERE number IN (:numbers) AND status = 'QUEUED' AND due_at = :lease
             AND NOT ${isOptedOut('messages')} AND ${isThere('messages')}`,
        { until, lease: instantOfLease(leaseEnd), numbers: numbersOf(group) },
      );
    }
    return marked === claimed.length ? claimed.map(() => 'BEGIN') : markEach(transaction, claimed);
  });
}

interface Row extends Pick<Message, 'number' | 'status' | 'claims'> {
  dueAt: Instant;
  isThere: 0 | 1;
}

async function markEach(transaction: Transaction, claimed: readonly Marked[]): Promise<Mark<Outcome>[]> {
  const rows = await transaction.rows<Row>(
    `SELECT m.number AS number, m.status AS status, m.claims AS claims, m.due_at AS dueAt, ${isThere('m')} AS isThere
       FROM messages m
       WHERE m.number IN (:numbers) AND m.due_at IS NOT NULL`,
    { numbers: numbersOf(claimed) },
  );
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return claimed.map(({ message, leaseEnd }) => {
    const row = byNumber.get(message.number);
    if (row?.claims !== message.claims) return 'LOST';
    if (row.status === 'SENDING') return 'BEGIN';
    const isOurs = row.status === 'QUEUED' && toDate(row.dueAt).getTime() === leaseEnd + clockAhead();
    return isOurs ? { verdict: row.isThere ? optedOut : gone } : 'LOST';
  });
}

const gone: Outcome = {
  outcome: 'REFUSED',
  reason: 'The coupon or its session was removed before the message was sent.',
};
const optedOut: Outcome = { outcome: 'SUPPRESSED', reason: optedOutReason };

function numbersOf(claimed: readonly Pick<Claimed, 'message'>[]): number[] {
  return claimed.map(({ message }) => message.number);
}
