import { And, LessThan, MoreThan, Not } from 'typeorm';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, insertRows } from '../../kernel/database/rows.ts';
import { removeSequences, sequences } from '../../kernel/database/sequence.ts';
import { daysAgo, realNow } from '../../kernel/values/instant.ts';
import { accounts } from './account.ts';

/**
 * Removes an empty account, and leaves a note for other processes, which may have files of the account. Returns false
 * if the account was already gone.
 */
export async function deleteAccount(transaction: Transaction, id: string): Promise<boolean> {
  const deleted = await deleteRows(transaction, accounts, { id, closedAt: Not(null) });
  if (deleted > 0) await insertRows(transaction, sequences, [{ name: prefix + id, value: 0, reservedAt: realNow() }]);
  return deleted > 0;
}

/** The prefix of a note, before the account id. The value says when the account was removed. */
const prefix = 'removed ';

export async function removedAccounts(connection: Connection): Promise<string[]> {
  const rows = await findRows(
    connection,
    sequences,
    { name: And(MoreThan(prefix), LessThan('removed~')) },
    { select: ['name'] },
  );
  return rows.map(({ name }) => name.slice(prefix.length));
}

const keptDaysOfNotes = 30;

export async function pruneRemoved(database: Database): Promise<number> {
  const past = await findRows(
    database,
    sequences,
    { name: And(MoreThan(prefix), LessThan('removed~')), reservedAt: LessThan(daysAgo(keptDaysOfNotes)) },
    { select: ['name'], take: 500 },
  );
  if (past.length === 0) return 0;
  await database.transaction(async (transaction) => {
    for (const { name } of past) await removeSequences(transaction, name, `${name}~`);
  });
  return past.length;
}
