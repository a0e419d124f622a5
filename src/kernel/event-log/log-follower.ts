import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MoreThan } from 'typeorm';
import type { Connection, Database, Transaction } from '../database/database.ts';
import { updateRows } from '../database/rows.ts';
import { sequences } from '../database/sequence.ts';
import { type Loop, startLoop } from '../signals/signals.ts';
import { lastPosition } from './event-sequencer.ts';

interface Unread {
  after: number;
  last: number;
}

interface Progress {
  position: number;
  pauseMilliseconds?: number;
}

/** A step that moves the cursor in its transaction. Returns null if there was nothing to do. */
type LogStep = (transaction: Transaction, unread: Unread) => Promise<Progress | null>;

interface Following {
  subject: string;
  cursor: string;
  step: () => LogStep;
  /** While a sequence has a name that matches this condition, there is work even at the end of the log. */
  backlog?: string;
  rewind?: (transaction: Transaction, last: number) => Promise<void>;
}

export interface LogFollower {
  readonly cursor: string;
  /** Starts the loop. Every process tries to follow, but only one succeeds at a time. */
  start(database: Database, log: Logger): Loop;
  next(database: Database, log: Logger): Promise<boolean>;
  positions(connection: Connection): Promise<{ cursor: number; last: number }>;
}

/** Follows the log. The work shares a transaction with the cursor, so each event counts once, even after a crash. */
export function followLog(name: string, following: Following): LogFollower {
  const { cursor, step } = following;
  return {
    cursor,
    start: (database, log) => {
      const doNext = step();
      const advance = async (stopping: AbortSignal) => {
        const progress = await advanceOnce(database, log, following, doNext);
        if (progress?.pauseMilliseconds)
          await sleep(progress.pauseMilliseconds, undefined, { signal: stopping }).catch(() => undefined);
        return progress !== null;
      };
      return startLoop(name, advance, { wakeups: database.signals.listen('positions'), log });
    },
    next: async (database, log) => (await advanceOnce(database, log, following, step())) !== null,
    positions: (connection) => readPositions(connection, following),
  };
}

async function advanceOnce(database: Database, log: Logger, following: Following, step: LogStep) {
  const { cursor } = following;
  const seen = await readPositions(database, following);
  if (seen.last < seen.cursor) await rewind(database, log, following);
  if (seen.last <= seen.cursor && !seen.hasBacklog) return null;
  return database.transaction(async (transaction) => {
    const [held] = await transaction.rows<{ value: number }>(
      `SELECT value FROM sequences WHERE name = ? ${transaction.dialect.forUpdateSkipLocked}`,
      [cursor],
    );
    if (!held) return null;
    const last = await lastPosition(transaction); // Read on the connection that reads the events.
    if (held.value >= last && !seen.hasBacklog) return null;
    const progress = await step(transaction, { after: held.value, last });
    if (progress && progress.position !== held.value)
      await updateRows(transaction, sequences, { name: cursor }, { value: progress.position });
    return progress;
  });
}

/** Moves the cursor back after the log was restored. Otherwise, it would skip the next events. */
async function rewind(database: Database, log: Logger, following: Following): Promise<void> {
  const moved = await database.transaction(async (transaction) => {
    const last = await lastPosition(transaction);
    await following.rewind?.(transaction, last);
    return updateRows(transaction, sequences, { name: following.cursor, value: MoreThan(last) }, { value: last });
  });
  if (moved > 0)
    log.error(`the event log was restored from a backup: ${following.subject} continue from its last event`);
}

async function readPositions(connection: Connection, { cursor, backlog = '1 = 0' }: Following) {
  const rows = await connection.rows<{ name: string; value: number }>(
    `SELECT name, value FROM sequences WHERE name IN (?, 'event_position') OR ${backlog}`,
    [cursor],
  );
  const byName = new Map(rows.map(({ name, value }) => [name, value]));
  return { cursor: byName.get(cursor) ?? 0, last: byName.get('event_position') ?? 0, hasBacklog: rows.length > 2 };
}
