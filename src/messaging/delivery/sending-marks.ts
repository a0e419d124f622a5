import { aheadOf } from '../../kernel/clocks/account-clocks.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { instantOfLease } from '../../kernel/leased-queue/lease.ts';
import type { Mark } from '../../kernel/leased-queue/queue-definition.ts';
import { atClock, clockAhead, fromNow, type Instant, toDate } from '../../kernel/values/instant.ts';
import { fromExistingSession } from '../message/coupon-receipt.ts';
import type { Message } from '../message/message.ts';
import { optedOutReason } from '../message/message-queue.ts';
import type { Claimed } from './message-claims.ts';
import type { Outcome } from './verdict.ts';

/** Longer than a platform can take for a message. After this time, the outcome of the message is unknown. */
const sendingMilliseconds = 120_000;

/** How long after its mark a message may be handed over. The platform has the rest of the time. */
export const handOverMilliseconds = 45_000;

const isOptedOut = (message: string) => `EXISTS (
  SELECT 1 FROM opt_outs o
  WHERE o.account_id = ${message}.account_id AND o.channel = ${message}.channel AND o.address = ${message}.address_key)`;

const isThere = (message: string) =>
  `(${message}.session IS NULL OR EXISTS (SELECT 1 ${fromExistingSession(`${message}.session`)}))`;

/**
 * Marks messages as being sent, unless their session or coupon was removed or the recipient has opted out. If the
 * process dies, messages that were only claimed go out later, and the few marked ones have an unknown outcome.
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
        ...bind(
          `UPDATE messages SET status = 'SENDING', due_at = :until
           WHERE number IN (:numbers) AND status = 'QUEUED' AND due_at = :lease
             AND NOT ${isOptedOut('messages')} AND ${isThere('messages')}`,
          { until, lease: instantOfLease(leaseEnd), numbers: numbersOf(group) },
        ),
      );
    }
    return marked === claimed.length ? claimed.map(() => 'BEGIN') : tellApart(transaction, claimed);
  });
}

interface Row extends Pick<Message, 'number' | 'status' | 'claims'> {
  dueAt: Instant;
  isThere: 0 | 1;
}

async function tellApart(transaction: Transaction, claimed: readonly Marked[]): Promise<Mark<Outcome>[]> {
  const rows = await transaction.rows<Row>(
    ...bind(
      `SELECT m.number AS number, m.status AS status, m.claims AS claims, m.due_at AS dueAt, ${isThere('m')} AS isThere
       FROM messages m
       WHERE m.number IN (:numbers) AND m.due_at IS NOT NULL`,
      { numbers: numbersOf(claimed) },
    ),
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

const gone: Outcome = { outcome: 'REFUSED', reason: 'The coupon or its session was removed before it went out.' };
const optedOut: Outcome = { outcome: 'SUPPRESSED', reason: optedOutReason };

function numbersOf(claimed: readonly Pick<Claimed, 'message'>[]): number[] {
  return claimed.map(({ message }) => message.number);
}
