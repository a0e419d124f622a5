import type { Connection, Database, Transaction } from '../database/database.ts';
import { bind } from '../database/statement.ts';
import { now } from '../values/instant.ts';

const lanesAtOnce = 32;

/**
 * The rows of lanes: a table with `id` and `next_due_at`, the earliest time at which an item of the lane can be due.
 */
interface LaneRows {
  table: string;
  columns: string;
}

/**
 * Locks the rows of up to 32 lanes with due items and calls `claim` for them in the same transaction. Skips rows that
 * another process has locked, so one process at a time chooses among the items of a lane. Locks nothing while nothing
 * is due.
 */
export async function claimOfDueLanes<Row, Claimed>(
  database: Database,
  rows: LaneRows,
  busy: readonly string[],
  claim: (transaction: Transaction, lanes: Row[]) => Promise<Claimed[]>,
): Promise<Claimed[]> {
  if ((await dueLanes(database, rows, busy, 'LIMIT 1')).length === 0) return [];
  return database.transaction(async (transaction) => {
    const ending = `LIMIT ${lanesAtOnce} ${transaction.dialect.forUpdateSkipLocked}`;
    const lanes = await dueLanes<Row>(transaction, rows, busy, ending);
    return lanes.length === 0 ? [] : claim(transaction, lanes);
  });
}

function dueLanes<Row>(
  connection: Connection,
  { table, columns }: LaneRows,
  busy: readonly string[],
  ending: string,
): Promise<Row[]> {
  return connection.rows<Row>(
    ...bind(
      `SELECT ${columns} FROM ${table}
       WHERE next_due_at <= :now ${busy.length > 0 ? 'AND id NOT IN (:busy)' : ''}
       ORDER BY next_due_at ${ending}`,
      { now: now(), busy },
    ),
  );
}
