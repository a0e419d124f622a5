import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { sequences as sequencesTable } from '../../kernel/database/sequence.ts';
import type { WalletPlatform } from '../connected-wallet.ts';

export type WalletPass = Stored<typeof walletPasses>;

export const walletPasses = table({
  name: 'WalletPass',
  tableName: 'wallet_passes',
  columns: {
    /** The id. It is also the serial number at Apple, and the end of the object id at Google. */
    id: column.key(column.text(20)),
    accountId: column.text(20),
    campaignId: column.text(16),
    /** The code of the coupon session. Null for a loyalty card. */
    session: column.textOrNull(21),
    /** The number of the member, and the id of the person. Null for a coupon. */
    member: column.bigNumberOrNull,
    userId: column.textOrNull(20),
    platform: column.text<WalletPlatform>(6),
    /** The pass type id at Apple, or the issuer id at Google. A pass on a phone never changes it. */
    issuer: column.text(100),
    /**
     * The secret with which phones request the pass. It allows no more than the session code, which is not encrypted
     * either.
     */
    token: column.text(32),
    /** The number of the last change to this pass. `wallet_campaigns` has the changes to the whole campaign. */
    changed: column.bigNumber,
    /** The number of the last change to any pass when this one was created. The pass includes all changes up to it. */
    made: column.bigNumber,
    /** The last message to this pass alone, and the number of its change. */
    message: column.textOrNull(501),
    messageChange: column.bigNumberOrNull,
    createdAt: column.instant,
    savedAt: column.instantOrNull,
    /** When the last phone removed the pass. Null while a phone has it. */
    removedAt: column.instantOrNull,
    /** When the last report from Google expires. A report that expires earlier is out of date. */
    reportedAt: column.instantOrNull,
    /** The time up to which the pass has used its events. Each event uses up an hour. */
    eventsUntil: column.instantOrNull,
  },
  indices: [
    { name: 'wallet_passes_session', columns: ['session', 'issuer'], unique: true },
    { name: 'wallet_passes_member', columns: ['member', 'issuer'], unique: true },
    { name: 'wallet_passes_saved', columns: ['campaignId', 'issuer', 'removedAt', 'savedAt'] },
  ],
});

export const passRow = rowOf(walletPasses, { missing: 'WALLET_PASS_NOT_FOUND' });

/**
 * Returns the number of a new change: the time in seconds, or more after a change in the same second. The next change
 * waits until this transaction ends, so a reader that sees a number sees all changes with smaller ones. A time on a row
 * could not guarantee that.
 */
export async function newChange(transaction: Transaction): Promise<number> {
  const seconds = Math.floor(Date.now() / 1000);
  await transaction.change(
    `UPDATE sequences SET value = CASE WHEN value < :seconds THEN :seconds ELSE value + 1 END
       WHERE name = 'wallet_changes'`,
    { seconds },
  );
  return lastChange(transaction);
}

/** Returns the last change. A later read shows it and all earlier ones. */
export async function lastChange(connection: Connection): Promise<number> {
  const [last] = await findRows(connection, sequencesTable, { name: 'wallet_changes' }, { select: ['value'] });
  if (!last) throw new Error('there is no sequence wallet_changes');
  return last.value;
}

export async function markPasses(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const changed = await newChange(transaction);
  await updateRows(transaction, walletPasses, { id: ids }, { changed });
}

export async function removePassRows(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await deleteRows(transaction, walletPasses, { id: ids });
}
