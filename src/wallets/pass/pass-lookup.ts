import { accountRow } from '../../accounts/account/account.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { passRow, type WalletPass } from './pass.ts';
import { findCampaigns, type WalletCampaign } from './wallet-campaign.ts';

/** A pass, and what concerns all passes of its campaign. */
export interface FoundPass {
  pass: WalletPass;
  campaign: WalletCampaign | null;
}

/**
 * Returns the pass of Apple Wallet with this serial number, or null if there is none or its account is closed.
 * Simultaneous calls share statements, because after a push message thousands of phones ask for their passes.
 */
export const findApplePass = shared<string, FoundPass | null>(async (database, ids) => {
  const known = await findRows(database, passRow, { id: [...new Set(ids)], platform: 'APPLE' });
  const owners = [...new Set(known.map(({ accountId }) => accountId))];
  const open = new Set((await findRows(database, accountRow, { id: owners, closedAt: null })).map(({ id }) => id));
  const passes = known.filter(({ accountId }) => open.has(accountId));
  const campaigns = await findCampaigns(
    database,
    passes.map(({ campaignId }) => campaignId),
  );
  const found = new Map(passes.map((pass) => [pass.id, { pass, campaign: campaigns.get(pass.campaignId) ?? null }]));
  return ids.map((id) => found.get(id) ?? null);
});
