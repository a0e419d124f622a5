import {
  ascending,
  bigNumberOrNull,
  counter,
  instant,
  integer,
  reference,
  type Stored,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { plus, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';

/** A message to people who have a coupon or a loyalty card in the wallet of their phone. */
export type Push = Stored<typeof pushes>;

export const pushes = table({
  name: 'WalletPush',
  tableName: 'wallet_pushes',
  columns: {
    number: ascending,
    id: text(20),
    accountId: text(20),
    campaignId: text(16),
    message: text(500),
    audience: text<'ALL' | 'NAMED'>(5),
    /** The job that tells the devices. Null if there is nobody to tell. */
    jobId: textOrNull(20),
    /** The number of sessions, or of loyalty users. */
    recipients: integer,
    /** The number of devices in Apple Wallet and of passes in Google Wallet that were told. */
    told: counter,
    failed: counter,
    /** Those of the told ones that show the message without a notification. */
    unnotified: counter,
    /** The number of devices that learned since which passes to fetch. */
    fetched: counter,
    /** The number of the change that brought the message to the passes. Null if there is nobody to tell. */
    messageChange: bigNumberOrNull,
    createdAt: instant,
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

/** Counts devices and passes that were told of a push, and those that could not be told. */
export async function countTold(
  transaction: Transaction,
  push: string,
  { told, failed, unnotified }: Pick<Push, 'told' | 'failed' | 'unnotified'>,
): Promise<void> {
  const changes = { told: plus(told), failed: plus(failed), unnotified: plus(unnotified) };
  await updateRows(transaction, pushes, { id: push }, changes);
}

/** Counts devices that fetch their passes after the push that made this change. */
export async function countFetched(transaction: Transaction, change: number, fetched: number): Promise<void> {
  await updateRows(transaction, pushes, { messageChange: change }, { fetched: plus(fetched) });
}

/** Removes the pushes of a coupon or loyalty card that was deleted. */
export const removePushes = removeRows('wallet_pushes', 'campaign_id');

/** Removes the pushes of an account. */
export const removePushesOfAccount = removeRows('wallet_pushes', 'account_id', 500);
