import type { Connection, Transaction } from '../../database.ts';
import { findRow, insertRow } from '../../rows.ts';
import { removeSequences, sequences } from '../../sequence.ts';

/**
 * The name of the row in `sequences` that marks a restored database. Its value is the position of the last restored
 * event.
 */
export const restoreMarker = 'restored';

export async function restoredPosition(connection: Connection): Promise<number | null> {
  return (await findRow(connection, sequences, { name: restoreMarker }))?.value ?? null;
}

export async function markRestored(transaction: Transaction, position: number): Promise<number> {
  const known = await restoredPosition(transaction);
  if (known !== null) return known;
  await insertRow(transaction, sequences, { name: restoreMarker, value: position });
  return position;
}

export async function unmarkRestored(transaction: Transaction): Promise<void> {
  await removeSequences(transaction, restoreMarker, `${restoreMarker}~`);
}
