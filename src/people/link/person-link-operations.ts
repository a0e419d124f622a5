import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { containedText, filterInput, flag, idInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { requireRole } from '../../api/viewer.ts';
import { listPage } from '../../kernel/database/list.ts';
import { type Instant, realNow } from '../../kernel/values/instant.ts';
import { invitationPath, passwordResetPath } from '../../vocabulary/links.ts';
import { type AccountMember, lockMembers, requireMember } from '../person/account-member.ts';
import { personEmail, personId, roleInput } from '../person/person.inputs.ts';
import { PersonType } from '../person/person.type.ts';
import { invite, issueReset, revoke } from './invitation.ts';
import { InvitationType } from './invitation.type.ts';
import { type PersonLink, personLinks } from './person-link.ts';
import { mailLink } from './person-link-mail.ts';

const filter = filterInput('InvitationFilter', 'Filters invitations.', 'all', {
  open: flag('`true`: only invitations that can still be accepted. `false`: only invitations that cannot.'),
  text: containedText('invitations', 'whose email address contains'),
});

const isOpen = '(t.used_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > :now)';

connection({
  name: 'invitations',
  description: 'The invitations of the account from the last 30 days, newest first. Their links are not included.',
  scope: 'ADMIN',
  input: z.object({ filter }),
  type: InvitationType,
  run: ({ input: { filter }, viewer, database, page }) => {
    const open = filter?.open;
    return listPage(database, page, {
      source: personLinks,
      where: { accountId: viewer.account.id, kind: 'INVITATION' },
      conditions: { sql: [open === true && isOpen, open === false && `NOT ${isOpen}`], values: { now: realNow() } },
      contains: { text: filter?.text, in: ['email'] },
    });
  },
  keysOf: ({ createdAt, id }) => [createdAt, id],
});

const InvitedPerson = builder.objectType(
  builder.objectRef<{ invitation: PersonLink; url: string; mailed?: boolean }>('InvitedPerson'),
  {
    description: 'An invitation and its link.',
    fields: (t) => ({
      invitation: t.field({
        type: InvitationType,
        description: 'The invitation.',
        resolve: ({ invitation }) => invitation,
      }),
      url: t.exposeString('url', {
        description: 'The link with which the person joins the account. It works once and is returned only once.',
      }),
      mailed: t.boolean({
        description:
          'Whether a mail server accepted an email with the link. The email goes through the mail server of the service if it has one, otherwise through the email integration of the account. If false, give the person the link yourself.',
        resolve: ({ mailed }) => mailed ?? false,
      }),
    }),
  },
);

mutation({
  name: 'invitePerson',
  description:
    'Invites a person to the console of the account with a link. The link works once and expires after 72 hours. The person also gets the link by email, if the service has a mail server or the account has an email integration. Any earlier invitation to the address becomes invalid. Callers can assign only roles whose scopes they have. An account can have at most 200 people and 100 open invitations. It can create at most 60 invitations and password resets per hour. A top-level account and all accounts below it can create at most 300 together.',
  scope: 'ADMIN',
  input: z.object({ email: personEmail, role: roleInput }),
  type: InvitedPerson,
  problems: ['PERSON_EXISTS', 'TOO_MANY_PEOPLE', 'TOO_MANY_INVITATIONS'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    requireRole(viewer, input.role);
    const { token, link } = await invite(transaction, {
      ...input,
      accountId: viewer.account.id,
      madeBy: viewer.keyId,
    });
    return { invitation: link, url: services.publicUrl + invitationPath(token) };
  },
  settle: async (invited, { input, services, language }) => {
    invited.mailed = await mailLink(services, invited.invitation, { to: input.email, url: invited.url, language });
  },
});

mutation({
  name: 'revokeInvitation',
  description: 'Revokes an invitation: its link stops working. Revoking it again changes nothing.',
  scope: 'ADMIN',
  input: z.object({ id: idInput('personLink', 'an invitation id', 'The invitation') }),
  type: InvitationType,
  problems: ['INVITATION_NOT_FOUND', 'INVITATION_USED'],
  run: ({ input, viewer, transaction }) => revoke(transaction, { accountId: viewer.account.id, id: input.id }),
});

interface Reset {
  person: AccountMember;
  link: { id: string; kind: 'RESET'; accountId: string };
  url: string;
  expiresAt: Instant;
  mailed?: boolean;
}

const PasswordReset = builder.objectType(builder.objectRef<Reset>('PasswordReset'), {
  description: 'A link with which a person sets a new password.',
  fields: (t) => ({
    person: t.field({ type: PersonType, description: 'The person.', resolve: ({ person }) => person }),
    url: t.exposeString('url', { description: 'The link. It works once and is returned only once.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
    mailed: t.boolean({
      description:
        'Whether a mail server accepted an email with the link. The email goes through the mail server of the service if it has one, otherwise through the email integration of the account. If false, give the person the link yourself.',
      resolve: ({ mailed }) => mailed ?? false,
    }),
  }),
});

mutation({
  name: 'resetPassword',
  description:
    'Creates a link with which a person in the account can set a new password. The link works once and expires after 72 hours. The person also gets the link by email, if the service has a mail server or the account has an email integration. The current password works until the new one is set. The caller needs all scopes that the role of the person has.',
  scope: 'ADMIN',
  input: z.object({ person: personId }),
  type: PasswordReset,
  problems: ['PERSON_NOT_FOUND', 'PERSON_HAS_OTHER_ACCOUNTS'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    const { id: accountId } = viewer.account;
    await lockMembers(transaction, accountId);
    const person = await requireMember(transaction, accountId, input.person);
    requireRole(viewer, person.role);
    const { token, link } = await issueReset(transaction, person, viewer.keyId);
    return {
      person,
      link: { id: link.id, kind: 'RESET' as const, accountId },
      url: services.publicUrl + passwordResetPath(token),
      expiresAt: link.expiresAt,
    };
  },
  settle: async (reset, { services, language }) => {
    reset.mailed = await mailLink(services, reset.link, { to: reset.person.email, url: reset.url, language });
  },
});
