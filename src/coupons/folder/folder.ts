import { EntitySchema } from 'typeorm';
import { instant, reference, text, textOrNull } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { requireRow, rowOf } from '../../kernel/database/single-row.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Instant } from '../../kernel/values/instant.ts';

/** A place to keep coupons in order. */
export class Folder {
  id!: string;
  accountId!: string;
  name!: string;
  /** The folder that it lies in. */
  parentId!: string | null;
  createdAt!: Instant;
}

export const folders = new EntitySchema<Folder>({
  name: 'Folder',
  tableName: 'folders',
  target: Folder,
  columns: {
    id: { ...text(16), primary: true },
    accountId: text(20),
    name: text(100),
    parentId: textOrNull(16),
    createdAt: instant,
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

/** Puts a folder into another. `FOLDER_CYCLE` when that lies in it already, or too deep. */
export async function moveFolder(connection: Connection, folder: Folder, parentId: string | null): Promise<void> {
  let above = parentId;
  for (let depth = 1; above; depth += 1) {
    if (above === folder.id || depth > deepest) throw new Problem('FOLDER_CYCLE');
    above = (await requireRow(connection, folderRow, { accountId: folder.accountId, id: above }, 'exclusive')).parentId;
  }
  folder.parentId = parentId;
}
