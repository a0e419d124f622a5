import {
  bigNumber,
  bigNumberOrNull,
  key,
  type Stored,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRows, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { newChange } from './pass-change.ts';

/** What concerns all passes of a coupon or loyalty card, so that a change writes one row and not one for each pass. */
export type WalletCampaign = Stored<typeof walletCampaigns>;

export const walletCampaigns = table({
  name: 'WalletCampaign',
  tableName: 'wallet_campaigns',
  columns: {
    campaignId: key(text(16)),
    accountId: text(20),
    /** The number of the last change of something that all passes show. */
    changed: bigNumber,
    /** The last message to all passes, and the number of the change that brought it. A pass shows this or its own. */
    message: textOrNull(501),
    messageChange: bigNumberOrNull,
  },
});

/** Campaigns without a change or message have no row. */
export const walletCampaignRow = rowOf(walletCampaigns, { missing: 'WALLET_PASS_NOT_FOUND' });

/** Returns the rows of those of the campaigns that have one, by id. */
export async function findCampaigns(
  connection: Connection,
  campaignIds: readonly string[],
): Promise<Map<string, WalletCampaign>> {
  const found = await findRows(connection, walletCampaignRow, { campaignId: [...new Set(campaignIds)] });
  return new Map(found.map((campaign) => [campaign.campaignId, campaign]));
}

/** Marks all passes of campaigns as changed, without writing to each of them. */
export async function markCampaigns(
  transaction: Transaction,
  campaigns: readonly Pick<WalletCampaign, 'campaignId' | 'accountId'>[],
): Promise<void> {
  if (campaigns.length === 0) return;
  const changed = await newChange(transaction);
  const ending = transaction.dialect.overwrite('campaign_id', 'changed');
  for (const { campaignId, accountId } of campaigns)
    await insertRows(transaction, walletCampaigns, [{ campaignId, accountId, changed }], { ending });
}

/** Removes what concerns all passes of a deleted campaign. */
export const removeWalletCampaign = removeRows('wallet_campaigns', 'campaign_id');
