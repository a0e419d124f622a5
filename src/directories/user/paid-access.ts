import type { Database, Transaction } from '../../kernel/database/database.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { endOfTime, type Instant, now } from '../../kernel/values/instant.ts';
import { type DirectoryUser, directoryUserColumns, recordUser, saveUser } from './user.ts';

/** Returns whether the member may open paid content at the given instant. */
export function hasPaidAccess({ paidAccessUntil }: DirectoryUser, at: Instant): boolean {
  return paidAccessUntil !== null && paidAccessUntil > at;
}

/** Grants a member access to all paid content until the given instant, or for ever. Replaces an earlier grant. */
export async function grantAccess(
  transaction: Transaction,
  user: DirectoryUser,
  end: Instant | null,
  keyId: string | null,
): Promise<DirectoryUser> {
  const until = end ?? endOfTime;
  const changes = { paidAccessUntil: until, accessExpiredAt: null };
  if (end) await later(transaction, expirePaidAccessJob, { user: user.id, until }, { dueAt: until });
  return saveUser(transaction, user, changes, 'directory_access_granted', keyId);
}

/** Ends the access of a member at once. Does nothing when the member has no access. */
export async function revokeAccess(
  transaction: Transaction,
  user: DirectoryUser,
  keyId: string | null,
): Promise<DirectoryUser> {
  if (!hasPaidAccess(user, now())) return user;
  return saveUser(transaction, user, { paidAccessUntil: null }, 'directory_access_revoked', keyId);
}

/**
 * Records that an access has expired: only once, even when the step is repeated, and not at all when the access was
 * replaced or revoked in the meantime. The access ends without this job: checks compare its end with the time.
 */
export const expirePaidAccessJob = defineJob('expirePaidAccess', { step: recordExpiry });

async function recordExpiry(
  database: Database,
  { user: id, until }: { user: string; until: Instant },
): Promise<boolean> {
  await database.transaction(async (transaction) => {
    const expired = await transaction.change(
      `UPDATE directory_users SET access_expired_at = ?
       WHERE id = ? AND paid_access_until = ? AND access_expired_at IS NULL`,
      [now(), id, until],
    );
    if (expired === 0) return;
    const [user] = await transaction.rows<DirectoryUser>(
      `SELECT ${directoryUserColumns} FROM directory_users u WHERE u.id = ?`,
      [id],
    );
    if (user) await recordUser(transaction, user, 'directory_access_expired', null);
  });
  return true;
}
