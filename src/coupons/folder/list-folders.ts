import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { folderId } from './folder.inputs.ts';
import { folders as folderSchema } from './folder.ts';
import { FolderType } from './folder.type.ts';

const filter = z
  .object({ parent: folderId.nullish().meta({ description: 'Only folders whose parent is this folder.' }) })
  .meta({ id: 'FolderFilter', description: 'Filters folders.' });

connection({
  name: 'folders',
  description: 'The folders of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters folders. Default: all folders.' }) }),
  type: FolderType,
  problems: [],
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: folderSchema,
      where: { accountId: viewer.account.id },
      filter: { parentId: input.filter?.parent || null },
    }),
  keysOf: (folder) => [folder.createdAt, folder.id],
});
