import type { Connection, Transaction } from '../../database.ts';
import { findRow, insertRow } from '../../rows.ts';
import { removeSequences, sequences } from '../../sequence.ts';

/**
 * The row of `sequences` with this name says that the database was restored from a backup and is not yet consistent with the
 * world. Its value is the position of the last event at the moment to which it was restored.
 */
export const restoreMarker = 'restored';

export async function restoredPosition(connection: Connection): Promise<number | null> {
  return (await findRow(connection, sequences, { name: restoreMarker }))?.value ?? null;
}

/** Marks the database as restored, unless it is. Returns the position. */
export async function markRestored(transaction: Transaction, position: number): Promise<number> {
  const known = await restoredPosition(transaction);
  if (known !== null) return known;
  await insertRow(transaction, sequences, { name: restoreMarker, value: position });
  return position;
}

export async function unmarkRestored(transaction: Transaction): Promise<void> {
  await removeSequences(transaction, restoreMarker, `${restoreMarker}~`);
}
