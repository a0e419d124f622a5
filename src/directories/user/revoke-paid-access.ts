import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireDirectory } from '../directory/directory.ts';
import { revokeAccess } from './paid-access.ts';
import { userName } from './user.inputs.ts';
import { requireUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

export const revokePaidAccess = mutation({
  name: 'revokePaidAccess',
  description: 'Ends the access of a member to paid content at once. Without access it succeeds and changes nothing.',
  scope: 'WRITE',
  input: z.object(userName),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await requireDirectory(transaction, viewer.account.id, input.directory);
    const user = await requireUser(transaction, directory, input.user, 'hold');
    return revokeAccess(transaction, user, viewer.keyId);
  },
});
