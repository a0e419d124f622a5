import { accountRow } from '../../accounts/account/account.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRow, updateRows } from '../../kernel/database/rows.ts';
import { hashSecret, newToken } from '../../kernel/security/secrets.ts';
import { realNow, toInstant } from '../../kernel/values/instant.ts';
import { type Till, tillRow, tills } from './till.ts';

const validMilliseconds = 15 * 60_000;

/**
 * Issues a pairing link. Returns its token, which cannot be read again. An earlier link and the secret of the paired
 * device become invalid.
 */
export async function issuePairing(transaction: Transaction, till: Till): Promise<{ token: string; till: Till }> {
  const token = newToken();
  const changed = {
    secretHash: null,
    pairedAt: null,
    pairingHash: hashSecret(token),
    pairingExpiresAt: toInstant(new Date(Date.now() + validMilliseconds)),
  };
  await updateRows(transaction, tills, { id: till.id }, changed);
  return { token, till: Object.assign(till, changed) };
}

/** Returns the hash of a token, or null if it cannot pair a device now. Simultaneous calls share a statement. */
export const findOpenPairing = batched<string, string | null>(async (database: Database, tokens) => {
  const hashes = tokens.map(hashSecret);
  const found = await database.rows<{ hash: string }>(
    `SELECT t.pairing_hash AS hash FROM tills t JOIN accounts a ON a.id = t.account_id AND a.closed_at IS NULL
       WHERE t.pairing_hash IN (:hashes) AND t.pairing_expires_at > :now AND t.revoked_at IS NULL`,
    { hashes, now: realNow() },
  );
  const open = new Set(found.map(({ hash }) => hash));
  return hashes.map((hash) => (open.has(hash) ? hash : null));
});

/**
 * Gives the till of a pairing link to the device that has this secret. Of several simultaneous calls, one gets it, and
 * the others get null.
 */
export async function usePairing(transaction: Transaction, hash: string, secretHash: string): Promise<Till | null> {
  const open = await findRow(transaction, tillRow, { pairingHash: hash, revokedAt: null }, 'exclusive');
  if (!open?.pairingExpiresAt || open.pairingExpiresAt <= realNow()) return null;
  if (!(await findRow(transaction, accountRow, { id: open.accountId, closedAt: null }))) return null;
  const changed = { secretHash, pairedAt: realNow(), pairingHash: null, pairingExpiresAt: null };
  await updateRows(transaction, tills, { id: open.id }, changed);
  return Object.assign(open, changed);
}
