import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { type Instant, realNow, toInstant } from '../values/instant.ts';
import { column, table } from './columns.ts';
import type { Connection, Database, Transaction } from './database.ts';
import { deleteRows, findRow, plus, updateRows } from './rows.ts';

export const sequences = table({
  name: 'Sequence',
  tableName: 'sequences',
  columns: {
    name: column.key(column.text(40)),
    value: column.bigNumber,
    reservedAt: column.instantOrNull,
  },
});

/** Reserves consecutive numbers in a separate transaction, and returns the first. Unused numbers leave a gap. */
export function reserve(database: Database, name: string, amount: number): Promise<number> {
  return database.transaction((transaction) => reserveWithin(transaction, name, amount));
}

export async function sequenceValue(connection: Connection, name: string): Promise<number> {
  return (await findRow(connection, sequences, { name }))?.value ?? 0;
}

export function removeSequences(transaction: Transaction, from: string, to: string): Promise<number> {
  return deleteRows(transaction, sequences, { name: And(MoreThanOrEqual(from), LessThan(to)) });
}

export async function reserveWithin(transaction: Transaction, name: string, amount: number): Promise<number> {
  await updateRows(transaction, sequences, { name }, { value: plus(amount) });
  const sequence = await findRow(transaction, sequences, { name });
  if (!sequence) throw new Error(`there is no sequence ${name}`);
  return sequence.value - amount + 1;
}

export interface Reservation {
  first: number;
  at: Instant;
}

/** A clock that is further ahead than this counts as wrong, and the others do not follow it. */
const maxAheadMilliseconds = 60_000;

/**
 * Reserves numbers. Although the clocks of processes differ, the times of the reservations are in the order of the
 * numbers.
 */
export async function reserveInOrder(transaction: Transaction, name: string, amount: number): Promise<Reservation> {
  const soon = toInstant(new Date(Date.now() + maxAheadMilliseconds));
  await transaction.change(
    `UPDATE sequences SET value = value + :amount,
         reserved_at = CASE WHEN reserved_at > :now AND reserved_at < :soon THEN reserved_at ELSE :now END
       WHERE name = :name`,
    { amount, now: realNow(), soon, name },
  );
  const [reserved] = await transaction.rows<{ value: number; at: Instant }>(
    'SELECT value, reserved_at AS at FROM sequences WHERE name = ?',
    [name],
  );
  if (!reserved) throw new Error(`there is no sequence ${name}`);
  return { first: reserved.value - amount + 1, at: reserved.at };
}
