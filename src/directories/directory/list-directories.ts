import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { type Directory, directories as directorySchema } from './directory.ts';
import { DirectoryType } from './directory.type.ts';

const filter = z
  .object({ code: z.string().max(100).nullish().meta({ description: 'Only the directory with this code.' }) })
  .meta({ id: 'DirectoryFilter', description: 'Filters directories.' });

const columns = selectList(columnsOf(directorySchema, 'd'));

export const directories = connection({
  name: 'directories',
  description: 'The directories of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters directories. Default: all directories.' }) }),
  type: DirectoryType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'd.created_at', 'd.id');
    const code = input.filter?.code;
    return database.rows<Directory>(
      `SELECT ${columns} FROM directories d
       WHERE d.account_id = ? AND d.deleted_at IS NULL ${code == null ? '' : 'AND d.code = ?'} ${condition} ${ending}`,
      [viewer.account.id, ...(code == null ? [] : [code]), ...values],
    );
  },
  keysOf: (directory) => [directory.createdAt, directory.id],
});
