import { createHash } from 'node:crypto';
import { LessThan } from 'typeorm';
import { column, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { addRow, deleteRows, findRow, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { now, toInstant } from '../../kernel/values/instant.ts';
import type { Integration } from '../../messaging/integration/integration.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import type { SavedOrRemoved } from '../google/callback.ts';
import { classIdOf } from '../google/google-client.ts';
import { passRow, type WalletPass, walletPasses } from '../pass/pass.ts';
import { noteRemoved, noteSaved } from '../pass/pass-counts.ts';

/** Returns null if the pass no longer exists, and `FOREIGN` if another integration created it. */
export async function passOfReport(
  connection: Connection,
  { objectId, classId }: Pick<SavedOrRemoved, 'objectId' | 'classId'>,
  { accountId, issuerId }: Pick<Integration, 'accountId'> & { issuerId: string },
): Promise<WalletPass | null | 'FOREIGN'> {
  const own = `${issuerId}.`;
  if (!objectId.startsWith(own) || !classId.startsWith(own)) return 'FOREIGN';
  const id = objectId.slice(own.length);
  const pass = idPattern('walletPass').test(id) ? await findRow(connection, passRow, { id, issuer: issuerId }) : null;
  if (!pass) return null;
  return pass.accountId === accountId && classId === classIdOf(issuerId, pass.campaignId) ? pass : 'FOREIGN';
}

/**
 * Records a report. Reports may arrive in any order: the one that expires later is newer. Returns whether the pass has
 * just been saved.
 */
export async function noteReport(
  transaction: Transaction,
  { id }: Pick<WalletPass, 'id'>,
  { eventType, expiresAt }: Pick<SavedOrRemoved, 'eventType' | 'expiresAt'>,
): Promise<boolean> {
  const pass = await lockRow(transaction, passRow, { id });
  const reportedAt = toInstant(expiresAt);
  if (reportedAt < (pass.reportedAt ?? '')) return false;
  await updateRows(transaction, walletPasses, { id }, { reportedAt });
  const isSaved = pass.savedAt !== null && pass.removedAt === null;
  // Only a saved pass can be removed, so the report that it was saved is late or lost.
  const isNew = eventType === 'save' ? !isSaved : pass.savedAt === null;
  if (isNew) await noteSaved(transaction, pass);
  if (eventType === 'del' && (isSaved || isNew))
    await noteRemoved(transaction, await lockRow(transaction, passRow, { id }));
  return eventType === 'save' && isNew;
}

/** The reports from Google that were accepted. Each report counts only once. */
export const googleNonces = table({
  name: 'GoogleNonce',
  tableName: 'google_nonces',
  columns: {
    /** A hash of the integration and the nonce. */
    digest: column.key(column.text(43)),
    /** When the row is removed: after a day, or when the report expires, whichever is later. */
    expiresAt: column.instant,
  },
  indices: [{ name: 'google_nonces_expires', columns: ['expiresAt'] }],
});

const keptMilliseconds = 24 * 3600 * 1000;

/** Records a nonce, and returns whether it is new. Concurrent processes wait for the first of them. */
export async function noteNonce(
  transaction: Transaction,
  { integrationId, nonce, expiresAt }: { integrationId: string; nonce: string; expiresAt: Date },
): Promise<boolean> {
  const digest = createHash('sha256')
    .update(JSON.stringify([integrationId, nonce]))
    .digest('base64url');
  const until = new Date(Math.max(Date.now() + keptMilliseconds, expiresAt.getTime()));
  return addRow(transaction, googleNonces, { digest, expiresAt: toInstant(until) });
}

const chunk = 500;

export function pruneNonces(database: Database): Promise<number> {
  return database.transaction((transaction) =>
    deleteRows(transaction, googleNonces, { expiresAt: LessThan(now()) }, chunk),
  );
}
