import { Not } from 'typeorm';
import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { lockRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { type RemovalStep, removeRows } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';

export type Folder = Stored<typeof folders>;

export const folders = table({
  name: 'Folder',
  tableName: 'folders',
  columns: {
    id: column.key(column.text(16)),
    accountId: column.text(20),
    name: column.text(100),
    /** Null at the top level. */
    parentId: column.textOrNull(16),
    createdAt: column.instant,
  },
  indices: [
    { name: 'folders_account', columns: ['accountId'] },
    { name: 'folders_parent', columns: ['parentId'] },
  ],
  foreignKeys: [
    reference('folders_account_fk', 'accountId', 'accounts'),
    reference('folders_parent_fk', 'parentId', 'folders'),
  ],
});

export const folderRow = rowOf(folders, { missing: 'FOLDER_NOT_FOUND' });

const deepest = 20;

/**
 * Changes the folder in memory and locks all folders above it. Throws `FOLDER_CYCLE` for a cycle, and for more than 20
 * of them.
 */
export async function moveFolder(connection: Connection, folder: Folder, parentId: string | null): Promise<void> {
  let above = parentId;
  for (let depth = 1; above; depth += 1) {
    if (above === folder.id || depth > deepest) throw new Problem('FOLDER_CYCLE');
    above = (await lockRow(connection, folderRow, { accountId: folder.accountId, id: above })).parentId;
  }
  folder.parentId = parentId;
}

const removeLeaves = removeRows('folders', 'account_id', 500);

/** Moves all folders to the top level first, so that none refers to another. */
export const removeFolders: RemovalStep = async (database, accountId) => {
  await database.transaction((transaction) =>
    updateRows(transaction, folders, { accountId, parentId: Not(null) }, { parentId: null }),
  );
  return removeLeaves(database, accountId);
};
