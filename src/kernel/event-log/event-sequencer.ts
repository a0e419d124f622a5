import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Connection, Database, Transaction } from '../database/database.ts';
import { hasRow } from '../database/rows.ts';
import { type Loop, startLoop } from '../signals/signals.ts';
import { events } from './event.ts';

const batchSize = 2000;
/** How many of the latest waiting events to search for accounts whose events wait behind those of others. */
const newestSize = 500;
const maxRuns = 4;
/** The pause lets batches grow. */
const pauseMilliseconds = 15;

/**
 * Assigns the positions 1, 2, 3, … without gaps. Only one process at a time can do this, because it locks the counter
 * until its commit.
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

export async function lastPosition(connection: Connection): Promise<number> {
  const [counter] = await connection.rows<{ value: number }>(
    `SELECT value FROM sequences WHERE name = 'event_position'`,
  );
  return counter?.value ?? 0;
}

/**
 * Assigns positions. The events of an account keep their order. A later commit gets a later position, so readers skip
 * no event.
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
 * Returns the next events. Accounts outside the batch come first, so that they do not wait for the bulk change of
 * another account.
 */
async function nextNumbers(transaction: Transaction): Promise<number[]> {
  const oldest = numbersOf(
    await transaction.rows<{ number: number }>(
      `SELECT number FROM events WHERE position IS NULL ORDER BY number LIMIT ${batchSize}`,
    ),
  );
  if (oldest.length < batchSize) return oldest;
  // This is a separate statement: in a single one, MySQL would read the batch again for each of the latest events.
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
    `SELECT number FROM events WHERE account_id IN (:others) AND position IS NULL ORDER BY number LIMIT ${batchSize}`,
    { others: others.map(({ accountId }) => accountId) },
  );
  return [...numbersOf(first), ...oldest];
}

function numbersOf(rows: readonly { number: number }[]): number[] {
  return rows.map(({ number }) => number);
}

/**
 * Writes the positions. Consecutive numbers need one statement per run. If there are many runs, as in clusters whose
 * numbers ascend in larger steps, one statement lists all numbers.
 */
async function assignPositions(transaction: Transaction, numbers: readonly number[], last: number): Promise<void> {
  const runs = runsOf(numbers);
  if (runs.length > maxRuns) {
    const { change, dialect } = transaction;
    const sql = dialect.updateRows('events', 'number', 'position = :last + r.ordinal');
    await change(sql, { last, rows: JSON.stringify(numbers.map((number) => [number])) });
    return;
  }
  for (const { from, to, done } of runs) {
    const sql = 'UPDATE events SET position = number + ? WHERE number BETWEEN ? AND ?';
    await transaction.change(sql, [last + done + 1 - from, from, to]);
  }
}

function runsOf(numbers: readonly number[]): { from: number; to: number; done: number }[] {
  const runs: { from: number; to: number; done: number }[] = [];
  for (const [done, number] of numbers.entries()) {
    const run = runs.at(-1);
    if (run && run.to === number - 1) run.to = number;
    else runs.push({ from: number, to: number, done });
  }
  return runs;
}
