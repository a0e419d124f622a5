import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { roles } from '../../api/scope.ts';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { chosen, filtersOf, searchedText } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { headingOf, linkButton, momentOf, statusOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { invitationsOf, invitationTabs } from './invitation-list.tsx';
import { invite, remove, reset, revoke, setRole, signOut } from './people-forms.tsx';
import { settingsTabs } from './settings-tabs.ts';

const document = graphql(`
  query ConsolePeople($first: Int!, $after: String, $filter: PersonFilter, $invitations: String, $open: Boolean) {
    people(first: $first, after: $after, filter: $filter) {
      nodes { id email name role joinedAt lastSignedInAt }
      pageInfo { hasNextPage endCursor }
    }
    invitations(first: $first, after: $invitations, filter: { open: $open }) {
      nodes { id email role isOpen createdAt expiresAt acceptedAt revokedAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Data = ResultOf<typeof document>;
type Person = Data['people']['nodes'][number];

export const peopleScreen = screen({
  path: '/settings/people',
  scope: 'ADMIN',
  document,
  variables: (page) => ({
    first: 50,
    after: page.query('after'),
    filter: { text: searchedText(page), role: chosen(page, 'role', roles) },
    invitations: page.query('invitations'),
    open: page.query('open') === 'no' ? false : page.query('open') === 'all' ? null : true,
  }),
  title: (_, { words }) => words.settings.screens.people,
  forms: { invite, remove, reset, revoke, setRole, signOut },
  view: ({ people, invitations }, page) => {
    const { settings, frame } = page.words;
    const words = settings.people;
    return [
      headingOf(settings.title, linkButton('#invite', words.invite)),
      settingsTabs(page),
      page.outcome?.form === 'reset' && page.outcome.content,
      filtersOf(page, [
        { name: 'search', label: words.search, kind: 'search' },
        { name: 'role', label: words.role, kind: 'select', options: frame.roles },
      ]),
      peopleOf(page, people.nodes),
      pagingOf(page, people.pageInfo),
      <section id="invite" class="part">
        {formOf(page, 'invite', {
          ...{ legend: words.invite, values: { role: 'MARKETER' } },
          below: <p class="hint">{words.inviteHint}</p>,
        })}
      </section>,
      <h2>{words.invitations}</h2>,
      invitationTabs(page),
      invitationsOf(page, invitations.nodes),
      pagingOf(page, invitations.pageInfo, 'invitations'),
    ];
  },
});

function peopleOf(page: Page, people: readonly Person[]): ComponentChildren {
  const { people: words, name } = page.words.settings;
  const isFiltered = page.query('search') ?? page.query('role');
  return tableOf<Person>({
    caption: words.caption,
    rows: people,
    empty: isFiltered ? emptyOf(words.none, words.noneAdvice) : emptyOf(words.nobody, words.nobodyAdvice),
    columns: [
      {
        name,
        cell: (person) => (
          <div>
            <strong>{person.name ?? person.email}</strong>
            {person.id === page.viewer.keyId && [' ', statusOf(words.you)]}
            {person.name !== null && <div class="soft">{person.email}</div>}
          </div>
        ),
      },
      { name: words.role, cell: (person) => roleOf(page, person) },
      { name: words.joined, cell: ({ joinedAt }) => momentOf(page, joinedAt) },
      {
        name: words.lastSignIn,
        cell: ({ lastSignedInAt }) => (lastSignedInAt ? momentOf(page, lastSignedInAt) : words.never),
      },
      { name: page.words.settings.actions, cell: (person) => actionsOf(page, person) },
    ],
  });
}

function roleOf(page: Page, { id, name, email, role }: Person): ComponentChildren {
  const label = page.words.settings.people.roleOf(name ?? email);
  return (
    <div class="in-row" role="group" aria-label={label}>
      {formOf(page, 'setRole', { key: id, quiet: true, values: { person: id, role }, label })}
    </div>
  );
}

function actionsOf(page: Page, { id, name, email }: Person): ComponentChildren {
  const words = page.words.settings.people;
  const who = name ?? email;
  const given = { key: id, quiet: true, values: { person: id } };
  const attempt = page.attempt;
  const open = attempt !== null && attempt.key === id && attempt.form !== 'setRole';
  return (
    <details class="row-actions" open={open}>
      <summary aria-label={words.moreOf(who)}>{words.more}</summary>
      <div class="actions">
        {page.outcome?.form !== 'reset' && formOf(page, 'reset', { ...given, label: words.resetOf(who) })}
        {id !== page.viewer.keyId && formOf(page, 'signOut', { ...given, label: words.signOutOf(who) })}
        {formOf(page, 'remove', { ...given, dangerous: true, label: words.removeOne(who) })}
      </div>
    </details>
  );
}
