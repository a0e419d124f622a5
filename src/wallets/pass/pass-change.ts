import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { sequences as sequencesTable } from '../../kernel/database/sequence.ts';
import { bind } from '../../kernel/database/statement.ts';

/**
 * Returns the number of a change of passes: the time in seconds, or more after a change in the same second. The next
 * change waits for its number until this transaction ends. A reader who sees a number therefore sees every change with a
 * smaller one, which no time on a row would guarantee: a transaction takes its time before it waits and commits.
 */
export async function newChange(transaction: Transaction): Promise<number> {
  const seconds = Math.floor(Date.now() / 1000);
  await transaction.change(
    ...bind(
      `UPDATE sequences SET value = CASE WHEN value < :seconds THEN :seconds ELSE value + 1 END
       WHERE name = 'wallet_changes'`,
      { seconds },
    ),
  );
  return lastChange(transaction);
}

/** Returns the number of the last change. What is read after it shows that change and all earlier ones. */
export async function lastChange(connection: Connection): Promise<number> {
  const [last] = await findRows(connection, sequencesTable, { name: 'wallet_changes' }, { select: ['value'] });
  if (!last) throw new Error('there is no sequence wallet_changes');
  return last.value;
}
