import type { Database } from '../../kernel/database/database.ts';
import type { Job } from '../../kernel/jobs/job.ts';

const chunk = 500;

/** Removes a deleted directory with all that belongs to it, its members in chunks, so that no lock is held for long. Its events stay. */
export async function purgeDirectory(database: Database, { input }: Job): Promise<boolean> {
  const { directory } = JSON.parse(input) as { directory: string };
  const deleteChunk = `DELETE FROM directory_users WHERE id IN
    (SELECT id FROM (SELECT id FROM directory_users WHERE directory_id = ? LIMIT ${chunk}) AS chunk)`;
  const deleted = await database.transaction((transaction) => transaction.change(deleteChunk, [directory]));
  if (deleted > 0) return false;
  await database.transaction((transaction) =>
    transaction.change('DELETE FROM directories WHERE id = ? AND deleted_at IS NOT NULL', [directory]),
  );
  return true;
}
