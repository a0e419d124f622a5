import { EntitySchema } from 'typeorm';
import { type Instant, instant, reference, text } from '../database/columns.ts';
import type { Connection } from '../database/database.ts';
import { Problem } from '../problem.ts';

/** A place to keep coupons in order. */
export class Folder {
  id!: string;
  accountId!: string;
  name!: string;
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
    createdAt: instant,
  },
  indices: [{ name: 'folders_account', columns: ['accountId'] }],
  foreignKeys: [reference('folders_account_fk', 'accountId', 'accounts')],
});

/** Raises `FOLDER_NOT_FOUND` unless the folder is the account's. */
export async function requireFolder(connection: Connection, accountId: string, id: string): Promise<void> {
  if (!(await connection.manager.existsBy(folders, { id, accountId }))) throw new Problem('FOLDER_NOT_FOUND');
}
