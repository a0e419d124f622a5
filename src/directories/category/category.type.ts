import { builder } from '../../kernel/api/builder.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { type Category, categoriesOf } from './category.ts';

export const CategoryType = builder.objectType(builder.objectRef<Category>('Category'), {
  description: 'A heading of a directory under which campaigns stand.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`cat_` and 12 characters.' }),
    directoryId: t.exposeID('directoryId', { description: 'The directory that it belongs to.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    position: t.exposeInt('position', { description: 'Ascends in the order of the page, with gaps.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

builder.objectField(DirectoryType, 'categories', (t) =>
  t.field({
    type: [CategoryType],
    description: 'Its categories in the order of the page.',
    resolve: ({ id }, _, { services }) => findCategories(services.database, id),
  }),
);

const findCategories = shared<string, Category[]>(async (database, ids) => {
  const found = await categoriesOf(database, ids);
  return ids.map((id) => found.filter(({ directoryId }) => directoryId === id));
});
