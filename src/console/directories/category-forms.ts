import { graphql } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';

const hidden: Field = { kind: 'hidden' };

const name: Field = {
  kind: 'text',
  label: ({ directories }) => directories.categories.name,
  required: true,
  most: 100,
};

export const createCategory = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCreateCategory($input: CreateCategoryInput!) {
      createCategory(input: $input) {
        id
      }
    }
  `),
  fields: { name },
  variables: ({ name = '' }: { name?: string }, { params }) => ({ input: { directory: params.directory ?? '', name } }),
  submit: ({ directories }) => directories.categories.create,
  doneWords: ({ directories }) => directories.categories.created,
});

export const renameCategory = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateCategory($input: UpdateCategoryInput!) {
      updateCategory(input: $input) {
        id
      }
    }
  `),
  fields: { id: hidden, name },
  variables: ({ id, name = '' }: { id: string; name?: string }) => ({ input: { id, name } }),
  submit: ({ directories }) => directories.categories.rename,
  doneWords: ({ directories }) => directories.categories.renamed,
});

export const moveCategory = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleMoveCategory($input: MoveCategoryInput!) {
      moveCategory(input: $input) {
        id
      }
    }
  `),
  fields: { id: hidden, after: hidden },
  variables: (input: { id: string; after?: string }) => ({ input }),
  submit: ({ directories }) => directories.offers.move,
  doneWords: ({ directories }) => directories.offers.moved,
});

export const deleteCategory = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleDeleteCategory($input: DeleteCategoryInput!) {
      deleteCategory(input: $input) {
        id
      }
    }
  `),
  fields: { id: hidden },
  variables: (input: { id: string }) => ({ input }),
  submit: ({ directories }) => directories.categories.delete,
  doneWords: ({ directories }) => directories.categories.deleted,
});
