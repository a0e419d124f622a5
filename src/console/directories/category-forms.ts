import { mutationOf } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';

const hidden: Field = { kind: 'hidden' };

const name: Field = {
  kind: 'text',
  label: ({ directories }) => directories.categories.name,
  required: true,
  maxLength: 100,
};

export const createCategory = form({
  document: mutationOf('createCategory'),
  fields: { name },
  variables: ({ name = '' }: { name?: string }, { params }) => ({ input: { directory: params.directory ?? '', name } }),
  submit: ({ directories }) => directories.categories.create,
  notice: ({ directories }) => directories.categories.created,
});

export const renameCategory = form({
  document: mutationOf('updateCategory'),
  fields: { id: hidden, name },
  variables: ({ id, name = '' }: { id: string; name?: string }) => ({ input: { id, name } }),
  submit: ({ directories }) => directories.categories.rename,
  notice: ({ directories }) => directories.categories.renamed,
});

export const moveCategory = form({
  document: mutationOf('moveCategory'),
  fields: { id: hidden, after: hidden },
  submit: ({ directories }) => directories.offers.move,
  notice: ({ directories }) => directories.offers.moved,
});

export const deleteCategory = form({
  document: mutationOf('deleteCategory'),
  fields: { id: hidden },
  submit: ({ directories }) => directories.categories.delete,
  notice: ({ directories }) => directories.categories.deleted,
});
