import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { recordDirectory } from '../directory/directory-events.ts';
import { categoryId } from './category.inputs.ts';
import { lockCategory, moveCategory } from './category.ts';

mutation({
  name: 'moveCategory',
  description: 'Moves a category of a directory directly after another one. The others keep their order.',
  scope: 'WRITE',
  input: z.object({
    id: categoryId,
    after: categoryId.nullish().meta({
      description: 'The category (`cat_…`) after which it comes. Default: it comes first.',
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
