import { expect } from 'vitest';
import { columnsOf, selectList } from '../../src/kernel/database/columns.ts';
import type { Database, Transaction } from '../../src/kernel/database/database.ts';
import { bind } from '../../src/kernel/database/statement.ts';
import { type Event, events } from '../../src/kernel/event-log/event.ts';
import { assignNextPositions } from '../../src/kernel/event-log/event-sequencer.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import type { Owner } from './client.ts';

/** An event with its data parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into records of any shape
export type StoredEvent = Omit<Event, 'data'> & { data: any };

const columns = selectList(columnsOf(events, 'e'));

/** Returns the events of a session, a campaign or an account in the order of writing. */
export async function eventsOf(
  database: Database,
  of: { session: string } | { campaignId: string } | { accountId: string },
): Promise<StoredEvent[]> {
  const column = 'session' in of ? 'session' : 'campaignId' in of ? 'campaign_id' : 'account_id';
  const rows = await database.rows<Event>(
    ...bind(`SELECT ${columns} FROM events e WHERE e.${column} = :value ORDER BY e.number`, {
      value: Object.values(of)[0],
    }),
  );
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
}

/** Returns the types of these events. */
export async function eventTypesOf(...of: Parameters<typeof eventsOf>): Promise<string[]> {
  return (await eventsOf(...of)).map(({ type }) => type);
}

/** Assigns positions to the events of an account, as the sequencer does. */
export async function sequence(database: Database, { id }: { id: string }): Promise<void> {
  const waiting = 'SELECT 1 FROM events WHERE account_id = ? AND position IS NULL LIMIT 1';
  while ((await database.rows(waiting, [id])).length > 0) await assignNextPositions(database);
}

/** Writes many events of an account in one statement. */
export async function insertEvents(
  transaction: Transaction,
  { account, keyId }: Owner,
  amount: number,
  data: object = account,
): Promise<void> {
  const rows = Array.from({ length: amount }, () => [newId('event'), account.id, now(), keyId, JSON.stringify(data)]);
  await transaction.change(
    `INSERT INTO events (id, account_id, created_at, key_id, data, kind, type)
     VALUES ${rows.map(() => `(?, ?, ?, ?, ?, 'SUBACCOUNT', 'subaccount_updated')`).join(', ')}`,
    rows.flat(),
  );
  transaction.signal('events');
}

/** Waits until every event of an account has its position, and returns the event log. */
export async function positionedLog(
  database: Database,
  { account }: Owner,
): Promise<{ id: string; position: number; session: string | null }[]> {
  const waiting = 'SELECT 1 FROM events WHERE account_id = ? AND position IS NULL LIMIT 1';
  await expect.poll(() => database.rows(waiting, [account.id])).toEqual([]);
  return database.rows('SELECT id, position, session FROM events WHERE account_id = ? ORDER BY position', [account.id]);
}
