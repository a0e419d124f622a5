import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { requireRole } from '../../api/viewer.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { passwordResetPath } from '../../vocabulary/links.ts';
import { lockMembers, type Member, requireMember } from '../person/account-membership.ts';
import { personId } from '../person/person.inputs.ts';
import { PersonType } from '../person/person.type.ts';
import { issueReset } from './password-reset.ts';
import { mailLink } from './person-link-mail.ts';

interface Reset {
  person: Member;
  link: { id: string; kind: 'RESET'; accountId: string };
  url: string;
  expiresAt: Instant;
  mailed?: boolean;
}

const PasswordReset = builder.objectType(builder.objectRef<Reset>('PasswordReset'), {
  description: 'A link with which a person sets a new password.',
  fields: (t) => ({
    person: t.field({ type: PersonType, description: 'The person.', resolve: ({ person }) => person }),
    url: t.exposeString('url', { description: 'The link. It works once, and is returned only this once.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
    mailed: t.boolean({
      description:
        'Whether the email integration of the account accepted a mail with the link. If not, give the person the link yourself.',
      resolve: ({ mailed }) => mailed ?? false,
    }),
  }),
});

mutation({
  name: 'resetPassword',
  description:
    'Makes a link with which a person of the account sets a new password, once, within 72 hours, and mails it if the account has an email integration. The present password works until then. A caller needs the scopes of the role of the person.',
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
  settle: async (reset, { services }) => {
    reset.mailed = await mailLink(services, reset.link, reset.person.email, reset.url);
  },
});
