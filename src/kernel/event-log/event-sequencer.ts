import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Connection, Database, Transaction } from '../database/database.ts';
import { hasRow } from '../database/rows.ts';
import { bind } from '../database/statement.ts';
import { type Loop, startLoop } from '../signals/loop.ts';
import { events } from './event.ts';

const batchSize = 2000;
/** How many of the newest waiting events are searched for accounts that wait behind the events of others. */
const newestSize = 500;
/** The most runs of adjacent numbers to update with a statement each. */
const mostRuns = 4;
/** The pause between batches, so that each batch covers more events, and while another process assigns positions. */
const pauseMilliseconds = 15;

/**
 * Assigns positions to committed events: 1, 2, 3, … without gaps. Every process does this, but only one at a time: it
 * locks the row of the counter until the positions are committed.
 */
export function startSequencer(database: Database, log: Logger): Loop {
  return startLoop(
    'sequencer',
    async () => {
      if (!(await hasRow(database, events, { position: null }))) return false;
      await assignNextPositions(database);
      await sleep(pauseMilliseconds);
      return true;
    },
    { wakeups: database.signals.listen('events'), log },
  );
}

/** Returns the last assigned position. Every event up to it can be read. */
export async function lastPosition(connection: Connection): Promise<number> {
  const [counter] = await connection.rows<{ value: number }>(
    `SELECT value FROM sequences WHERE name = 'event_position'`,
  );
  return counter?.value ?? 0;
}

/**
 * Assigns positions to the next batch of committed events. The events of an account keep the order in which they were
 * inserted. An event that commits later gets a later position, even if it was inserted earlier, so readers never skip an
 * event.
 */
export async function assignNextPositions(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    const [counter] = await transaction.rows<{ value: number }>(
      `SELECT value FROM sequences WHERE name = 'event_position' ${transaction.dialect.forUpdateSkipLocked}`,
    );
    if (!counter) return;
    const numbers = await nextNumbers(transaction);
    if (numbers.length === 0) return;
    await assignPositions(transaction, numbers, counter.value);
    const last = counter.value + numbers.length;
    await transaction.change(`UPDATE sequences SET value = ? WHERE name = 'event_position'`, [last]);
    transaction.signal('positions');
  });
}

/**
 * Returns the numbers of the next events. If more events wait than a batch takes, those of accounts that are not in the
 * batch go first: otherwise they would wait until all events of another account's bulk change have positions.
 */
async function nextNumbers(transaction: Transaction): Promise<number[]> {
  const oldest = numbersOf(
    await transaction.rows<{ number: number }>(
      `SELECT number FROM events WHERE position IS NULL ORDER BY number LIMIT ${batchSize}`,
    ),
  );
  if (oldest.length < batchSize) return oldest;
  // Two statements, because MySQL would read the batch again for each of the newest events.
  const inBatch = await transaction.rows<{ accountId: string }>(
    'SELECT DISTINCT account_id AS accountId FROM events WHERE number BETWEEN ? AND ? AND position IS NULL',
    [oldest[0] ?? 0, oldest.at(-1) ?? 0],
  );
  const newest = await transaction.rows<{ accountId: string }>(
    `SELECT DISTINCT n.account_id AS accountId
     FROM (SELECT account_id FROM events WHERE position IS NULL ORDER BY number DESC LIMIT ${newestSize}) AS n`,
  );
  const taken = new Set(inBatch.map(({ accountId }) => accountId));
  const others = newest.filter(({ accountId }) => !taken.has(accountId));
  if (others.length === 0) return oldest;
  const first = await transaction.rows<{ number: number }>(
    ...bind(
      `SELECT number FROM events WHERE account_id IN (:others) AND position IS NULL ORDER BY number LIMIT ${batchSize}`,
      { others: others.map(({ accountId }) => accountId) },
    ),
  );
  return [...numbersOf(first), ...oldest];
}

function numbersOf(rows: readonly { number: number }[]): number[] {
  return rows.map(({ number }) => number);
}

/**
 * Assigns the positions after `last`. Numbers without gaps need one cheap statement for each run. A cluster may number
 * in steps, such as 1, 4, 7: then one statement lists all numbers.
 */
async function assignPositions(transaction: Transaction, numbers: readonly number[], last: number): Promise<void> {
  const runs = runsOf(numbers);
  if (runs.length > mostRuns) {
    const { change, dialect } = transaction;
    const sql = dialect.updateRows('events', 'number', 'position = :last + r.ordinal');
    await change(...bind(sql, { last, rows: JSON.stringify(numbers.map((number) => [number])) }));
    return;
  }
  for (const { from, to, done } of runs) {
    const sql = 'UPDATE events SET position = number + ? WHERE number BETWEEN ? AND ?';
    await transaction.change(sql, [last + done + 1 - from, from, to]);
  }
}

/** Groups adjacent numbers into runs. `done` is how many numbers the runs before have. */
export function runsOf(numbers: readonly number[]): { from: number; to: number; done: number }[] {
  const runs: { from: number; to: number; done: number }[] = [];
  for (const [done, number] of numbers.entries()) {
    const run = runs.at(-1);
    if (run && run.to === number - 1) run.to = number;
    else runs.push({ from: number, to: number, done });
  }
  return runs;
}
