import { bigNumber, key, type Stored, table, text } from './columns.ts';
import type { Database, Transaction } from './database.ts';

/** A counter that issues each number once. */
type Sequence = Stored<typeof sequences>;

export const sequences = table({
  name: 'Sequence',
  tableName: 'sequences',
  columns: {
    name: key(text(40)),
    /** The last number that was issued. */
    value: bigNumber,
  },
});

/**
 * Reserves `amount` contiguous ascending numbers in a separate short transaction and returns the first. Unused numbers
 * leave a gap.
 */
export function reserve(database: Database, name: string, amount: number): Promise<number> {
  return database.transaction((transaction) => reserveWithin(transaction, name, amount));
}

/** Removes the sequences whose names are from one name, inclusive, to another, exclusive. Returns their number. */
export function removeSequences(transaction: Transaction, from: string, to: string): Promise<number> {
  return transaction.change('DELETE FROM sequences WHERE name >= ? AND name < ?', [from, to]);
}

/** Reserves numbers within a transaction. Other reservations wait until it ends. */
export async function reserveWithin(transaction: Transaction, name: string, amount: number): Promise<number> {
  await transaction.change('UPDATE sequences SET value = value + ? WHERE name = ?', [amount, name]);
  const [sequence] = await transaction.rows<Sequence>('SELECT value FROM sequences WHERE name = ?', [name]);
  if (!sequence) throw new Error(`there is no sequence ${name}`);
  return sequence.value - amount + 1;
}
