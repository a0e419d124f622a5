import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { directoryUserKey } from './user.inputs.ts';
import { removeUser, requireDirectoryUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

mutation({
  name: 'deleteDirectoryUser',
  description:
    'Deletes a member and returns it as it was. The member is signed out at once. The email address can be registered again.',
  scope: 'WRITE',
  input: z.object(directoryUserKey),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { user } = await requireDirectoryUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    await removeUser(transaction, user, viewer.keyId);
    return user;
  },
});
