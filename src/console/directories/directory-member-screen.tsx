import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { copyableOf, emptyOf, factsOf, momentOf, statusOf, tableOf } from '../parts/pieces.tsx';
import { directoryHeader } from './directory-header.ts';
import { accessText, memberFields, memberGroups, memberName, memberState } from './member-fields.ts';

const memberKey = ({ params }: Page) => ({ directory: params.directory ?? '', user: params.member ?? '' });

const updateMember = form(mutationOf('updateDirectoryUser'), {
  fields: memberFields,
  clears: true,
  adds: memberKey,
  says: ({ directories: { member } }) => [member.save, member.saved],
  problemsAt: { DIRECTORY_EMAIL_TAKEN: 'email' },
});

const grantAccess = form(mutationOf('grantPaidAccess'), {
  fields: labelled(({ directories }) => directories.member)({ expiresAt: { kind: 'moment', word: 'end' } }),
  adds: memberKey,
  says: ({ directories: { member } }) => [member.grant, member.granted],
});

const revokeAccess = form(mutationOf('revokePaidAccess'), {
  adds: memberKey,
  says: ({ directories: { member } }) => [member.revoke, member.revoked],
});

const setBlocked = mutationOf('setDirectoryUserBlocked');

const blockMember = form(setBlocked, {
  fields: labelled(({ directories }) => directories.member)({ reason: { kind: 'text', maxLength: 200 } }),
  adds: (page) => ({ ...memberKey(page), blocked: true }),
  says: ({ directories: { member } }) => [member.blockSubmit, member.blocked],
});

const unblockMember = form(setBlocked, {
  adds: (page) => ({ ...memberKey(page), blocked: false }),
  says: ({ directories: { member } }) => [member.unblock, member.unblocked],
});

const setPassword = form(mutationOf('setDirectoryUserPassword'), {
  fields: labelled(({ directories }) => directories.member)({
    password: { kind: 'password', required: true, maxLength: 128, autocomplete: 'new-password' },
  }),
  variables: ({ password = '' }: { password?: string }, page) => ({ input: { ...memberKey(page), password } }),
  says: ({ directories: { member } }) => [member.passwordSubmit, member.passwordSet],
});

const makeLink = form(mutationOf('createSingleSignOn', 'url expiresAt'), {
  adds: memberKey,
  submit: ({ directories }) => directories.member.linkSubmit,
  show: ({ createSingleSignOn: { url, expiresAt } }, page) => (
    <div class="note good" role="status">
      <p>{page.words.directories.member.linkMade(page.moment(expiresAt))}</p>
      {copyableOf(page, url)}
    </div>
  ),
});

const deleteMember = form(mutationOf('deleteDirectoryUser'), {
  adds: memberKey,
  says: ({ directories: { member } }) => [member.deleteSubmit, member.deleted],
  done: (_, { params }) => `/directories/${params.directory}/members`,
});

const document = graphql(`
  query ConsoleDirectoryUser($directory: ID!, $member: ID!) {
    directory(id: $directory) { name url }
    directoryUser(directory: $directory, user: $member) {
      id email firstName lastName phone birthDate address zip city custom1 custom2 custom3 blocked blockedAt
      blockReason hasPaidAccess paidAccessUntil createdAt updatedAt
    }
    directoryUserSessions(directory: $directory, user: $member) {
      id createdAt voidedAt validatedAt claimedAt expired
      coupon { id name }
    }
  }
`);

type Data = ResultOf<typeof document>;
type Member = Data['directoryUser'];
type Session = Data['directoryUserSessions'][number];

export const directoryMemberScreen = screen({
  path: '/directories/:directory/members/:member',
  document,
  title: ({ directoryUser }) => memberName(directoryUser),
  forms: {
    ...{ save: updateMember, grant: grantAccess, revoke: revokeAccess, block: blockMember, unblock: unblockMember },
    ...{ password: setPassword, link: makeLink, delete: deleteMember },
  },
  view: ({ directory, directoryUser: member, directoryUserSessions: sessions }, page) => [
    directoryHeader(page, directory),
    <h2 class="record">
      {memberName(member)} {memberState(page, member)}
    </h2>,
    facts(page, member),
    <div class="cards">
      {access(page, member)}
      {blocking(page, member)}
      {signIn(page, member)}
    </div>,
    data(page, member),
    opened(page, sessions),
    deletion(page),
  ],
});

