import { LessThan } from 'typeorm';
import { instant, instantOrNull, key, reference, table, text } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, insertRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { hashToken, newToken } from '../../kernel/security/tokens.ts';
import { type Instant, realNow, toInstant } from '../../kernel/values/instant.ts';
import type { DirectoryUser } from '../user/user.ts';

const validMinutes = 15;

/** Tokens that sign members in once. Only their hashes are stored. */
export const singleSignOns = table({
  name: 'SingleSignOn',
  tableName: 'single_sign_ons',
  columns: {
    tokenHash: key(text(64)),
    accountId: text(20),
    directoryId: text(16),
    userId: text(20),
    createdAt: instant,
    expiresAt: instant,
    usedAt: instantOrNull,
  },
  indices: [{ name: 'single_sign_ons_user', columns: ['userId'] }],
  foreignKeys: [reference('single_sign_ons_user_fk', 'userId', 'directory_users', 'CASCADE')],
});

/** Issues a token for a member. Rejects with `DIRECTORY_USER_BLOCKED` when the member is blocked. */
export async function issueSingleSignOn(
  transaction: Transaction,
  user: DirectoryUser,
): Promise<{ token: string; expiresAt: Instant }> {
  if (user.blockedAt) throw new Problem('DIRECTORY_USER_BLOCKED');
  await deleteRows(transaction, singleSignOns, { userId: user.id, expiresAt: LessThan(realNow()) });
  const token = newToken();
  const expiresAt = toInstant(new Date(Date.now() + validMinutes * 60_000));
  await insertRow(transaction, singleSignOns, {
    tokenHash: hashToken(token),
    accountId: user.accountId,
    directoryId: user.directoryId,
    userId: user.id,
    createdAt: realNow(),
    expiresAt,
    usedAt: null,
  });
  return { token, expiresAt };
}

/** Invalidates the tokens of the member. */
export async function endSingleSignOns(transaction: Transaction, user: DirectoryUser): Promise<void> {
  await deleteRows(transaction, singleSignOns, { userId: user.id });
}
