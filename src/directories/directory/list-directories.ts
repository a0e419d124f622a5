import { z } from 'zod';
import { containedText } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset, searched } from '../../kernel/database/paging.ts';
import { type Directory, directories as directorySchema } from './directory.ts';
import { DirectoryType } from './directory.type.ts';

const filter = z
  .object({
    code: z.string().max(100).nullish().meta({ description: 'Only the directory with this code.' }),
    text: containedText('directories', 'whose name or title contains'),
  })
  .meta({ id: 'DirectoryFilter', description: 'Filters directories. All conditions must match.' });

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
    const { code, text } = input.filter ?? {};
    const named = searched(database, text, 'd.name', 'd.title');
    return database.rows<Directory>(
      `SELECT ${columns} FROM directories d WHERE d.account_id = ? AND d.deleted_at IS NULL
       ${code == null ? '' : 'AND d.code = ?'} ${named.condition} ${condition} ${ending}`,
      [viewer.account.id, ...(code == null ? [] : [code]), ...named.values, ...values],
    );
  },
  keysOf: (directory) => [directory.createdAt, directory.id],
});
