import { LessThan, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { transactFor } from '../../accounts/account/account-root.ts';
import { column, reference, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRow, findRows, hasRow, insertRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { hashSecret, newToken } from '../../kernel/security/secrets.ts';
import { isPassword } from '../../kernel/threads/passwords.ts';
import { emailKey as emailKeyOf } from '../../kernel/values/email-address.ts';
import { type Instant, realNow, toInstant } from '../../kernel/values/instant.ts';
import type { Directory } from '../directory/directory.ts';
import {
  type DirectoryUser,
  directoryUserColumns,
  directoryUserRow,
  directoryUsers,
  recordUser,
} from '../user/user.ts';
import { type AttemptSource, clearAttempts, countAttempt } from './sign-in-attempts.ts';

const validMinutes = 15;

/** Tokens that sign members in once. Only their hashes are stored. */
export const singleSignOns = table({
  name: 'SingleSignOn',
  tableName: 'single_sign_ons',
  columns: {
    tokenHash: column.key(column.text(64)),
    accountId: column.text(20),
    directoryId: column.text(16),
    userId: column.text(20),
    createdAt: column.instant,
    expiresAt: column.instant,
    usedAt: column.instantOrNull,
  },
  indices: [{ name: 'single_sign_ons_user', columns: ['userId'] }],
  foreignKeys: [reference('single_sign_ons_user_fk', 'userId', 'directory_users', 'CASCADE')],
});

/** Issues a token. Throws `DIRECTORY_USER_BLOCKED`. */
export async function issueSingleSignOn(
  transaction: Transaction,
  user: DirectoryUser,
): Promise<{ token: string; expiresAt: Instant }> {
  if (user.blockedAt) throw new Problem('DIRECTORY_USER_BLOCKED');
  await deleteRows(transaction, singleSignOns, { userId: user.id, expiresAt: LessThan(realNow()) });
  const token = newToken();
  const expiresAt = toInstant(new Date(Date.now() + validMinutes * 60_000));
  await insertRow(transaction, singleSignOns, {
    tokenHash: hashSecret(token),
    accountId: user.accountId,
    directoryId: user.directoryId,
    userId: user.id,
    createdAt: realNow(),
    expiresAt,
    usedAt: null,
  });
  return { token, expiresAt };
}

export async function endSingleSignOns(transaction: Transaction, user: DirectoryUser): Promise<void> {
  await deleteRows(transaction, singleSignOns, { userId: user.id });
}

const validDays = 14;

/** A browser in which a member is signed in. Only a hash of its token is stored. */
export const directorySignIns = table({
  name: 'DirectorySignIn',
  tableName: 'directory_sign_ins',
  columns: {
    tokenHash: column.key(column.text(64)),
    accountId: column.text(20),
    userId: column.text(20),
    createdAt: column.instant,
    expiresAt: column.instant,
  },
  indices: [{ name: 'directory_sign_ins_user', columns: ['userId'] }],
  foreignKeys: [reference('directory_sign_ins_user_fk', 'userId', 'directory_users', 'CASCADE')],
});

/** The token for the browser, and the key of the member's email address. */
interface SignedIn {
  token: string;
  emailKey: string;
}

type SignInOutcome = SignedIn | { refused: 'WRONG' | 'TOO_MANY' } | { refused: 'BLOCKED'; user: DirectoryUser };

/** Signs in with a password. An unknown address and a wrong password lead to the same result after the same time. */
export async function signInByPassword(
  database: Database,
  directory: Directory,
  given: { email: string; password: string; address: string; deviceOf: (emailKey: string) => string | null },
): Promise<SignInOutcome> {
  const emailKey = emailKeyOf(given.email);
  const device = given.deviceOf(emailKey);
  const source: AttemptSource = { place: directory, emailKey, address: given.address, device };
  if (!(await countAttempt(database, source))) return { refused: 'TOO_MANY' };
  const [known] = await findRows(
    database,
    directoryUsers,
    { directoryId: directory.id, emailKey },
    { select: ['id', 'passwordHash'] },
  );
  const right = await isPassword(given.password, known?.passwordHash ?? null);
  if (!known || !right) return { refused: 'WRONG' };
  return transactFor(database, directory.accountId, async (transaction) => {
    const user = await findRow(transaction, directoryUserRow, { directoryId: directory.id, id: known.id }, 'exclusive');
    // During the comparison, the member may have been removed, or the password changed.
    if (!user || !(await hasRow(transaction, directoryUsers, known))) return { refused: 'WRONG' };
    await clearAttempts(transaction, source);
    if (user.blockedAt) return { refused: 'BLOCKED', user };
    return beginSignIn(transaction, user, 'password');
  });
}

async function beginSignIn(transaction: Transaction, user: DirectoryUser, method: 'password' | 'sso') {
  await deleteRows(transaction, directorySignIns, { userId: user.id, expiresAt: LessThanOrEqual(realNow()) });
  const token = newToken();
  await insertRow(transaction, directorySignIns, {
    tokenHash: hashSecret(token),
    accountId: user.accountId,
    userId: user.id,
    createdAt: realNow(),
    expiresAt: toInstant(new Date(Date.now() + validDays * 86_400_000)),
  });
  await recordUser(transaction, user, 'directory_user_signed_in', null, { method });
  return { token, emailKey: emailKeyOf(user.email) };
}

export async function findSignedIn(
  connection: Connection,
  directory: Directory,
  token: string,
): Promise<DirectoryUser | null> {
  const [user] = await connection.rows<DirectoryUser>(
    `SELECT ${directoryUserColumns} FROM directory_sign_ins i JOIN directory_users u ON u.id = i.user_id
     WHERE i.token_hash = ? AND i.expires_at > ? AND u.directory_id = ?`,
    [hashSecret(token), realNow(), directory.id],
  );
  return user ?? null;
}

export async function endSignIn(database: Database, directory: Directory, token: string): Promise<void> {
  await transactFor(database, directory.accountId, (transaction) =>
    deleteRows(transaction, directorySignIns, { tokenHash: hashSecret(token) }),
  );
}

export async function endSignIns(transaction: Transaction, user: DirectoryUser): Promise<void> {
  await deleteRows(transaction, directorySignIns, { userId: user.id });
}

type SingleSignOnOutcome =
  | SignedIn
  | { refused: 'UNKNOWN' | 'USED' | 'EXPIRED' }
  | { refused: 'BLOCKED'; user: DirectoryUser };

/**
 * Signs in with a token. A conditional UPDATE lets only the first use succeed. The token of a blocked member stays
 * unused.
 */
export function signInBySingleSignOn(
  database: Database,
  directory: Directory,
  token: string,
): Promise<SingleSignOnOutcome> {
  const tokenHash = hashSecret(token);
  return transactFor(database, directory.accountId, async (transaction) => {
    const [known] = await findRows(
      transaction,
      singleSignOns,
      { tokenHash, directoryId: directory.id },
      { select: ['userId'] },
    );
    const user = known
      ? await findRow(transaction, directoryUserRow, { directoryId: directory.id, id: known.userId }, 'exclusive')
      : null;
    if (!user) return { refused: 'UNKNOWN' };
    if (user.blockedAt) return { refused: 'BLOCKED', user };
    const first = await updateRows(
      transaction,
      singleSignOns,
      { tokenHash, usedAt: null, expiresAt: MoreThan(realNow()) },
      { usedAt: realNow() },
    );
    if (first > 0) return beginSignIn(transaction, user, 'sso');
    const isUsed = await hasRow(transaction, singleSignOns, { tokenHash, usedAt: Not(null) });
    return { refused: isUsed ? 'USED' : 'EXPIRED' };
  });
}
