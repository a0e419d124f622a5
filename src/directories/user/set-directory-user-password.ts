import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { hashPassword } from '../../kernel/security/passwords.ts';
import { endSignIns } from '../sign-in/sign-in.ts';
import { endSingleSignOns } from '../sign-in/single-sign-on.ts';
import { directoryUserKey, password } from './user.inputs.ts';
import { requireDirectoryUser, saveUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

mutation({
  name: 'setDirectoryUserPassword',
  description:
    'Sets a new password for a member. The member is signed out everywhere, and open single sign-on tokens become invalid.',
  scope: 'WRITE',
  input: z.object({ ...directoryUserKey, password }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  prepare: async ({ input, viewer, database }) => {
    await requireDirectoryUser(database, { accountId: viewer.account.id, ...input });
    return hashPassword(input.password);
  },
  run: async ({ input, viewer, transaction, prepared: passwordHash }) => {
    const { user } = await requireDirectoryUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    await endSignIns(transaction, user);
    await endSingleSignOns(transaction, user);
    return saveUser(transaction, user, { passwordHash }, 'directory_user_password_changed', viewer.keyId);
  },
});
