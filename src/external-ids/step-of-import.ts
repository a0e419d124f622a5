import { Not } from 'typeorm';
import {
  bigNumber,
  bigNumberOrNull,
  instantOrNull,
  key,
  longText,
  type Stored,
  table,
  text,
} from '../kernel/database/columns.ts';
import type { Database, Transaction } from '../kernel/database/database.ts';
import { deleteRows } from '../kernel/database/rows.ts';

export type ImportStep = Stored<typeof importSteps>;

export const importSteps = table({
  name: 'ImportStep',
  tableName: 'import_steps',
  columns: {
    accountId: key(text(20)),
    /** The address from which the account is read, and the id of the key that is used there. */
    source: key(text(200)),
    /** The name of the list, such as `sessions cam_…`. */
    step: key(text(120)),
    /** The last page that is stored. */
    page: bigNumber,
    /** The sequence id of the next session. Lists begin with the newest session, so these ids descend. */
    nextSequence: bigNumberOrNull,
    counted: longText,
    finishedAt: instantOrNull,
  },
});

export async function removeSteps(transaction: Transaction, accountId: string, source: string): Promise<void> {
  await deleteRows(transaction, importSteps, { accountId, source, step: Not('begin') });
}

export async function removeImportSteps(database: Database, accountId: string): Promise<boolean> {
  const removed = await database.transaction((transaction) => deleteRows(transaction, importSteps, { accountId }, 500));
  return removed === 0;
}
