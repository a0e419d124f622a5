import { builder } from '../../api/builder.ts';
import { shownFields, shownTimes } from '../../api/noun-fields.ts';
import { now } from '../../kernel/values/instant.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { below } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { directoryRow } from '../directory/directory.ts';
import { endOfAccess, hasPaidAccess } from './paid-access.ts';
import { memberFields } from './user.fields.ts';
import { type DirectoryUser, directoryUserRow } from './user.ts';

export const DirectoryUserType = builder.objectType(builder.objectRef<DirectoryUser>('DirectoryUser'), {
  interfaces: [NodeType],
  description: 'A member of a directory.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`reg_` followed by 16 characters.' }),
    directoryId: t.exposeID('directoryId', { description: 'The id of the directory.' }),
    email: t.exposeString('email', { description: 'Email address to sign in with.' }),
    ...shownFields(t, memberFields),
    blocked: t.boolean({
      description: 'Whether the member is blocked.',
      resolve: ({ blockedAt }) => blockedAt !== null,
    }),
    ...shownTimes(t, {
      blockedAt: 'When the member was blocked. Null if the member is not blocked.',
    }),
    blockReason: t.exposeString('blockReason', {
      nullable: true,
      description: 'The reason that the page shows to the blocked member.',
    }),
    hasPaidAccess: t.boolean({
      description: 'Whether the member currently has access to paid content.',
      resolve: (user) => hasPaidAccess(user, now()),
    }),
    paidAccessUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When access to paid content ends or ended. Null if access is permanent, was never granted or was revoked. Use `hasPaidAccess` to tell these cases apart.',
      resolve: endOfAccess,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the member was registered.' }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the member, the password or the paid access was last changed.',
      resolve: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
    }),
  }),
});

readableById(DirectoryUserType, {
  form: idPattern('directoryUser'),
  find: below(directoryUserRow, directoryRow, ({ directoryId }) => directoryId),
});
