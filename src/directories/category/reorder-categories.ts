import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { recordDirectory } from '../directory/directory-events.ts';
import { categoryId } from './category.inputs.ts';
import { reorderCategories } from './category.ts';

mutation({
  name: 'reorderCategories',
  description: 'Moves categories of a directory to the top, in the given order. The other categories keep their order.',
  scope: 'WRITE',
  input: z.object({
    directory: directoryId,
    categories: z
      .array(categoryId)
      .min(1)
      .max(1000)
      .meta({ description: 'The categories to move to the top, in order.' }),
  }),
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND', 'CATEGORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.directory });
    await reorderCategories(transaction, directory, input.categories);
    await recordDirectory(transaction, directory, 'directory_updated', viewer.keyId);
    return directory;
  },
});
