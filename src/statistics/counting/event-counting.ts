import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { type Loop, startLoop } from '../../kernel/leased-queue/loop.ts';
import { quarterOf } from '../tally/quarter.ts';
import { Tally } from '../tally/tally.ts';
import { countsOf, detailedTypes } from './counted-event.ts';

/** The sequence that holds the position up to which events are counted. */
export const countingCursor = 'statistics';

const positionsAtOnce = 2000;

/** The pause between steps, so that a step counts many events with few rows. */
const pauseMilliseconds = 200;
/** The pause while more events wait than a step takes, so that other work goes on. */
const breathMilliseconds = 20;

export function startCounting(database: Database, log: Logger): Loop {
  const step = async (stopping: AbortSignal) => {
    const counted = await countNext(database, log);
    if (counted === 0) return false;
    const pause = counted < positionsAtOnce ? pauseMilliseconds : breathMilliseconds;
    await sleep(pause, undefined, { signal: stopping }).catch(() => undefined);
    return true;
  };
  return startLoop('statistics', step, { wakeups: database.signals.listen('positions'), log });
}

/**
 * Counts the next events and moves the cursor past them in the same transaction, so each event counts once, whatever
 * dies. Returns the number of positions.
 */
export async function countNext(database: Database, log: Logger): Promise<number> {
  const seen = await positions(database);
  if (seen.last < seen.cursor) await rewind(database, log);
  if (seen.last <= seen.cursor) return 0;
  return database.transaction(async (transaction) => {
    const [held] = await transaction.rows<{ value: number }>(
      `SELECT value FROM sequences WHERE name = ? ${transaction.dialect.forUpdateSkipLocked}`,
      [countingCursor],
    );
    const last = await lastPosition(transaction); // by the connection that reads the events
    if (!held || held.value >= last) return 0;
    const upTo = Math.min(last, held.value + positionsAtOnce);
    await countBetween(transaction, held.value, upTo);
    await transaction.change('UPDATE sequences SET value = ? WHERE name = ?', [upTo, countingCursor]);
    return upTo - held.value;
  });
}

export type CountedEvent = Pick<Event, 'type' | 'accountId' | 'campaignId' | 'createdAt'> & { data: string | null };

export const countedColumns = `e.type AS type, e.account_id AS accountId, e.campaign_id AS campaignId,
  CAST(e.created_at AS CHAR(16)) AS createdAt, CASE WHEN e.type IN (:detailedTypes) THEN e.data END AS data`;

async function countBetween(transaction: Transaction, after: number, upTo: number): Promise<void> {
  const found = await transaction.rows<CountedEvent>(
    ...bind(
      `SELECT ${countedColumns} FROM events e ${transaction.dialect.useIndex('events_position')} WHERE e.position > :after AND e.position <= :upTo`,
      { after, upTo, detailedTypes },
    ),
  );
  const tally = new Tally();
  for (const event of found) {
    const counts = event.campaignId === null ? null : countsOf(event);
    if (counts) tally.add(event, quarterOf(event.createdAt), counts);
  }
  await tally.store(transaction);
}

/** Moves the cursor back to the end of a log that was restored from a backup without it. */
async function rewind(database: Database, log: Logger): Promise<void> {
  const moved = await database.transaction(async (transaction) => {
    const last = await lastPosition(transaction);
    return transaction.change('UPDATE sequences SET value = ? WHERE name = ? AND value > ?', [
      ...[last, countingCursor, last],
    ]);
  });
  if (moved > 0) log.error('the event log was restored from a backup: statistics continue from its last event');
}

export async function positions(connection: Connection): Promise<{ cursor: number; last: number }> {
  const rows = await connection.rows<{ name: string; value: number }>(
    `SELECT name, value FROM sequences WHERE name IN (?, 'event_position')`,
    [countingCursor],
  );
  const byName = new Map(rows.map(({ name, value }) => [name, value]));
  return { cursor: byName.get(countingCursor) ?? 0, last: byName.get('event_position') ?? 0 };
}
