import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { deleteRows, updateRows } from '../../kernel/database/rows.ts';
import { placements } from '../campaign/placement.ts';
import { recordInDirectory } from '../directory/directory.ts';
import { categoryId } from './category.inputs.ts';
import { categories, lockCategory } from './category.ts';
import { CategoryType } from './category.type.ts';

mutation({
  name: 'deleteCategory',
  description: 'Deletes a category and returns it as it was. Its campaigns stay in the directory, without a category.',
  scope: 'WRITE',
  input: z.object({ id: categoryId }),
  type: CategoryType,
  problems: ['CATEGORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { category, directory } = await lockCategory(transaction, viewer.account.id, input.id);
    await updateRows(transaction, placements, { categoryId: category.id }, { categoryId: null });
    await deleteRows(transaction, categories, { id: category.id });
    await recordInDirectory(transaction, directory, 'directory_category_removed', viewer.keyId, category);
    return category;
  },
});
