import {
  ascending,
  bigNumberOrNull,
  columnsOf,
  counter,
  instant,
  integer,
  reference,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { keyset, type Page } from '../../kernel/database/paging.ts';
import { rowOf } from '../../kernel/database/single-row.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';

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

const pushColumns = selectList(columnsOf(pushes, 'p'));

export function findPushes(
  connection: Connection,
  accountId: string,
  campaign: string | null,
  page: Page,
): Promise<Push[]> {
  const { condition, ending, values } = keyset(page, 'p.created_at', 'p.number');
  return connection.rows<Push>(
    `SELECT ${pushColumns} FROM wallet_pushes p
     WHERE p.account_id = ? ${campaign ? 'AND p.campaign_id = ?' : ''} ${condition} ${ending}`,
    [accountId, ...(campaign ? [campaign] : []), ...values],
  );
}

export async function countTold(
  transaction: Transaction,
  push: string,
  { told, failed, unnotified }: Pick<Push, 'told' | 'failed' | 'unnotified'>,
): Promise<void> {
  await transaction.change(
    'UPDATE wallet_pushes SET told = told + ?, failed = failed + ?, unnotified = unnotified + ? WHERE id = ?',
    [told, failed, unnotified, push],
  );
}

export async function countFetched(transaction: Transaction, change: number, fetched: number): Promise<void> {
  await transaction.change('UPDATE wallet_pushes SET fetched = fetched + ? WHERE message_change = ?', [
    fetched,
    change,
  ]);
}

export const removePushes = removeRows('wallet_pushes', 'campaign_id');

export const removePushesOfAccount = removeRows('wallet_pushes', 'account_id', 500);