function facts(page: Page, member: Member) {
  const { facts: words, blockedSince } = page.words.directories.member;
  return factsOf([
    [words.id, <code>{member.id}</code>],
    [words.since, momentOf(page, member.createdAt)],
    [words.changed, momentOf(page, member.updatedAt)],
    [words.access, accessText(page, member)],
    member.blockedAt !== null && [
      words.blocked,
      [blockedSince(page.moment(member.blockedAt)), member.blockReason && `: ${member.blockReason}`],
    ],
  ]);
}

function access(page: Page, member: Member) {
  const words = page.words.directories.member;
  const { hasPaidAccess: has, paidAccessUntil: until } = member;
  const grant = formOf(page, 'grant', {
    legend: words.access,
    values: { expiresAt: has ? until : null },
    submit: has ? words.extend : words.grant,
  });
  return (
    grant && (
      <div class="card stack">
        {grant}
        {has && formOf(page, 'revoke', { quiet: true, dangerous: true })}
      </div>
    )
  );
}

function blocking(page: Page, { blocked }: Member) {
  const words = page.words.directories.member;
  // A form counts as shown, with its refusal, once it has been built. So build only the one that appears.
  const form = blocked
    ? formOf(page, 'unblock', { quiet: true })
    : formOf(page, 'block', { legend: words.block, dangerous: true });
  if (!form) return null;
  return (
    <div class="card stack">
      {blocked && <h2>{words.block}</h2>}
      {form}
      <p class="hint">{words.blockText}</p>
    </div>
  );
}

function signIn(page: Page, { blocked }: Member) {
  const words = page.words.directories.member;
  const password = formOf(page, 'password', { legend: words.password });
  return (
    password && [
      <div class="card stack">
        {password}
        <p class="hint">{words.passwordText}</p>
      </div>,
      !blocked && (
        <div class="card stack">
          <h2>{words.link}</h2>
          <p class="hint">{words.linkText}</p>
          {formOf(page, 'link', { quiet: true })}
        </div>
      ),
    ]
  );
}

function data(page: Page, member: Member) {
  const { data: legend } = page.words.directories.member;
  const form = formOf(page, 'save', { legend, values: member, groups: memberGroups(page.words) });
  if (form) return form;
  const { fields } = page.words.directories.member;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return [<h2>{legend}</h2>, factsOf(names.map((name) => [fields[name], member[name]]))];
}

function opened(page: Page, sessions: readonly Session[]) {
  const { sessions: caption, sessionColumns: columns, noSessions } = page.words.directories.member;
  return [
    <h2>{caption}</h2>,
    tableOf({
      caption,
      rows: sessions,
      columns: [
        {
          name: columns.offer,
          cell: ({ coupon }) => <a href={page.to(`/campaigns/${coupon.id}`)}>{coupon.name}</a>,
        },
        {
          name: columns.code,
          cell: ({ id }) => (
            <a href={page.to(`/sessions/${id}`)}>
              <code>{id}</code>
            </a>
          ),
        },
        { name: columns.state, cell: (session) => sessionState(page, session) },
        { name: columns.received, cell: ({ createdAt }) => momentOf(page, createdAt) },
      ],
      empty: emptyOf(noSessions),
    }),
  ];
}

function sessionState({ words }: Page, { voidedAt, validatedAt, expired, claimedAt }: Session) {
  const states = words.directories.member.sessionStates;
  if (voidedAt) return statusOf(states.voided, 'bad');
  if (validatedAt) return statusOf(states.validated, 'good');
  if (expired) return statusOf(states.expired);
  return claimedAt ? statusOf(states.claimed, 'good') : statusOf(states.open);
}

function deletion(page: Page) {
  const { delete: summary, deleteText: text } = page.words.directories.member;
  return foldedFormOf(page, 'delete', { summary, text, quiet: true, dangerous: true });
}
