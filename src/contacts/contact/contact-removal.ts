import type { Database } from '../../kernel/database/database.ts';
import { readContacts } from './contact.ts';

const chunk = 1000;

/** Removes the contacts of a deleted group in the order of their numbers, which is that of the table. */
export async function removeContacts(database: Database, groupId: string): Promise<boolean> {
  const part = await readContacts(database, groupId, { after: 0, last: Number.MAX_SAFE_INTEGER, limit: chunk });
  const last = part.at(-1)?.number;
  if (last === undefined) return true;
  await database.transaction((transaction) =>
    transaction.change('DELETE FROM contacts WHERE group_id = ? AND number <= ?', [groupId, last]),
  );
  return false;
}
