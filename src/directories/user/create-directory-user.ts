import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { generatePassword, hashPassword } from '../../kernel/security/passwords.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow } from '../directory/directory.ts';
import { password, userFields } from './user.inputs.ts';
import { addUser, type DirectoryUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

const CreatedDirectoryUser = builder.objectType(
  builder.objectRef<{ user: DirectoryUser; password: string | null }>('CreatedDirectoryUser'),
  {
    description: 'A new member, with the password if it was generated.',
    fields: (t) => ({
      user: t.field({ type: DirectoryUserType, description: 'The member.', resolve: ({ user }) => user }),
      password: t.exposeString('password', {
        nullable: true,
        description: 'The password, if it was generated. It is returned only this once.',
      }),
    }),
  },
);

export const createDirectoryUser = mutation({
  name: 'createDirectoryUser',
  description: 'Registers a member of a directory. If no password is given, one is generated.',
  scope: 'WRITE',
  input: z.object({
    directory: directoryId,
    ...userFields,
    password: password.nullish().meta({ description: 'The password, 8 to 128 characters. Default: a generated one.' }),
  }),
  type: CreatedDirectoryUser,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_EMAIL_TAKEN'],
  secret: true,
  prepare: async ({ input, viewer, database }) => {
    await requireRow(database, directoryRow, { accountId: viewer.account.id, id: input.directory });
    const generated = input.password == null ? generatePassword() : null;
    return { generated, hash: await hashPassword(generated ?? input.password ?? '') };
  },
  run: async ({ input, viewer, transaction, prepared }) => {
    const directory = await requireRow(
      transaction,
      directoryRow,
      { accountId: viewer.account.id, id: input.directory },
      'shared',
    );
    const user = await addUser(transaction, directory, prepared.hash, input, viewer.keyId);
    return { user, password: prepared.generated };
  },
});
