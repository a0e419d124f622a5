import type { Transaction } from '../../kernel/database/database.ts';
import { now } from '../../kernel/values/instant.ts';
import { type DirectoryUser, saveUser } from './user.ts';

/** Blocks a member. An omitted reason keeps the previous one. Does nothing when nothing changes. */
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

/** Unblocks a member. Does nothing when the member is not blocked. */
export async function unblockUser(
  transaction: Transaction,
  user: DirectoryUser,
  keyId: string,
): Promise<DirectoryUser> {
  if (!user.blockedAt) return user;
  return saveUser(transaction, user, { blockedAt: null, blockReason: null }, 'directory_user_unblocked', keyId);
}
