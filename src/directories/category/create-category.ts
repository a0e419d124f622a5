import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow, recordInDirectory } from '../directory/directory.ts';
import { categoryName } from './category.inputs.ts';
import { addCategory } from './category.ts';
import { CategoryType } from './category.type.ts';

mutation({
  name: 'createCategory',
  description: 'Creates a category of a directory, after all others.',
  scope: 'WRITE',
  input: z.object({ directory: directoryId, name: categoryName }),
  type: CategoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.directory });
    const category = await addCategory(transaction, directory, input.name);
    await recordInDirectory(transaction, directory, 'directory_category_created', viewer.keyId, category);
    return category;
  },
});
