import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { copyableOf } from '../parts/copyable.tsx';
import { filtersOf } from '../parts/filters.tsx';
import { foldedFormOf } from '../parts/form.tsx';
import { linkButton, momentOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { directoryHeader } from './directory-header.ts';
import { memberFields, memberGroups } from './member-fields.ts';
import { memberName, memberState } from './member-state.ts';

const createMember = form({
  document: mutationOf('createDirectoryUser', 'password user { id email }'),
  fields: labelled(({ directories }) => directories.members)({
    ...memberFields,
    password: { kind: 'password', maxLength: 128, autocomplete: 'new-password' },
  }),
  variables: ({ email = '', ...input }: { email?: string }, { params }) => ({
    input: { directory: params.directory ?? '', email, ...input },
  }),
  submit: ({ directories }) => directories.members.createSubmit,
  problemsAt: { DIRECTORY_EMAIL_TAKEN: 'email' },
  show: ({ createDirectoryUser: { user, password } }, page) => {
    const { created, generated, open } = page.words.directories.members;
    return (
      <div class="note good" role="status">
        <p>{created(user.email)}</p>
        {password && (
          <p>
            {generated} {copyableOf(page, password)}
          </p>
        )}
        {linkButton(page.to(`/directories/${page.params.directory}/members/${user.id}`), open, 'quiet')}
      </div>
    );
  },
});

const document = graphql(`
  query ConsoleDirectoryUsers($directory: ID!, $after: String, $filter: DirectoryUserFilter!) {
    directory(id: $directory) { name url }
    directoryUsers(directory: $directory, first: 50, after: $after, filter: $filter) {
      nodes {
        id email firstName lastName phone blocked hasPaidAccess paidAccessUntil createdAt
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Member = ResultOf<typeof document>['directoryUsers']['nodes'][number];

const accessStates = ['ACTIVE', 'EXPIRED', 'NONE'] as const;

export const directoryMembersScreen = screen({
  path: '/directories/:directory/members',
  scope: 'READ',
  document,
  variables: (page) => ({
    directory: page.params.directory ?? '',
    after: page.query('after'),
    filter: {
      keyword: page.query('search'),
      access: accessStates.find((state) => state === page.query('access')) ?? null,
      blocked: { yes: true, no: false }[page.query('blocked') ?? ''] ?? null,
    },
  }),
  title: ({ directory }, { words }) => `${words.directories.tabs.members}: ${directory.name}`,
  forms: { create: createMember },
  view: ({ directory, directoryUsers: { nodes, pageInfo } }, page) => [
    directoryHeader(page, directory),
    filters(page),
    list(page, nodes),
    pagingOf(page, pageInfo),
    foldedFormOf(page, 'create', {
      summary: page.words.directories.members.create,
      open: nodes.length === 0 && !isFiltered(page),
      groups: memberGroups(page.words),
    }),
  ],
});

function filters(page: Page): ComponentChildren {
  const { search, access, blocked, states, onlyBlocked, notBlocked } = page.words.directories.members;
  return filtersOf(page, [
    { name: 'search', label: search, kind: 'search' },
    { name: 'access', label: access, kind: 'select', options: accessStates.map((state) => [state, states[state]]) },
    { name: 'blocked', label: blocked, kind: 'select', options: { yes: onlyBlocked, no: notBlocked } },
  ]);
}

function isFiltered(page: Page): boolean {
  return ['search', 'access', 'blocked', 'after'].some((name) => page.query(name) !== null);
}

function list(page: Page, members: readonly Member[]): ComponentChildren {
  const { columns, empty, emptyAdvice, nothing, nothingAdvice } = page.words.directories.members;
  const to = ({ id }: Member) => page.to(`/directories/${page.params.directory}/members/${id}`);
  return tableOf({
    caption: page.words.directories.tabs.members,
    rows: members,
    columns: [
      { name: columns.member, cell: (member) => <a href={to(member)}>{memberName(member)}</a> },
      { name: columns.email, cell: ({ email }) => email },
      { name: columns.phone, cell: ({ phone }) => phone ?? '–' },
      { name: columns.state, cell: (member) => <span class="states">{memberState(page, member)}</span> },
      { name: columns.since, cell: ({ createdAt }) => momentOf(page, createdAt) },
    ],
    empty: isFiltered(page) ? emptyOf(nothing, nothingAdvice) : emptyOf(empty, emptyAdvice),
  });
}
