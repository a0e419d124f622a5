import { z } from 'zod';
import { connection } from '../api/query.ts';
import { columnsOf, selectList } from '../database/columns.ts';
import { keyset } from '../database/paging.ts';
import { FolderType } from './coupon.type.ts';
import { type Folder, folders as folderSchema } from './folder.ts';

const columns = selectList(columnsOf(folderSchema, 'f'));

connection({
  name: 'folders',
  description: 'The folders of the account, newest first.',
  scope: 'READ',
  input: z.object({}),
  type: FolderType,
  problems: [],
  run: ({ viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'f.created_at', 'f.id');
    const sql = `SELECT ${columns} FROM folders f WHERE f.account_id = ? ${condition} ${ending}`;
    return database.rows<Folder>(sql, [viewer.account.id, ...values]);
  },
  keysOf: (folder) => [folder.createdAt, folder.id],
});
