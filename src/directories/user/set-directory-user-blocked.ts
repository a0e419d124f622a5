import { z } from 'zod';
import { words } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { directoryUserKey } from './user.inputs.ts';
import { requireDirectoryUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';
import { blockUser, unblockUser } from './user-block.ts';

export const setDirectoryUserBlocked = mutation({
  name: 'setDirectoryUserBlocked',
  description:
    'Blocks or unblocks a member. A blocked member can neither sign in nor open content. Setting the current state again changes nothing.',
  scope: 'WRITE',
  input: z.object({
    ...directoryUserKey,
    blocked: z
      .boolean()
      .nullish()
      .meta({ description: '`true` blocks the member, `false` unblocks the member. Default: nothing changes.' }),
    reason: words(200, 'The reason shown to the member'),
  }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { user } = await requireDirectoryUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    if (input.blocked == null) return user;
    return input.blocked
      ? blockUser(transaction, user, input.reason, viewer.keyId)
      : unblockUser(transaction, user, viewer.keyId);
  },
});
