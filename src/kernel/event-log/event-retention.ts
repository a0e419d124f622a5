import { IsNull, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { toRealTime } from '../clocks/account-clocks.ts';
import type { Database } from '../database/database.ts';
import { deleteRows, findRows, updateRows } from '../database/rows.ts';
import { sequences, sequenceValue } from '../database/sequence.ts';
import { daysAgo, type Instant, realNow } from '../values/instant.ts';
import { events } from './event.ts';
import { unshare, unshareWith } from './shared-event.ts';
import { removeTraces } from './traces/event-trace.ts';

const chunk = 500;

export interface Archive {
  archivedUpTo(database: Database, position: number, limit: Instant, read: number): Promise<number | null>;
}

interface Rules {
  keptDays: number;
  /** The cursor of a reader that still needs the events after it. */
  cursor?: string;
  archive?: Archive | null;
}

/** Removes the oldest expired events, and returns their number. If there is an archive, archives them first. */
export async function pruneEvents(database: Database, { keptDays, cursor, archive }: Rules): Promise<number> {
  const limit = daysAgo(keptDays);
  const read = cursor ? await sequenceValue(database, cursor) : Number.MAX_SAFE_INTEGER;
  const oldest = (await findRows(
    database,
    events,
    { position: Not(IsNull()) },
    { select: ['id', 'accountId', 'position', 'createdAt'], order: { position: 'ASC' }, take: chunk },
  )) as { id: string; accountId: string; position: number; createdAt: Instant }[];
  const kept = oldest.findIndex(
    ({ accountId, createdAt, position }) => toRealTime(accountId, createdAt) >= limit || position > read,
  );
  const expired = oldest.slice(0, kept === -1 ? oldest.length : kept);
  const [first] = expired;
  if (!first) return 0;
  const upTo = archive ? await archive.archivedUpTo(database, first.position, limit, read) : Number.MAX_SAFE_INTEGER;
  const past = expired.filter(({ position }) => position <= (upTo ?? 0));
  const last = past.at(-1)?.position;
  if (last === undefined) return 0;
  return database.transaction(async (transaction) => {
    await updateRows(transaction, sequences, { name: 'events_pruned', value: LessThan(last) }, { value: last });
    await unshare(
      transaction,
      past.map(({ id }) => id),
    );
    return deleteRows(transaction, events, { position: LessThanOrEqual(last) });
  });
}

/**
 * Empties events but keeps their rows, because positions must have no holes. Times of clocks that are ahead become real
 * times, because retention compares them.
 */
export async function emptyEvents(database: Database, accountId: string): Promise<boolean> {
  const reading = { select: ['id', 'number'], index: 'events_account', take: chunk } as const;
  const found = await findRows(database, events, { accountId }, reading);
  if (found.length === 0)
    return (await database.transaction((transaction) => unshareWith(transaction, accountId))) === 0;
  const numbers = found.map(({ number }) => number);
  const ids = found.map(({ id }) => id);
  await database.transaction(async (transaction) => {
    await unshare(transaction, ids);
    await removeTraces(transaction, ids);
    await transaction.change(
      `UPDATE events SET account_id = '', campaign_id = NULL, session = NULL, key_id = NULL, data = '{}',
           created_at = CASE WHEN created_at > :now THEN :now ELSE created_at END WHERE number IN (:numbers)`,
      { numbers, now: realNow() },
    );
  });
  return false;
}
