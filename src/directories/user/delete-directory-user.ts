import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireDirectory } from '../directory/directory.ts';
import { userName } from './user.inputs.ts';
import { directoryUsers, recordUser, requireUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

mutation({
  name: 'deleteDirectoryUser',
  description:
    'Removes a member, who is signed out at once, and answers it as it was. The address can be registered again.',
  scope: 'WRITE',
  input: z.object(userName),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await requireDirectory(transaction, viewer.account.id, input.directory);
    const user = await requireUser(transaction, directory, input.user, 'hold');
    await transaction.manager.delete(directoryUsers, { id: user.id });
    await recordUser(transaction, user, 'directory_user_removed', viewer.keyId);
    return user;
  },
});
