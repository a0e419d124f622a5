import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { countPeople } from '../pass/wallet-holders.ts';

/** The place of a pass in the order in which passes were saved. */
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

/** Counts the people who have a pass, whatever number of devices and wallets they have it on. */
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
 * An invisible character (word joiner). A phone says nothing when a pass has the same message as before, so every other
 * one of equal messages ends in it.
 */
const invisible = '\u2060';

/** Writes the message on the passes: one row for the whole campaign, or the passes of the named users. */
export async function showMessage(transaction: Transaction, audience: Audience, message: string): Promise<void> {
  const values = { ...valuesOf(audience), message, repeated: message + invisible, at: now() };
  const shown = 'CASE WHEN message = :message THEN :repeated ELSE :message END';
  if (audience.memberships) {
    const index = transaction.dialect.useIndex('wallet_passes_membership');
    await transaction.change(
      ...bind(
        `UPDATE wallet_passes ${index} SET message = ${shown}, message_at = :at, changed_at = :at
         WHERE ${holders(audience)}`,
        values,
      ),
    );
    return;
  }
  await transaction.change(
    ...bind(
      `${transaction.dialect.insertIfAbsent} INTO wallet_campaigns (campaign_id, account_id, changed_at)
       VALUES (:campaignId, :accountId, :at)`,
      values,
    ),
  );
  await transaction.change(
    ...bind(
      `UPDATE wallet_campaigns SET message = ${shown}, message_at = :at, changed_at = :at WHERE campaign_id = :campaignId`,
      values,
    ),
  );
}

function holders({ memberships }: Audience): string {
  const saved = 'campaign_id = :campaignId AND issuer IN (:issuers) AND saved_at IS NOT NULL AND removed_at IS NULL';
  return memberships ? `${saved} AND membership IN (:memberships)` : saved;
}

function valuesOf({ campaignId, accountId, issuers, memberships }: Audience) {
  return { campaignId, accountId, issuers, memberships: memberships ?? [] };
}
