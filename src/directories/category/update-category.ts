import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { recordInDirectory } from '../directory/directory.ts';
import { categoryId, categoryName } from './category.inputs.ts';
import { categories, lockCategory } from './category.ts';
import { CategoryType } from './category.type.ts';

mutation({
  name: 'updateCategory',
  description: 'Renames a category.',
  scope: 'WRITE',
  input: z.object({ id: categoryId, name: categoryName }),
  type: CategoryType,
  problems: ['CATEGORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { category, directory } = await lockCategory(transaction, viewer.account.id, input.id);
    category.name = input.name;
    await updateRows(transaction, categories, { id: category.id }, { name: category.name });
    await recordInDirectory(transaction, directory, 'directory_category_updated', viewer.keyId, category);
    return category;
  },
});
