import { builder } from '../../api/builder.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { LoyaltyCardType } from '../../loyalty/card/card.type.ts';
import { WalletPlatformType } from './offered-pass.type.ts';
import { type WalletCount, walletCounts } from './wallet-counts.ts';

const WalletCountType = builder.objectType(builder.objectRef<WalletCount>('WalletCount'), {
  description: 'How many passes of a coupon or loyalty card people have saved in a wallet.',
  fields: (t) => ({
    platform: t.expose('platform', { type: WalletPlatformType, description: 'The wallet.' }),
    saved: t.exposeInt('saved', { description: 'The number of passes that at least one phone has.' }),
    removed: t.exposeInt('removed', {
      description: 'The number of passes that a phone had and that no phone has any more, or that were deleted since.',
    }),
  }),
});

const counts = {
  type: [WalletCountType] as [typeof WalletCountType],
  description: 'The number of passes in each wallet, also of former pass types and issuers. A plain list.',
  cost: { items: 2 },
};

builder.objectField(CouponType, 'walletCounts', (t) =>
  t.field({ ...counts, resolve: ({ id }, _, { services }) => walletCounts(services.database, id) }),
);

builder.objectField(LoyaltyCardType, 'walletCounts', (t) =>
  t.field({ ...counts, resolve: ({ id }, _, { services }) => walletCounts(services.database, id) }),
);
