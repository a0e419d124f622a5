import type { Database, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type Instant, toInstant, toIso } from '../../kernel/values/instant.ts';
import { fromExistingSession } from '../message/coupon-receipt.ts';
import type { Message } from '../message/message.ts';
import type { Claimed } from './message-claims.ts';

/** Longer than a platform can take for a message: after that its outcome is unknown. */
const sendingMilliseconds = 120_000;

/** How long after it was marked a message must have been handed over: what is left is for the platform. */
export const handOverMilliseconds = 45_000;

/** Which messages may go out now, and which must not: what they carry was removed, or their recipients want nothing. The rest is not ours. */
export interface Marked<One> {
  sending: One[];
  removed: One[];
  suppressed: One[];
}

const isOptedOut = (message: string) => `EXISTS (
  SELECT 1 FROM opt_outs o
  WHERE o.account_id = ${message}.account_id AND o.channel = ${message}.channel AND o.address = ${message}.address_key)`;

const isThere = (message: string) =>
  `(${message}.session IS NULL OR EXISTS (SELECT 1 ${fromExistingSession(`${message}.session`)}))`;

/**
 * Notes that messages go out right now. So what was only claimed by a process that dies goes out later, and of the few
 * that are marked it is said that they may have arrived.
 */
export async function markSending<One extends Claimed>(
  database: Database,
  claimed: readonly One[],
): Promise<Marked<One>> {
  const until = toInstant(new Date(Date.now() + sendingMilliseconds));
  return database.transaction(async (transaction) => {
    let marked = 0;
    for (const [lease, group] of Map.groupBy(claimed, (one) => one.lease)) {
      marked += await transaction.change(
        ...bind(
          `UPDATE messages SET status = 'SENDING', due_at = :until
           WHERE number IN (:numbers) AND status = 'QUEUED' AND due_at = :lease
             AND NOT ${isOptedOut('messages')} AND ${isThere('messages')}`,
          { until, lease, numbers: numbersOf(group) },
        ),
      );
    }
    if (marked === claimed.length) return { sending: [...claimed], removed: [], suppressed: [] };
    return tellApart(transaction, claimed);
  });
}

async function tellApart<One extends Claimed>(transaction: Transaction, claimed: readonly One[]): Promise<Marked<One>> {
  const rows = await transaction.rows<
    Pick<Message, 'number' | 'status' | 'claims'> & { dueAt: Instant; isThere: 0 | 1 }
  >(
    ...bind(
      `SELECT m.number AS number, m.status AS status, m.claims AS claims, m.due_at AS dueAt, ${isThere('m')} AS isThere
       FROM messages m
       WHERE m.number IN (:numbers) AND m.due_at IS NOT NULL`,
      { numbers: numbersOf(claimed) },
    ),
  );
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const rowOf = ({ message }: One) => {
    const row = byNumber.get(message.number);
    return row?.claims === message.claims ? row : undefined;
  };
  const kept = claimed.filter((one) => {
    const row = rowOf(one);
    return row?.status === 'QUEUED' && toIso(row.dueAt) === toIso(one.lease);
  });
  const [suppressed = [], removed = []] = [1, 0].map((isThere) =>
    kept.filter((one) => rowOf(one)?.isThere === isThere),
  );
  return { sending: claimed.filter((one) => rowOf(one)?.status === 'SENDING'), removed, suppressed };
}

function numbersOf(claimed: readonly Claimed[]): number[] {
  return claimed.map(({ message }) => message.number);
}
