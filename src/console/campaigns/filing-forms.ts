import { mutationOf } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { type Folder, folderOptions } from './folder-tree.ts';

interface Data {
  folders: { nodes: Folder[] };
}

const name: Field = { kind: 'text', label: ({ campaigns }) => campaigns.filing.name, required: true, maxLength: 100 };

const parent: Field = {
  kind: 'select',
  label: ({ campaigns }) => campaigns.filing.parent,
  options: ({ campaigns }, { folders }: Data) => [['', campaigns.filing.top], ...folderOptions(folders.nodes)],
};

/** The address contains the folder or tag to change. */
export const filingForms = {
  createFolder: form({
    document: mutationOf('createFolder'),
    fields: { name, parent },
    submit: ({ campaigns }) => campaigns.filing.newFolder,
    done: () => '/campaigns/folders',
    notice: ({ campaigns }) => campaigns.filing.created,
  }),
  changeFolder: form({
    document: mutationOf('updateFolder'),
    fields: { name, parent },
    clears: true,
    problemsAt: { FOLDER_CYCLE: 'parent' },
    adds: (page) => ({ id: page.query('folder') ?? '' }),
    submit: ({ campaigns }) => campaigns.filing.save,
    done: () => '/campaigns/folders',
    notice: ({ campaigns }) => campaigns.filing.folderSaved,
  }),
  removeFolder: form({
    document: mutationOf('deleteFolder'),
    adds: (page) => ({ id: page.query('folder') ?? '' }),
    submit: ({ campaigns }) => campaigns.filing.remove,
    done: () => '/campaigns/folders',
    notice: ({ campaigns }) => campaigns.filing.folderRemoved,
  }),
  renameTag: form({
    document: mutationOf('renameTag', 'tag'),
    fields: {
      name: {
        ...{ ...name, maxLength: 50 },
        hint: ({ campaigns }) => campaigns.filing.mergeHint,
        error: ({ campaigns }) => campaigns.filing.tagError,
      },
    },
    adds: (page) => ({ tag: page.query('tag') ?? '' }),
    submit: ({ campaigns }) => campaigns.filing.rename,
    done: () => '/campaigns/folders',
    notice: ({ campaigns }) => campaigns.filing.tagRenamed,
  }),
  removeTag: form({
    document: mutationOf('deleteTag', 'tag'),
    adds: (page) => ({ tag: page.query('tag') ?? '' }),
    submit: ({ campaigns }) => campaigns.filing.remove,
    done: () => '/campaigns/folders',
    notice: ({ campaigns }) => campaigns.filing.tagRemoved,
  }),
};
