import { connectionOf, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { foldedFormOf } from '../parts/form.tsx';
import { headingOf, momentOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { directoryFields, directoryGroups } from './directory-form-fields.ts';

const createDirectory = form({
  document: mutationOf('createDirectory'),
  fields: directoryFields,
  variables: (input: { name: string }) => ({ input: { ...input, name: input.name ?? '' } }),
  submit: ({ directories }) => directories.list.create,
  notice: ({ directories }) => directories.page.created,
  done: ({ createDirectory }) => `/directories/${createDirectory.id}/campaigns`,
});

export const directoryListScreen = screen({
  path: '/directories',
  scope: 'READ',
  document: connectionOf(
    'directories',
    'DirectoryFilter',
    'id name title createdAt campaigns { id } totals { members membersRemoved openings }',
  ),
  variables: (page) => ({ after: page.query('after'), filter: { text: searchedText(page) } }),
  title: (_, { words }) => words.directories.title,
  forms: { create: createDirectory },
  view: ({ directories: { nodes, pageInfo } }, page) => {
    const { list, title, groups } = page.words.directories;
    const { columns } = list;
    const { timezone } = page;
    return [
      headingOf(title),
      filtersOf(page, [{ name: 'search', label: list.search, kind: 'search' }]),
      tableOf({
        caption: title,
        rows: nodes,
        columns: [
          { name: columns.name, cell: (row) => nameOf(page, row) },
          { name: columns.offers, cell: ({ campaigns }) => page.number(campaigns.length), number: true },
          { name: columns.members, cell: ({ totals }) => page.number(membersOf(totals)), number: true },
          { name: columns.openings, cell: ({ totals }) => page.number(Number(totals.openings)), number: true },
          { name: columns.created, cell: ({ createdAt }) => momentOf(page, createdAt) },
        ],
        empty: page.query('search') ? emptyOf(list.nothing, list.nothingAdvice) : emptyOf(list.empty, list.emptyAdvice),
      }),
      pagingOf(page, pageInfo),
      foldedFormOf(page, 'create', {
        summary: list.create,
        open: nodes.length === 0 && page.query('search') === null,
        values: { timezone },
        data: timezone,
        groups: directoryGroups(groups),
      }),
    ];
  },
});

function nameOf(page: Page, { id, name, title }: { id: string; name: string; title: string | null }) {
  return (
    <span>
      <a href={page.to(`/directories/${id}`)}>{name}</a>
      {title && title !== name && <small class="soft beneath">{title}</small>}
    </span>
  );
}

export function membersOf({ members, membersRemoved }: { members: unknown; membersRemoved: unknown }): number {
  return Math.max(0, Number(members) - Number(membersRemoved));
}
