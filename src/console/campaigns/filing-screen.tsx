import { graphql, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { cardOf, headingOf } from '../parts/pieces.tsx';
import { listTabs } from './campaign-list.tsx';
import { type Folder, folderOptions, inTreeOrder } from './folder-tree.ts';

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
const filingForms = {
  createFolder: form(mutationOf('createFolder'), {
    fields: { name, parent },
    problemsAt: { FOLDER_NOT_FOUND: 'parent', FOLDER_CYCLE: 'parent' },
    says: ({ campaigns: { filing } }) => [filing.newFolder, filing.created],
    done: () => '/campaigns/folders',
  }),
  changeFolder: form(mutationOf('updateFolder'), {
    fields: { name, parent },
    clears: true,
    problemsAt: { FOLDER_NOT_FOUND: 'parent', FOLDER_CYCLE: 'parent' },
    adds: (page) => ({ id: page.query('folder') ?? '' }),
    says: ({ campaigns: { filing } }) => [filing.save, filing.folderSaved],
    done: () => '/campaigns/folders',
  }),
  removeFolder: form(mutationOf('deleteFolder'), {
    adds: (page) => ({ id: page.query('folder') ?? '' }),
    says: ({ campaigns: { filing } }) => [filing.remove, filing.folderRemoved],
    done: () => '/campaigns/folders',
  }),
  renameTag: form(mutationOf('renameTag', 'tag'), {
    fields: {
      name: {
        ...{ ...name, maxLength: 50 },
        hint: ({ campaigns }) => campaigns.filing.mergeHint,
        error: ({ campaigns }) => campaigns.filing.tagError,
      },
    },
    adds: (page) => ({ tag: page.query('tag') ?? '' }),
    says: ({ campaigns: { filing } }) => [filing.rename, filing.tagRenamed],
    done: () => '/campaigns/folders',
  }),
  removeTag: form(mutationOf('deleteTag', 'tag'), {
    adds: (page) => ({ tag: page.query('tag') ?? '' }),
    says: ({ campaigns: { filing } }) => [filing.remove, filing.tagRemoved],
    done: () => '/campaigns/folders',
  }),
};

/** Shows the folders as a tree, next to the forms for the folder or tag in the address. */
export const filingScreen = screen({
  path: '/campaigns/folders',
  document: graphql(`
    query ConsoleFolders {
      folders(first: 1000) { nodes { id name parentId } }
      tags { tag coupons }
    }
  `),
  title: (_, { words }) => words.campaigns.filing.title,
  forms: filingForms,
  view: (data, page) => {
    const { filing } = page.words.campaigns;
    const { folders, tags } = data;
    const folder = folders.nodes.find(({ id }) => id === page.query('folder'));
    const tag = tags.find(({ tag }) => tag === page.query('tag'));
    return [
      headingOf(filing.title),
      listTabs(page),
      folder && changeFolder(page, folder, data),
      tag && changeTag(page, tag.tag),
      <h2>{filing.folders}</h2>,
      folders.nodes.length > 0 ? treeOf(page, folders.nodes) : <p class="soft">{filing.noFolders}</p>,
      foldedFormOf(page, 'createFolder', { summary: filing.newFolder, data }),
      <h2>{filing.tags}</h2>,
      tags.length > 0 ? tagList(page, tags) : <p class="soft">{filing.noTags}</p>,
    ];
  },
});

function treeOf(page: Page, folders: readonly Folder[]) {
  return (
    <ul class="tree card">
      {inTreeOrder(folders).map(({ folder: { id, name }, depth }) => (
        <li class={`depth-${Math.min(depth, 8)}`}>
          <a href={page.to('/campaigns', { folder: id })} title={page.words.campaigns.filing.show}>
            {name}
          </a>
          {editLink(page, name, { folder: id })}
        </li>
      ))}
    </ul>
  );
}

function tagList(page: Page, tags: readonly { tag: string; coupons: number }[]) {
  return (
    <ul class="tree card">
      {tags.map(({ tag, coupons }) => (
        <li>
          <a class="tag" href={page.to('/campaigns', { tag })}>
            {tag}
          </a>
          <span class="soft">{page.words.campaigns.filing.count(page.number(coupons))}</span>
          {editLink(page, tag, { tag })}
        </li>
      ))}
    </ul>
  );
}

function editLink(page: Page, name: string, which: Record<string, string>) {
  const { edit, editNamed } = page.words.campaigns.filing;
  const href = page.to('/campaigns/folders', which);
  return (
    page.may('WRITE') && (
      <a class="edit" href={href} aria-label={editNamed(name)}>
        {edit}
      </a>
    )
  );
}

function changeFolder(page: Page, { name, parentId }: Folder, data: object) {
  const { filing } = page.words.campaigns;
  return cardOf(
    filing.changeFolder(name),
    formOf(page, 'changeFolder', { values: { name, parent: parentId }, data }),
    <p class="hint">{filing.removeHint}</p>,
    formOf(page, 'removeFolder', { quiet: true, dangerous: true }),
  );
}

function changeTag(page: Page, tag: string) {
  const { filing } = page.words.campaigns;
  return cardOf(
    filing.changeTag(tag),
    formOf(page, 'renameTag', { values: { name: tag } }),
    <p class="hint">{filing.removeTagHint}</p>,
    formOf(page, 'removeTag', { quiet: true, dangerous: true }),
  );
}
