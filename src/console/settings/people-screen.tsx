import type { ResultOf } from 'gql.tada';
import { roles } from '../../api/scope.ts';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { chosen, filtersOf, searchedText } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { codeBlock, emptyOf, headingOf, linkButton, momentOf, pagingOf, statusOf, tableOf } from '../parts/pieces.tsx';
import { settingsTabs } from './settings-tabs.ts';

const personField = { person: { kind: 'hidden' } } as const satisfies Record<string, Field>;

const role = {
  kind: 'select',
  label: ({ settings }) => settings.people.role,
  options: ({ settings }) => Object.entries(settings.people.roles),
  required: true,
} as const satisfies Field;

const invite = form(mutationOf('invitePerson', 'url mailed invitation { expiresAt }'), {
  fields: {
    email: { kind: 'email', label: ({ settings }) => settings.people.email, required: true, maxLength: 254 },
    role,
  },
  problemsAt: { PERSON_EXISTS: 'email' },
  submit: ({ settings }) => settings.people.send,
  show: ({ invitePerson: { url, mailed, invitation } }, page) =>
    linkOf(page, page.words.settings.people.invited, { url, mailed, expiresAt: invitation.expiresAt }),
});

const reset = form(mutationOf('resetPassword', 'url mailed expiresAt'), {
  fields: personField,
  submit: ({ settings }) => settings.people.reset,
  show: ({ resetPassword }, page) => linkOf(page, page.words.settings.people.resetTitle, resetPassword),
});

/** The link cannot be read again. */
function linkOf(
  page: Page,
  title: string,
  { url, mailed, expiresAt }: { url: string; mailed: boolean; expiresAt: string },
) {
  const { people } = page.words.settings;
  return (
    <section class="card">
      <h2>{title}</h2>
      <p>
        {people.linkOnce} {mailed ? people.mailed : people.notMailed}
      </p>
      {codeBlock(page, people.link, url)}
      <p class="hint">{`${people.expires}: ${page.moment(expiresAt)}`}</p>
    </section>
  );
}

const setRole = form(mutationOf('setRole'), {
  fields: { ...personField, role: { ...role, options: ({ frame }) => Object.entries(frame.roles) } },
  problemsAt: { LAST_OWNER: 'role' },
  says: ({ settings: { people } }) => [people.change, people.changed],
});

const remove = form(mutationOf('removePerson'), {
  fields: personField,
  says: ({ settings: { people } }) => [people.remove, people.removed],
});

const signOut = form(mutationOf('endSignIns', 'ended'), {
  scope: 'ADMIN',
  fields: personField,
  says: ({ settings: { people } }) => [people.signOut, people.signedOut],
});

const revoke = form(mutationOf('revokeInvitation'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ settings: { people } }) => [people.revoke, people.revokedNow],
});

const document = graphql(`
  query ConsolePeople($after: String, $filter: PersonFilter, $invitations: String, $open: Boolean) {
    people(first: 50, after: $after, filter: $filter) {
      nodes { id email name role joinedAt lastSignedInAt }
      pageInfo { hasNextPage endCursor }
    }
    invitations(first: 50, after: $invitations, filter: { open: $open }) {
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

function peopleOf(page: Page, people: readonly Person[]) {
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

function roleOf(page: Page, { id, name, email, role }: Person) {
  const label = page.words.settings.people.roleOf(name ?? email);
  return (
    <div class="in-row" role="group" aria-label={label}>
      {formOf(page, 'setRole', { key: id, quiet: true, values: { person: id, role }, label })}
    </div>
  );
}

function actionsOf(page: Page, { id, name, email }: Person) {
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

type Invitation = Data['invitations']['nodes'][number];

function invitationTabs(page: Page) {
  const words = page.words.settings.people;
  const chosen = page.query('open') ?? 'yes';
  const links = [
    ['yes', words.onlyOpen],
    ['no', words.onlyClosed],
    ['all', page.words.frame.any],
  ] as const;
  return (
    <nav class="tabs" aria-label={words.invitations}>
      {links.map(([open, text]) => (
        <a
          href={page.href({ open: open === 'yes' ? null : open, invitations: null })}
          {...(open === chosen && { 'aria-current': 'true' })}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

function invitationsOf(page: Page, invitations: readonly Invitation[]) {
  const { people: words, since } = page.words.settings;
  return tableOf<Invitation>({
    caption: words.invitations,
    rows: invitations,
    empty: emptyOf(words.noInvitations, words.noInvitationsAdvice),
    columns: [
      { name: words.email, cell: ({ email }) => email },
      { name: words.role, cell: ({ role }) => page.words.frame.roles[role] },
      { name: words.state, cell: (invitation) => stateOf(page, invitation) },
      { name: since, cell: ({ createdAt }) => momentOf(page, createdAt) },
      { name: words.expires, cell: ({ expiresAt }) => momentOf(page, expiresAt) },
      {
        name: words.revoke,
        cell: ({ id, email, isOpen }) =>
          isOpen &&
          formOf(page, 'revoke', {
            key: id,
            quiet: true,
            dangerous: true,
            values: { id },
            label: words.revokeOne(email),
          }),
      },
    ],
  });
}

function stateOf(page: Page, { isOpen, acceptedAt, revokedAt }: Invitation) {
  const words = page.words.settings.people;
  if (isOpen) return statusOf(words.open, 'warn');
  if (acceptedAt) return statusOf(words.accepted, 'good');
  return revokedAt ? statusOf(words.revoked, 'bad') : statusOf(words.expired);
}
