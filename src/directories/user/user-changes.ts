import { Not } from 'typeorm';
import { givenOrNull, type Optional } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { hasRow, lockRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { now } from '../../kernel/values/instant.ts';
import { changesIn, fieldColumns } from '../../vocabulary/fields.ts';
import { directoryRow } from '../directory/directory.ts';
import { replaceMemberKeys } from './member-key.ts';
import { memberFields } from './user.fields.ts';
import { type DirectoryUser, directoryUsers, saveUser, type UserData } from './user.ts';

/** `undefined` keeps a value. */
type UserChanges = Optional<UserData> & { email?: string | null | undefined };

/** Changes a member. Throws `DIRECTORY_EMAIL_TAKEN`. The caller has locked the member. */
export async function changeUser(
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
async function freeAddress(
  transaction: Transaction,
  { id, directoryId }: DirectoryUser,
  email: string,
): Promise<{ email: string; emailKey: string }> {
  const key = emailKey(email);
  await lockRow(transaction, directoryRow, { id: directoryId });
  const isTaken = await hasRow(transaction, directoryUsers, { directoryId, emailKey: key, id: Not(id) });
  if (isTaken) throw new Problem('DIRECTORY_EMAIL_TAKEN');
  return { email, emailKey: key };
}

/** Blocks a member. An omitted reason keeps the previous one. Does nothing if nothing changes. */
export async function blockUser(
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

export async function unblockUser(
  transaction: Transaction,
  user: DirectoryUser,
  keyId: string,
): Promise<DirectoryUser> {
  if (!user.blockedAt) return user;
  return saveUser(transaction, user, { blockedAt: null, blockReason: null }, 'directory_user_unblocked', keyId);
}
