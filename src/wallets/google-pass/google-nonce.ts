import { createHash } from 'node:crypto';
import { LessThan } from 'typeorm';
import { instant, key, table, text } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows } from '../../kernel/database/rows.ts';
import { now, toInstant } from '../../kernel/values/instant.ts';

/** The reports of Google that were accepted, so that nobody can repeat one. */
export const googleNonces = table({
  name: 'GoogleNonce',
  tableName: 'google_nonces',
  columns: {
    /** The hash of the integration and the nonce. */
    digest: key(text(43)),
    /** A day later, or when the report ends to be valid if that is later still. */
    expiresAt: instant,
  },
  indices: [{ name: 'google_nonces_expires', columns: ['expiresAt'] }],
});

const keptMilliseconds = 24 * 3600 * 1000;

/** Notes a nonce. Returns whether it is new. Of several processes, one notes it and the others wait for its end. */
export async function noteNonce(
  transaction: Transaction,
  { integrationId, nonce, expiresAt }: { integrationId: string; nonce: string; expiresAt: Date },
): Promise<boolean> {
  const digest = createHash('sha256')
    .update(JSON.stringify([integrationId, nonce]))
    .digest('base64url');
  const until = new Date(Math.max(Date.now() + keptMilliseconds, expiresAt.getTime()));
  const added = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO google_nonces (digest, expires_at) VALUES (?, ?)`,
    [digest, toInstant(until)],
  );
  return added > 0;
}

const chunk = 500;

export function pruneNonces(database: Database): Promise<number> {
  return database.transaction((transaction) =>
    deleteRows(transaction, googleNonces, { expiresAt: LessThan(now()) }, chunk),
  );
}
