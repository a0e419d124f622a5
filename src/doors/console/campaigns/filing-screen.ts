import { type ComponentChildren, h } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.ts';
import { foldOf, headingOf } from '../parts/pieces.ts';
import { listTabs } from './campaign-list.ts';
import { filingForms } from './filing-forms.ts';
import { type Folder, inTreeOrder } from './folder-tree.ts';

/** Folders and tags: the folders as a tree, and beside them what changes the one in the address. */
export const filingScreen = screen({
  path: '/campaigns/folders',
  area: 'campaigns',
  scope: 'READ',
  document: graphql(`
    query ConsoleFolders {
      folders(first: 1000) {
        nodes {
          id
          name
          parentId
        }
      }
      tags {
        tag
        coupons
      }
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
      h('h2', null, filing.folders),
      folders.nodes.length > 0 ? treeOf(page, folders.nodes) : h('p', { class: 'soft' }, filing.noFolders),
      page.may('WRITE') &&
        foldOf(filing.newFolder, formOf(page, 'createFolder', { data }), page.attempt?.form === 'createFolder'),
      h('h2', null, filing.tags),
      tags.length > 0 ? tagList(page, tags) : h('p', { class: 'soft' }, filing.noTags),
    ];
  },
});

function treeOf(page: Page, folders: readonly Folder[]): ComponentChildren {
  return h(
    'ul',
    { class: 'tree card' },
    inTreeOrder(folders).map(({ folder: { id, name }, depth }) =>
      h(
        'li',
        { key: id, class: `depth-${Math.min(depth, 8)}` },
        h('a', { href: page.to('/campaigns', { folder: id }), title: page.words.campaigns.filing.show }, name),
        editLink(page, name, { folder: id }),
      ),
    ),
  );
}

function tagList(page: Page, tags: readonly { tag: string; coupons: number }[]): ComponentChildren {
  return h(
    'ul',
    { class: 'tree card' },
    tags.map(({ tag, coupons }) =>
      h(
        'li',
        { key: tag },
        h('a', { class: 'tag', href: page.to('/campaigns', { tag }) }, tag),
        h('span', { class: 'soft' }, page.words.campaigns.filing.count(page.number(coupons))),
        editLink(page, tag, { tag }),
      ),
    ),
  );
}

function editLink(page: Page, name: string, which: Record<string, string>): ComponentChildren {
  const { edit, editNamed } = page.words.campaigns.filing;
  const href = page.to('/campaigns/folders', which);
  return page.may('WRITE') && h('a', { class: 'edit', href, 'aria-label': editNamed(name) }, edit);
}

function changeFolder(page: Page, { name, parentId }: Folder, data: object): ComponentChildren {
  const { filing } = page.words.campaigns;
  return h(
    'section',
    { class: 'card' },
    h('h2', null, filing.changeFolder(name)),
    formOf(page, 'changeFolder', { values: { name, parent: parentId }, data }),
    h('p', { class: 'hint' }, filing.removeHint),
    formOf(page, 'removeFolder', { quiet: true, dangerous: true }),
  );
}

function changeTag(page: Page, tag: string): ComponentChildren {
  const { filing } = page.words.campaigns;
  return h(
    'section',
    { class: 'card' },
    h('h2', null, filing.changeTag(tag)),
    formOf(page, 'renameTag', { values: { name: tag } }),
    h('p', { class: 'hint' }, filing.removeTagHint),
    formOf(page, 'removeTag', { quiet: true, dangerous: true }),
  );
}
