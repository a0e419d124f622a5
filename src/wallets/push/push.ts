import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { plus, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { newChange } from '../pass/pass.ts';
import { countPeople } from '../pass/pass-counts.ts';

export type Push = Stored<typeof pushes>;

export const pushes = table({
  name: 'WalletPush',
  tableName: 'wallet_pushes',
  columns: {
    number: column.ascending,
    id: column.text(20),
    accountId: column.text(20),
    campaignId: column.text(16),
    message: column.text(500),
    audience: column.text<'ALL' | 'NAMED'>(5),
    /** The job that notifies the devices. Null if there are no recipients. */
    jobId: column.textOrNull(20),
    /** The number of sessions or loyalty users. */
    recipients: column.integer,
    /** The number of notified devices in Apple Wallet and passes in Google Wallet. */
    notified: column.counter,
    failed: column.counter,
    /** How many of `notified` are passes that show the message without a notification. */
    unnotified: column.counter,
    /** The number of devices that have since asked which passes to fetch. */
    fetched: column.counter,
    /** The number of the change that brought the message to the passes. Null if there are no recipients. */
    messageChange: column.bigNumberOrNull,
    createdAt: column.instant,
  },
  indices: [
    { name: 'wallet_pushes_id', columns: ['id'], unique: true },
    { name: 'wallet_pushes_account', columns: ['accountId', 'createdAt', 'number'] },
    { name: 'wallet_pushes_campaign', columns: ['campaignId', 'createdAt'] },
    { name: 'wallet_pushes_change', columns: ['messageChange'] },
  ],
  foreignKeys: [reference('wallet_pushes_account_fk', 'accountId', 'accounts')],
});

export const pushRow = rowOf(pushes, { missing: 'WALLET_PUSH_NOT_FOUND' });

export async function countNotified(
  transaction: Transaction,
  push: string,
  { notified, failed, unnotified }: Pick<Push, 'notified' | 'failed' | 'unnotified'>,
): Promise<void> {
  const changes = { notified: plus(notified), failed: plus(failed), unnotified: plus(unnotified) };
  await updateRows(transaction, pushes, { id: push }, changes);
}

export async function countFetched(transaction: Transaction, change: number, fetched: number): Promise<void> {
  await updateRows(transaction, pushes, { messageChange: change }, { fetched: plus(fetched) });
}

export const removePushes = removeRows('wallet_pushes', 'campaign_id');

export const removePushesOfAccount = removeRows('wallet_pushes', 'account_id', 500);

export interface PassKey {
  id: string;
  savedAt: Instant;
}

/** Everyone who has saved the campaign, or loyalty users, by the numbers of their members. */
export interface Audience {
  campaignId: string;
  accountId: string;
  members: readonly number[] | null;
  /** The issuers of the current integrations. Passes of earlier issuers no longer change. */
  issuers: readonly string[];
}

export async function countPasses(transaction: Transaction, audience: Audience): Promise<number> {
  if (audience.members === null) return countPeople(transaction, audience.campaignId, audience.issuers);
  const [counted] = await transaction.rows<{ amount: number }>(
    `SELECT COUNT(DISTINCT w.member) AS amount
       FROM wallet_passes w ${transaction.dialect.useIndex('wallet_passes_member')} WHERE ${subjects(audience)}`,
    valuesOf(audience),
  );
  return Number(counted?.amount ?? 0);
}

/**
 * Invisible endings. A phone ignores a message that equals the previous one, so equal messages get alternate endings.
 * Messages to named users have endings of their own, because the pass may have shown a message to everyone before.
 */
const endings = { ALL: ['', '\u2060'], NAMED: ['\u200b', '\u200c'] };

/**
 * Stores the message: in one row for the whole campaign, or on the passes of the named users. Returns the number of the
 * change.
 */
export async function showMessage(transaction: Transaction, audience: Audience, message: string): Promise<number> {
  const changed = await newChange(transaction);
  const [first, repeated] = endings[audience.members ? 'NAMED' : 'ALL'].map((ending) => message + ending);
  const values = { ...valuesOf(audience), first, repeated, changed };
  const text = 'CASE WHEN message = :first THEN :repeated ELSE :first END';
  const brought = `message = ${text}, message_change = :changed, changed = :changed`;
  if (audience.members) {
    const index = transaction.dialect.useIndex('wallet_passes_member');
    await transaction.change(`UPDATE wallet_passes ${index} SET ${brought} WHERE ${subjects(audience)}`, values);
    return changed;
  }
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO wallet_campaigns (campaign_id, account_id, changed)
       VALUES (:campaignId, :accountId, :changed)`,
    values,
  );
  await transaction.change(`UPDATE wallet_campaigns SET ${brought} WHERE campaign_id = :campaignId`, values);
  return changed;
}

function subjects({ members }: Audience): string {
  const saved = 'campaign_id = :campaignId AND issuer IN (:issuers) AND saved_at IS NOT NULL AND removed_at IS NULL';
  return members ? `${saved} AND member IN (:members)` : saved;
}

function valuesOf({ campaignId, accountId, issuers, members }: Audience) {
  return { campaignId, accountId, issuers, members: members ?? [] };
}
