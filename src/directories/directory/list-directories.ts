import { z } from 'zod';
import { containedText } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { directoryRow } from './directory.ts';
import { DirectoryType } from './directory.type.ts';

const filter = z
  .object({
    code: z.string().max(100).nullish().meta({ description: 'Only the directory with this code.' }),
    text: containedText('directories', 'whose name or title contains'),
  })
  .meta({ id: 'DirectoryFilter', description: 'Filters directories. All conditions must match.' });

export const directories = connection({
  name: 'directories',
  description: 'The directories of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters directories. Default: all directories.' }) }),
  type: DirectoryType,
  problems: [],
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: directoryRow,
      where: { accountId: viewer.account.id },
      filter: { code: filter?.code },
      contains: { text: filter?.text, in: ['name', 'title'] },
    }),
  keysOf: (directory) => [directory.createdAt, directory.id],
});
