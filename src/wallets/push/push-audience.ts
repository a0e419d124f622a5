import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { newChange } from '../pass/pass.ts';
import { countPeople } from '../pass/wallet-holders.ts';

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
