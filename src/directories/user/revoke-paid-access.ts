import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { revokeAccess } from './paid-access.ts';
import { directoryUserKey } from './user.inputs.ts';
import { requireDirectoryUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

export const revokePaidAccess = mutation({
  name: 'revokePaidAccess',
  description: "Ends a member's access to paid content at once. Succeeds without a change if the member has no access.",
  scope: 'WRITE',
  input: z.object(directoryUserKey),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { user } = await requireDirectoryUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    return revokeAccess(transaction, user, viewer.keyId);
  },
});
