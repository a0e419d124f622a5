import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { foldOf, headingOf, momentOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { directoryFields, directoryGroups } from './directory-form-fields.ts';

const createDirectory = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCreateDirectory($input: CreateDirectoryInput!) {
      createDirectory(input: $input) {
        id
      }
    }
  `),
  fields: directoryFields,
  variables: (input: { name: string }) => ({ input: { ...input, name: input.name ?? '' } }),
  submit: ({ directories }) => directories.list.create,
  done: ({ createDirectory }) => `/directories/${createDirectory.id}/campaigns`,
});

export const directoryListScreen = screen({
  path: '/directories',
  area: 'directories',
  scope: 'READ',
  document: graphql(`
    query ConsoleDirectories($after: String, $search: String) {
      directories(first: 50, after: $after, filter: { text: $search }) {
        nodes {
          id
          name
          title
          createdAt
          campaigns {
            id
          }
          totals {
            members
            membersRemoved
            openings
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `),
  variables: (page) => ({ after: page.query('after'), search: searchedText(page) }),
  title: (_, { words }) => words.directories.title,
  forms: { create: createDirectory },
  view: ({ directories: { nodes, pageInfo } }, page) => {
    const { list, title } = page.words.directories;
    const { columns } = list;
    return [
      headingOf(title),
      filtersOf(page, [{ name: 'search', label: list.search, kind: 'search' }]),
      tableOf({
        caption: title,
        rows: nodes,
        key: ({ id }) => id,
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
      creation(page, nodes.length === 0 && page.query('search') === null),
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

/** Returns the number of members who are registered now. */
export function membersOf({ members, membersRemoved }: { members: unknown; membersRemoved: unknown }): number {
  return Math.max(0, Number(members) - Number(membersRemoved));
}

function creation(page: Page, isFirst: boolean): ComponentChildren {
  const { list, groups } = page.words.directories;
  const timezone = page.timezone;
  const fields = formOf(page, 'create', { values: { timezone }, data: timezone, groups: directoryGroups(groups) });
  return fields && foldOf(list.create, fields, isFirst || page.attempt !== null);
}
