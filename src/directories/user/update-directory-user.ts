import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { directoryUserKey, userFields } from './user.inputs.ts';
import { requireDirectoryUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';
import { changeUser } from './user-changes.ts';

mutation({
  name: 'updateDirectoryUser',
  description:
    'Updates the data of a member. Omitted fields keep their values; `null` clears a field other than `email`. The member stays signed in.',
  scope: 'WRITE',
  input: z.object({ ...directoryUserKey, ...userFields, email: userFields.email.nullish() }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND', 'DIRECTORY_EMAIL_TAKEN'],
  run: async ({ input: { directory, user: id, ...changes }, viewer, transaction }) => {
    const name = { accountId: viewer.account.id, directory, user: id };
    const { user } = await requireDirectoryUser(transaction, name, 'exclusive');
    return changeUser(transaction, user, changes, viewer.keyId);
  },
});
