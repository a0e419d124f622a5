import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { deleteRows, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { placements } from '../campaign/placement.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow, recordInDirectory } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { recordDirectory } from '../directory/directory-events.ts';
import { categoryId, categoryName } from './category.inputs.ts';
import { addCategory, categories, lockCategory, moveCategory, reorderCategories } from './category.ts';
import { CategoryType } from './category.type.ts';

export const createCategory = mutation({
  name: 'createCategory',
  description: 'Creates a category at the end of a directory.',
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

mutation({
  name: 'moveCategory',
  description:
    'Moves a category of a directory directly after another category. The other categories keep their order.',
  scope: 'WRITE',
  input: z.object({
    id: categoryId,
    after: categoryId.nullish().meta({
      description: 'The category (`cat_…`) after which to place the moved category. Default: the first position.',
    }),
  }),
  type: DirectoryType,
  problems: ['CATEGORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { category, directory } = await lockCategory(transaction, viewer.account.id, input.id);
    await moveCategory(transaction, directory, category.id, input.after ?? null);
    await recordDirectory(transaction, directory, 'directory_updated', viewer.keyId);
    return directory;
  },
});

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

mutation({
  name: 'deleteCategory',
  description:
    'Deletes a category and returns it. The campaigns of the category remain in the directory, without a category.',
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
