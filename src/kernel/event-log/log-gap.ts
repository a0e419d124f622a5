import { And, LessThan, MoreThan } from 'typeorm';
import type { Connection, Transaction } from '../database/database.ts';
import { findRows, insertRow, updateRows } from '../database/rows.ts';
import { sequences } from '../database/sequence.ts';

/** Positions without events. They may have belonged to events that a restore lost. */
export interface LogGap {
  after: number;
  upTo: number;
}

/** The beginning of the name. The start of the gap follows it, and the value is the end of the gap. */
const prefix = 'log gap ';

export async function gapsOf(connection: Connection): Promise<LogGap[]> {
  const name = And(MoreThan(prefix), LessThan('log gap~'));
  const rows = await findRows(connection, sequences, { name }, { select: ['name', 'value'], order: { value: 'ASC' } });
  return rows.map(({ name, value }) => ({ after: Number(name.slice(prefix.length)), upTo: value }));
}

export async function gapAt(connection: Connection, position: number): Promise<LogGap | null> {
  const gaps = await gapsOf(connection);
  return gaps.find(({ after, upTo }) => position > after && position <= upTo) ?? null;
}

export const positionsInFile = 10_000;

/** Leaves at least `amount` positions free. Cursors at the end of the log skip them. */
export async function openGap(
  transaction: Transaction,
  { last, amount, cursors }: { last: number; amount: number; cursors: readonly string[] },
): Promise<LogGap> {
  const upTo = Math.ceil((last + amount) / positionsInFile) * positionsInFile;
  await insertRow(transaction, sequences, { name: prefix + last, value: upTo });
  await updateRows(transaction, sequences, { name: ['event_position', ...cursors], value: last }, { value: upTo });
  return { after: last, upTo };
}
