import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { requireRole } from '../../api/viewer.ts';
import { invitationPath } from '../../vocabulary/links.ts';
import { personEmail, roleInput } from '../person/person.inputs.ts';
import { invite } from './invitation.ts';
import { InvitationType } from './invitation.type.ts';
import type { PersonLink } from './person-link.ts';
import { mailLink } from './person-link-mail.ts';

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
        description: 'The link with which the person joins, once. It is returned only this once.',
      }),
      mailed: t.boolean({
        description:
          'Whether the email integration of the account accepted a mail with the link. If not, give the person the link yourself.',
        resolve: ({ mailed }) => mailed ?? false,
      }),
    }),
  },
);

mutation({
  name: 'invitePerson',
  description:
    'Invites somebody to the console of the account, by a link that works once, within 72 hours. The link is mailed if the account has an email integration. An earlier invitation of the address ends. Callers can only give roles whose scopes they have. An account can have at most 200 people and 100 open invitations, and can make 60 invitations and password resets in an hour.',
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
  settle: async (invited, { input, services }) => {
    invited.mailed = await mailLink(services, invited.invitation, input.email, invited.url);
  },
});
