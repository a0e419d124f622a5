import { builder } from '../../api/builder.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import type { Stored } from '../../kernel/database/columns.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { LoyaltyCardType } from '../../loyalty/card/card.type.ts';
import type { WalletPlatform } from '../connected-wallet.ts';
import { passCounts } from '../pass/pass-counts.ts';
import { WalletPlatformType } from './offered-pass.type.ts';

const WalletCountType = builder.objectType(builder.objectRef<WalletCount>('WalletCount'), {
  description: 'The number of saved and removed passes of a coupon or loyalty card in a wallet.',
  fields: (t) => ({
    platform: t.expose('platform', { type: WalletPlatformType, description: 'The wallet.' }),
    saved: t.exposeInt('saved', { description: 'The number of passes that at least one phone has.' }),
    removed: t.exposeInt('removed', {
      description: 'The number of saved passes that were removed from all phones or deleted.',
    }),
  }),
});

const counts = {
  type: [WalletCountType] as [typeof WalletCountType],
  description:
    'The number of passes in each wallet, including passes of previous pass types and issuers. Not paginated.',
  cost: { items: 2 },
};

builder.objectField(CouponType, 'walletCounts', (t) =>
  t.field({ ...counts, resolve: ({ id }, _, { services }) => walletCounts(services.database, id) }),
);

builder.objectField(LoyaltyCardType, 'walletCounts', (t) =>
  t.field({ ...counts, resolve: ({ id }, _, { services }) => walletCounts(services.database, id) }),
);

interface WalletCount {
  platform: WalletPlatform;
  saved: number;
  removed: number;
}

type PassCount = Pick<Stored<typeof passCounts>, 'campaignId' | 'issuer' | 'people' | 'ever'>;

const walletCounts = batched<string, WalletCount[]>(async (database, campaignIds) => {
  const counted = await findRows(
    database,
    passCounts,
    { campaignId: [...new Set(campaignIds)], other: '' },
    { select: ['campaignId', 'issuer', 'people', 'ever'] },
  );
  const byCampaign = Map.groupBy(counted, ({ campaignId }) => campaignId);
  return campaignIds.map((id) => {
    const byPlatform = Map.groupBy(byCampaign.get(id) ?? [], platformOf);
    return (['APPLE', 'GOOGLE'] as const).map((platform) => countOf(platform, byPlatform.get(platform) ?? []));
  });
});

/**
 * Recognizes the wallet by its issuer. Apple's pass type ids have this prefix, and Google's issuer ids are numbers.
 */
function platformOf({ issuer }: PassCount): WalletPlatform {
  return issuer.startsWith('pass.') ? 'APPLE' : 'GOOGLE';
}

function countOf(platform: WalletPlatform, counted: readonly PassCount[]): WalletCount {
  const saved = counted.reduce((sum, { people }) => sum + people, 0);
  const ever = counted.reduce((sum, { ever }) => sum + ever, 0);
  return { platform, saved, removed: ever - saved };
}
