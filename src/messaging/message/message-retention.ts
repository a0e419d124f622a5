import { MoreThan } from 'typeorm';
import { accountsKeeping } from '../../accounts/account/account-retention.ts';
import { toRealTime } from '../../kernel/clocks/account-clocks.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { daysAgo, type Instant } from '../../kernel/values/instant.ts';
import { removeUnusedContents } from '../content/message-content.ts';
import { messages } from './message.ts';

const chunk = 500;
const restMilliseconds = 24 * 3600 * 1000;

interface OldMessage {
  number: number;
  contentId: string;
  createdAt: Instant;
}

/**
 * Returns a function that checks a chunk per call, oldest first. A day after the last chunk, it starts again. It keeps
 * messages that are waiting or have a receipt.
 */
export function pruningMessages(keptDays: number): (database: Database) => Promise<number> {
  let after = 0;
  let restsUntil = 0;
  return async (database) => {
    if (Date.now() < restsUntil) return 0;
    const seen = await nextMessages(database, after, daysAgo(keptDays));
    const last = seen.at(-1);
    if (last) await removeUnneeded(database, seen);
    else restsUntil = Date.now() + restMilliseconds;
    after = last?.number ?? 0;
    return seen.length;
  };
}

export async function pruneMessagesOf(database: Database, accountId: string, keptDays: number): Promise<number> {
  const old = await database.rows<OldMessage>(
    `SELECT m.number AS number, m.content_id AS contentId, m.created_at AS createdAt FROM messages m
       WHERE m.account_id = :accountId AND m.created_at < :limit AND m.status NOT IN ('QUEUED', 'SENDING')
         AND NOT EXISTS (SELECT 1 FROM coupon_receipts r WHERE r.message_id = m.id) LIMIT ${chunk}`,
    { accountId, limit: daysAgo(keptDays) },
  );
  if (old.length > 0) await removeUnneeded(database, old);
  return old.length;
}

export function pruningMessagesOfAccounts(installation: number): (database: Database) => Promise<number> {
  let restsUntil = 0;
  return async (database) => {
    if (Date.now() < restsUntil) return 0;
    for (const { id, days } of await accountsKeeping(database, 'messages', installation)) {
      const removed = await pruneMessagesOf(database, id, days);
      if (removed > 0) return removed;
    }
    restsUntil = Date.now() + restMilliseconds;
    return 0;
  };
}

async function nextMessages(database: Database, after: number, before: Instant): Promise<OldMessage[]> {
  const next = await findRows(
    database,
    messages,
    { number: MoreThan(after) },
    { select: ['number', 'accountId', 'contentId', 'createdAt'], order: { number: 'ASC' }, take: chunk },
  );
  const kept = next.findIndex(({ accountId, createdAt }) => toRealTime(accountId, createdAt) >= before);
  return kept === -1 ? next : next.slice(0, kept);
}

async function removeUnneeded(database: Database, seen: readonly OldMessage[]): Promise<void> {
  const numbers = seen.map(({ number }) => number);
  await database.transaction(async (transaction) => {
    await transaction.change(
      `DELETE FROM messages WHERE number IN (:numbers) AND status NOT IN ('QUEUED', 'SENDING')
         AND NOT EXISTS (SELECT 1 FROM coupon_receipts r WHERE r.message_id = messages.id)`,
      { numbers },
    );
    const contentIds = seen.map(({ contentId }) => contentId);
    await removeUnusedContents(transaction, contentIds);
  });
}

export const removeMessages = removeRows('messages', 'account_id', chunk);
