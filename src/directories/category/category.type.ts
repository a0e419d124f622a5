import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { below } from '../../nodes/node-rows.ts';
import { directoryRow } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { type Category, categories, categoriesOf, categoryRow } from './category.ts';

export const CategoryType = nodeType<Category>('Category', {
  form: 'category',
  find: below(categoryRow, directoryRow, ({ directoryId }) => directoryId),
  description: 'A category of a directory. The page shows its name as a heading above its campaigns.',
  fields: (t) => ({
    ...shownColumns(t, categories, {
      id: '`cat_` followed by 12 characters.',
      directoryId: 'The id of the directory that the category belongs to.',
      name: 'Name of the category.',
      position: 'The position on the page. Positions ascend and can have gaps.',
      createdAt: 'When the category was created.',
    }),
  }),
});

builder.objectField(DirectoryType, 'categories', (t) =>
  t.field({
    type: [CategoryType],
    description: 'The categories of the directory, in page order. Not paginated.',
    resolve: ({ id }, _, { services }) => findCategories(services.database, id),
  }),
);

export const findCategories = batched<string, Category[]>(async (database, ids) => {
  const found = await categoriesOf(database, ids);
  return ids.map((id) => found.filter(({ directoryId }) => directoryId === id));
});
