import { shownColumns, shownFields } from '../../api/noun-fields.ts';
import { now } from '../../kernel/values/instant.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { below } from '../../nodes/node-rows.ts';
import { directoryRow } from '../directory/directory.ts';
import { endOfAccess, hasPaidAccess } from './paid-access.ts';
import { memberFields } from './user.fields.ts';
import { type DirectoryUser, directoryUserRow, directoryUsers } from './user.ts';

export const DirectoryUserType = nodeType<DirectoryUser>('DirectoryUser', {
  form: 'directoryUser',
  find: below(directoryUserRow, directoryRow, ({ directoryId }) => directoryId),
  description: 'A member of a directory.',
  fields: (t) => ({
    ...shownColumns(t, directoryUsers, {
      id: '`reg_` followed by 16 characters.',
      directoryId: 'The id of the directory.',
      email: 'Email address to sign in with.',
      blockedAt: 'When the member was blocked. Null if the member is not blocked.',
      blockReason: 'The reason that the page shows to the blocked member.',
      createdAt: 'When the member was registered.',
    }),
    ...shownFields(t, memberFields),
    blocked: t.boolean({
      description: 'Whether the member is blocked.',
      resolve: ({ blockedAt }) => blockedAt !== null,
    }),
    hasPaidAccess: t.boolean({
      description: 'Whether the member currently has access to paid content.',
      resolve: (user) => hasPaidAccess(user, now()),
    }),
    paidAccessUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When access to paid content ends or ended. Null if access is permanent, was never granted or has been revoked. In these cases, `hasPaidAccess` is true only if access is permanent.',
      resolve: endOfAccess,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the member, the password or the paid access was last changed.',
      resolve: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
    }),
  }),
});
