import type { Stored } from '../../kernel/database/columns.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { WalletPlatform } from '../pass/pass.ts';
import { walletHolders } from '../pass/wallet-holders.ts';

/** How many passes of a coupon or loyalty card people have in a wallet. */
export interface WalletCount {
  platform: WalletPlatform;
  saved: number;
  removed: number;
}

type Counted = Pick<Stored<typeof walletHolders>, 'campaignId' | 'issuer' | 'people' | 'ever'>;

/** Returns the counts of a campaign, one for each wallet. */
export const walletCounts = shared<string, WalletCount[]>(async (database, campaignIds) => {
  const counted = await findRows(
    database,
    walletHolders,
    { campaignId: [...new Set(campaignIds)], other: '' },
    { select: ['campaignId', 'issuer', 'people', 'ever'] },
  );
  const byCampaign = Map.groupBy(counted, ({ campaignId }) => campaignId);
  return campaignIds.map((id) => {
    const byPlatform = Map.groupBy(byCampaign.get(id) ?? [], platformOf);
    return (['APPLE', 'GOOGLE'] as const).map((platform) => countOf(platform, byPlatform.get(platform) ?? []));
  });
});

/** Pass type ids of Apple begin like this. The issuer ids of Google are numbers. */
function platformOf({ issuer }: Counted): WalletPlatform {
  return issuer.startsWith('pass.') ? 'APPLE' : 'GOOGLE';
}

function countOf(platform: WalletPlatform, counted: readonly Counted[]): WalletCount {
  const saved = counted.reduce((sum, { people }) => sum + people, 0);
  const ever = counted.reduce((sum, { ever }) => sum + ever, 0);
  return { platform, saved, removed: ever - saved };
}
