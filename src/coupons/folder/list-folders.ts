import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { folderId } from './folder.inputs.ts';
import { type Folder, folders as folderSchema } from './folder.ts';
import { FolderType } from './folder.type.ts';

const filter = z
  .object({ parent: folderId.nullish().meta({ description: 'Only folders whose parent is this folder.' }) })
  .meta({ id: 'FolderFilter', description: 'Filters folders.' });

const columns = selectList(columnsOf(folderSchema, 'f'));

connection({
  name: 'folders',
  description: 'The folders of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters folders. Default: all folders.' }) }),
  type: FolderType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'f.created_at', 'f.id');
    const parent = input.filter?.parent;
    const within = parent ? 'AND f.parent_id = ?' : '';
    const sql = `SELECT ${columns} FROM folders f WHERE f.account_id = ? ${within} ${condition} ${ending}`;
    return database.rows<Folder>(sql, [viewer.account.id, ...(parent ? [parent] : []), ...values]);
  },
  keysOf: (folder) => [folder.createdAt, folder.id],
});
