import { Not } from 'typeorm';
import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { dateTime, flag, optionalText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { query } from '../../api/query.ts';
import { givenOrNull, type Optional } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { hasRow, lockRow, requireRow, shareRow } from '../../kernel/database/rows.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import { generatePassword, hashPassword } from '../../kernel/threads/passwords.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { now } from '../../kernel/values/instant.ts';
import { changesIn, fieldColumns } from '../../vocabulary/fields.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow } from '../directory/directory.ts';
import { endSignIns, endSingleSignOns } from '../sign-in/sign-in.ts';
import { replaceMemberKeys } from './member-key.ts';
import { grantAccess, revokeAccess } from './paid-access.ts';
import { memberFields } from './user.fields.ts';
import { directoryUserKey, password, userFields } from './user.inputs.ts';
import {
  addUser,
  type DirectoryUser,
  directoryUsers,
  removeUser,
  requireDirectoryUser,
  saveUser,
  type UserData,
} from './user.ts';
import { DirectoryUserType } from './user.type.ts';

export const directoryUser = query({
  name: 'directoryUser',
  description: 'A member of a directory.',
  scope: 'READ',
  input: z.object(directoryUserKey),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, database }) =>
    (await requireDirectoryUser(database, { accountId: viewer.account.id, ...input })).user,
});

const CreatedDirectoryUser = builder.objectType(
  builder.objectRef<{ user: DirectoryUser; password: string | null }>('CreatedDirectoryUser'),
  {
    description: 'The result of `createDirectoryUser`: the new member, with the password if it was generated.',
    fields: (t) => ({
      user: t.field({ type: DirectoryUserType, description: 'The member.', resolve: ({ user }) => user }),
      password: t.exposeString('password', {
        nullable: true,
        description: 'The generated password. It is returned only once. Null if the caller gave a password.',
      }),
    }),
  },
);

export const createDirectoryUser = mutation({
  name: 'createDirectoryUser',
  description: 'Registers a member of a directory. Generates a password if none is given.',
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
    const directory = await shareRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.directory });
    const user = await addUser(transaction, directory, prepared.hash, input, viewer.keyId);
    return { user, password: prepared.generated };
  },
});

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

mutation({
  name: 'setDirectoryUserPassword',
  description:
    'Sets a new password for a member. This signs the member out everywhere. Unused single sign-on tokens become invalid.',
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

export const setDirectoryUserBlocked = mutation({
  name: 'setDirectoryUserBlocked',
  description:
    'Blocks or unblocks a member. A blocked member cannot sign in or open content. Setting the current state again changes nothing, except that a new reason for a block replaces the old one.',
  scope: 'WRITE',
  input: z.object({
    ...directoryUserKey,
    blocked: flag('`true` blocks the member, `false` unblocks the member. Default: no change.'),
    reason: optionalText(200, 'The reason shown to the member'),
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

export const grantPaidAccess = mutation({
  name: 'grantPaidAccess',
  description:
    'Grants a member access to all paid content of a directory, until a given time or permanently. Replaces an earlier grant.',
  scope: 'WRITE',
  input: z.object({
    ...directoryUserKey,
    expiresAt: dateTime.nullish().meta({
      description: 'When the access ends. Must be in the future. Default: never.',
    }),
  }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    if (input.expiresAt && input.expiresAt <= now()) throw invalidInput('expiresAt', 'must be in the future');
    const { user } = await requireDirectoryUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    return grantAccess(transaction, user, input.expiresAt ?? null, viewer.keyId);
  },
});

export const revokePaidAccess = mutation({
  name: 'revokePaidAccess',
  description:
    'Ends the access of a member to paid content immediately. If the member has no access, succeeds and changes nothing.',
  scope: 'WRITE',
  input: z.object(directoryUserKey),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { user } = await requireDirectoryUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    return revokeAccess(transaction, user, viewer.keyId);
  },
});

mutation({
  name: 'deleteDirectoryUser',
  description:
    'Deletes a member and returns the member, who is signed out immediately. The email address can be registered again.',
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

/** `undefined` keeps a value. */
type UserChanges = Optional<UserData> & { email?: string | null | undefined };

/** Changes a member. Throws `DIRECTORY_EMAIL_TAKEN`. The caller has locked the member. */
async function changeUser(
  transaction: Transaction,
  user: DirectoryUser,
  { email, ...data }: UserChanges,
  keyId: string,
): Promise<DirectoryUser> {
  const address = email == null ? {} : await freeAddress(transaction, user, email);
  const changed = await saveUser(
    transaction,
    user,
    { ...givenOrNull(fieldColumns(memberFields), { ...user, ...changesIn(memberFields, data) }), ...address },
    'directory_user_updated',
    keyId,
  );
  await replaceMemberKeys(transaction, [changed]);
  return changed;
}

/**
 * Returns the columns for an email address that is still free. Locks the directory, so that no other member can take
 * it.
 */
async function freeAddress(transaction: Transaction, { id, directoryId }: DirectoryUser, email: string) {
  const key = emailKey(email);
  await lockRow(transaction, directoryRow, { id: directoryId });
  const isTaken = await hasRow(transaction, directoryUsers, { directoryId, emailKey: key, id: Not(id) });
  if (isTaken) throw new Problem('DIRECTORY_EMAIL_TAKEN');
  return { email, emailKey: key };
}

/** Blocks a member. An omitted reason keeps the previous one. Does nothing if nothing changes. */
async function blockUser(
  transaction: Transaction,
  user: DirectoryUser,
  reason: string | null | undefined,
  keyId: string,
): Promise<DirectoryUser> {
  const blockReason = reason === undefined ? user.blockReason : reason;
  if (user.blockedAt && blockReason === user.blockReason) return user;
  const changes = { blockedAt: user.blockedAt ?? now(), blockReason };
  return saveUser(transaction, user, changes, 'directory_user_blocked', keyId);
}

async function unblockUser(transaction: Transaction, user: DirectoryUser, keyId: string): Promise<DirectoryUser> {
  if (!user.blockedAt) return user;
  return saveUser(transaction, user, { blockedAt: null, blockReason: null }, 'directory_user_unblocked', keyId);
}
