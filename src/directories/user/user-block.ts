import type { Transaction } from '../../kernel/database/database.ts';
import { now } from '../../kernel/values/instant.ts';
import { type DirectoryUser, saveUser } from './user.ts';

/** Blocks a member; without a reason the one given before stays. Nothing happens when nothing changes. */
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

/** Ends the block of a member. Nothing happens without one. */
export async function unblockUser(
  transaction: Transaction,
  user: DirectoryUser,
  keyId: string,
): Promise<DirectoryUser> {
  if (!user.blockedAt) return user;
  return saveUser(transaction, user, { blockedAt: null, blockReason: null }, 'directory_user_unblocked', keyId);
}
