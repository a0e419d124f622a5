import type { Database } from '../../kernel/database/database.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { readContacts } from '../contact/contact.ts';

const chunk = 1000;

/** Removes a deleted group with its contacts, a chunk at each step, so that no lock is held for long. */
export async function purgeContactGroup(database: Database, { input }: Job): Promise<boolean> {
  const { group } = JSON.parse(input) as { group: string };
  const part = await readContacts(database, group, { after: 0, last: Number.MAX_SAFE_INTEGER, limit: chunk });
  const last = part.at(-1)?.number;
  if (last !== undefined) {
    await database.transaction((transaction) =>
      transaction.change('DELETE FROM contacts WHERE group_id = ? AND number <= ?', [group, last]),
    );
    return false;
  }
  await database.transaction((transaction) =>
    transaction.change('DELETE FROM contact_groups WHERE id = ? AND deleted_at IS NOT NULL', [group]),
  );
  return true;
}
