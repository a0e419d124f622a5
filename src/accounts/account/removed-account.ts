import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/row-insertion.ts';
import { removeSequences, sequences } from '../../kernel/database/sequence.ts';
import { daysAgo, realNow } from '../../kernel/values/instant.ts';

/**
 * Removes the row of an account that has nothing any more, and returns whether it was there. What remains is a note that
 * the account was removed, for files that other processes have of it.
 */
export async function deleteAccount(transaction: Transaction, id: string): Promise<boolean> {
  const deleted = await transaction.change('DELETE FROM accounts WHERE id = ? AND closed_at IS NOT NULL', [id]);
  if (deleted > 0) await insertRows(transaction, sequences, [{ name: prefix + id, value: 0, reservedAt: realNow() }]);
  return deleted > 0;
}

/** Rows of `sequences` with this name and the id of an account say when the account was removed. */
const prefix = 'removed ';

export async function removedAccounts(connection: Connection): Promise<string[]> {
  const rows = await connection.rows<{ name: string }>(
    `SELECT name FROM sequences WHERE name > '${prefix}' AND name < 'removed~'`,
  );
  return rows.map(({ name }) => name.slice(prefix.length));
}

const keptDaysOfNotes = 30;

export async function pruneRemoved(database: Database): Promise<number> {
  const past = await database.rows<{ name: string }>(
    `SELECT name FROM sequences WHERE name > '${prefix}' AND name < 'removed~' AND reserved_at < ? LIMIT 500`,
    [daysAgo(keptDaysOfNotes)],
  );
  if (past.length === 0) return 0;
  await database.transaction(async (transaction) => {
    for (const { name } of past) await removeSequences(transaction, name, `${name}~`);
  });
  return past.length;
}
