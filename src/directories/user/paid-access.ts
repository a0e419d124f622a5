import { onClockOf } from '../../accounts/account/account-clock.ts';
import type { ClockFollower } from '../../accounts/testing/clock-followers.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { findRow, updateRows } from '../../kernel/database/rows.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { endOfTime, type Instant, inRealTime, now } from '../../kernel/values/instant.ts';
import { type DirectoryUser, directoryUserRow, directoryUsers, recordUser, saveUser } from './user.ts';

export function hasPaidAccess({ paidAccessUntil }: Pick<DirectoryUser, 'paidAccessUntil'>, at: Instant): boolean {
  return paidAccessUntil !== null && paidAccessUntil > at;
}

/** Returns when the access ends. Returns null if it never ends, or if there is none. */
export function endOfAccess({ paidAccessUntil }: Pick<DirectoryUser, 'paidAccessUntil'>): Instant | null {
  return paidAccessUntil === endOfTime ? null : paidAccessUntil;
}

/** Grants access to all paid content until this instant, or forever. Replaces an earlier grant. */
export async function grantAccess(
  transaction: Transaction,
  user: DirectoryUser,
  end: Instant | null,
  keyId: string | null,
): Promise<DirectoryUser> {
  const until = end ?? endOfTime;
  const changes = { paidAccessUntil: until, accessExpiredAt: null };
  // A repeated grant needs no second job.
  if (end && user.paidAccessUntil !== until)
    await enqueue(transaction, expirePaidAccessJob, { user: user.id, until }, { dueAt: inRealTime(until) });
  return saveUser(transaction, user, changes, 'directory_access_granted', keyId);
}

export async function revokeAccess(
  transaction: Transaction,
  user: DirectoryUser,
  keyId: string | null,
): Promise<DirectoryUser> {
  if (!hasPaidAccess(user, now())) return user;
  return saveUser(transaction, user, { paidAccessUntil: null }, 'directory_access_revoked', keyId);
}

/**
 * Records an expiry once, unless the access was replaced or revoked. The access ends even without this job, because
 * checks compare its end with the time.
 */
export const expirePaidAccessJob = defineJob('expirePaidAccess', { step: recordExpiry });

async function recordExpiry(database: Database, { user: id, until }: Expiring): Promise<boolean> {
  const user = await findRow(database, directoryUserRow, { id });
  // The job belongs to the service, so it must choose the clock of a test account itself.
  if (user) await onClockOf(database, user.accountId, () => expire(database, { user: id, until }));
  return true;
}

interface Expiring {
  user: string;
  until: Instant;
}

function expire(database: Database, { user: id, until }: Expiring): Promise<void> {
  return database.transaction(async (transaction) => {
    const expired = await updateRows(
      transaction,
      directoryUsers,
      { id, paidAccessUntil: until, accessExpiredAt: null },
      { accessExpiredAt: now() },
    );
    if (expired === 0) return;
    const user = await findRow(transaction, directoryUsers, { id });
    if (user) await recordUser(transaction, user, 'directory_access_expired', null);
  });
}

const expiredAtOnce = 500;
const ofAccount = `u.directory_id IN (SELECT d.id FROM directories d WHERE d.account_id = ?) AND u.access_expired_at IS NULL`;

/** Makes paid access follow the clock of a test account. */
export const followedAccess: ClockFollower = {
  nextDue: async (connection, accountId) => {
    const [due] = await dueExpiries(connection, accountId, 1);
    if (due) return due.until;
    const [next] = await connection.rows<{ until: Instant | null }>(
      `SELECT MIN(u.paid_access_until) AS until FROM directory_users u WHERE ${ofAccount} AND u.paid_access_until > ?`,
      [accountId, now()],
    );
    return next?.until ?? null;
  },
  follow: async (database, accountId) => {
    for (const due of await dueExpiries(database, accountId, expiredAtOnce)) await expire(database, due);
  },
};

function dueExpiries(connection: Connection, accountId: string, max: number): Promise<Expiring[]> {
  return connection.rows<Expiring>(
    `SELECT u.id AS user, u.paid_access_until AS until FROM directory_users u
     WHERE ${ofAccount} AND u.paid_access_until <= ? ORDER BY u.paid_access_until LIMIT ${max}`,
    [accountId, now()],
  );
}
