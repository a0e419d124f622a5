import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/single-row.ts';
import { passRow, type WalletPass } from './pass.ts';
import { findCampaigns, type WalletCampaign } from './wallet-campaign.ts';

/** A pass, and what concerns all passes of its campaign. */
export interface FoundPass {
  pass: WalletPass;
  campaign: WalletCampaign | null;
}

/**
 * Returns the pass of Apple Wallet with this serial number, or null. Simultaneous calls share statements, because after
 * a push message thousands of phones ask for their passes.
 */
export const findApplePass = shared<string, FoundPass | null>(async (database, ids) => {
  const passes = await findRows(database, passRow, [...new Set(ids)], { platform: 'APPLE' });
  const campaigns = await findCampaigns(
    database,
    passes.map(({ campaignId }) => campaignId),
  );
  const found = new Map(passes.map((pass) => [pass.id, { pass, campaign: campaigns.get(pass.campaignId) ?? null }]));
  return ids.map((id) => found.get(id) ?? null);
});
