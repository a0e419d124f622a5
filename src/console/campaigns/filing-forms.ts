import { graphql } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { type Folder, folderOptions } from './folder-tree.ts';

interface Data {
  folders: { nodes: Folder[] };
}

const name: Field = { kind: 'text', label: ({ campaigns }) => campaigns.filing.name, required: true, most: 100 };

const parent: Field = {
  kind: 'select',
  label: ({ campaigns }) => campaigns.filing.parent,
  options: ({ campaigns }, { folders }: Data) => [['', campaigns.filing.top], ...folderOptions(folders.nodes)],
};

/** The forms with which folders and tags are kept in order. The one that is changed stands in the address. */
export const filingForms = {
  createFolder: form({
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleCreateFolder($input: CreateFolderInput!) {
        createFolder(input: $input) {
          id
        }
      }
    `),
    fields: { name, parent },
    variables: (input: { name: string }) => ({ input }),
    submit: ({ campaigns }) => campaigns.filing.newFolder,
    done: () => '/campaigns/folders',
    doneWords: ({ campaigns }) => campaigns.filing.created,
  }),
  changeFolder: form({
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleChangeFolder($input: UpdateFolderInput!) {
        updateFolder(input: $input) {
          id
        }
      }
    `),
    fields: { name, parent },
    clears: true,
    problemsAt: { FOLDER_CYCLE: 'parent' },
    variables: (input: object, page) => ({ input: { ...input, id: page.query('folder') ?? '' } }),
    submit: ({ campaigns }) => campaigns.filing.save,
    done: () => '/campaigns/folders',
    doneWords: ({ campaigns }) => campaigns.filing.saved,
  }),
  removeFolder: form({
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleDeleteFolder($input: DeleteFolderInput!) {
        deleteFolder(input: $input) {
          id
        }
      }
    `),
    fields: {},
    variables: (_: object, page) => ({ input: { id: page.query('folder') ?? '' } }),
    submit: ({ campaigns }) => campaigns.filing.remove,
    done: () => '/campaigns/folders',
    doneWords: ({ campaigns }) => campaigns.filing.removed,
  }),
  renameTag: form({
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleRenameTag($input: RenameTagInput!) {
        renameTag(input: $input) {
          tag
        }
      }
    `),
    fields: { name: { ...name, most: 50, hint: ({ campaigns }) => campaigns.filing.mergeHint } },
    variables: (input: { name: string }, page) => ({ input: { ...input, tag: page.query('tag') ?? '' } }),
    submit: ({ campaigns }) => campaigns.filing.rename,
    done: () => '/campaigns/folders',
    doneWords: ({ campaigns }) => campaigns.filing.saved,
  }),
  removeTag: form({
    scope: 'WRITE',
    document: graphql(`
      mutation ConsoleDeleteTag($input: DeleteTagInput!) {
        deleteTag(input: $input) {
          tag
        }
      }
    `),
    fields: {},
    variables: (_: object, page) => ({ input: { tag: page.query('tag') ?? '' } }),
    submit: ({ campaigns }) => campaigns.filing.remove,
    done: () => '/campaigns/folders',
    doneWords: ({ campaigns }) => campaigns.filing.removed,
  }),
};
