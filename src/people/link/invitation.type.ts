import { shownColumns } from '../../api/noun-fields.ts';
import type { Role } from '../../api/scope.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { RoleType } from '../person/person.type.ts';
import { invitationRow, type PersonLink, personLinks, problemOf } from './person-link.ts';

export const InvitationType = nodeType<PersonLink>('Invitation', {
  form: 'personLink',
  find: ofAccount(invitationRow),
  scope: 'ADMIN',
  description: 'An invitation to the console of the account. It works once and expires after 72 hours.',
  fields: (t) => ({
    ...shownColumns(t, personLinks, {
      id: '`inv_` followed by 16 characters.',
      createdAt: 'When the invitation was created.',
      expiresAt: 'When the invitation expires.',
      revokedAt: 'When it was revoked, or replaced by a later one for the same address. Null if neither happened.',
    }),
    email: t.field({
      type: 'EmailAddress',
      description: 'The invited email address, in lower case.',
      resolve: ({ email }) => email ?? '',
    }),
    role: t.field({
      type: RoleType,
      description: 'The role that the person gets.',
      resolve: ({ role }) => role as Role,
    }),
    isOpen: t.boolean({
      description: 'Whether the invitation can still be accepted.',
      resolve: (invitation) => problemOf(invitation) === null,
    }),
    keyId: t.exposeID('madeBy', {
      nullable: true,
      description:
        'The id of the API key or person that created the invitation. Null if the operator of the service created it.',
    }),
    acceptedAt: t.expose('usedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the invitation was accepted. Null if it has not been accepted.',
    }),
  }),
});
