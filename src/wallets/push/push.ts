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
import { bind } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { newChange } from '../pass/pass.ts';
import { countPeople } from '../pass/wallet-holders.ts';

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

export const removePushes = removeRows('wallet_pushes', 'campaign_id');

export const removePushesOfAccount = removeRows('wallet_pushes', 'account_id', 500);

export interface PassKey {
  id: string;
  savedAt: Instant;
}

/** Whom a push message is for: all who saved the campaign, or loyalty users named by the numbers of their memberships. */
export interface Audience {
  campaignId: string;
  accountId: string;
  memberships: readonly number[] | null;
  /** The pass types and issuers of the present integrations. Passes of earlier ones change no more. */
  issuers: readonly string[];
}

export async function countHolders(transaction: Transaction, audience: Audience): Promise<number> {
  if (audience.memberships === null) return countPeople(transaction, audience.campaignId, audience.issuers);
  const [counted] = await transaction.rows<{ amount: number }>(
    ...bind(
      `SELECT COUNT(DISTINCT w.membership) AS amount
       FROM wallet_passes w ${transaction.dialect.useIndex('wallet_passes_membership')} WHERE ${holders(audience)}`,
      valuesOf(audience),
    ),
  );
  return Number(counted?.amount ?? 0);
}

/**
 * Invisible characters. A phone says nothing when a pass shows the same text as before, so every other one of equal
 * messages ends in another of them. Messages to named users have two of their own, because a pass may show a message to
 * all before.
 */
const endings = { ALL: ['', '\u2060'], NAMED: ['\u200b', '\u200c'] };

/**
 * Writes the message on the passes: one row for the whole campaign, or the passes of the named users. Returns the number
 * of this change.
 */
export async function showMessage(transaction: Transaction, audience: Audience, message: string): Promise<number> {
  const changed = await newChange(transaction);
  const [first, repeated] = endings[audience.memberships ? 'NAMED' : 'ALL'].map((ending) => message + ending);
  const values = { ...valuesOf(audience), first, repeated, changed };
  const text = 'CASE WHEN message = :first THEN :repeated ELSE :first END';
  const brought = `message = ${text}, message_change = :changed, changed = :changed`;
  if (audience.memberships) {
    const index = transaction.dialect.useIndex('wallet_passes_membership');
    await transaction.change(
      ...bind(`UPDATE wallet_passes ${index} SET ${brought} WHERE ${holders(audience)}`, values),
    );
    return changed;
  }
  await transaction.change(
    ...bind(
      `${transaction.dialect.insertIfAbsent} INTO wallet_campaigns (campaign_id, account_id, changed)
       VALUES (:campaignId, :accountId, :changed)`,
      values,
    ),
  );
  await transaction.change(...bind(`UPDATE wallet_campaigns SET ${brought} WHERE campaign_id = :campaignId`, values));
  return changed;
}

function holders({ memberships }: Audience): string {
  const saved = 'campaign_id = :campaignId AND issuer IN (:issuers) AND saved_at IS NOT NULL AND removed_at IS NULL';
  return memberships ? `${saved} AND membership IN (:memberships)` : saved;
}

function valuesOf({ campaignId, accountId, issuers, memberships }: Audience) {
  return { campaignId, accountId, issuers, memberships: memberships ?? [] };
}
