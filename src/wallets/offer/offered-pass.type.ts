import { builder } from '../../api/builder.ts';
import { LoyaltyUserType } from '../../loyalty/user/user.type.ts';
import { CouponSessionType } from '../../sessions/session/session.type.ts';
import { loyaltyUserPath, sessionPath } from '../../vocabulary/links.ts';
import type { WalletPlatform as PlatformName } from '../connected-wallet.ts';
import { type OfferedPass, offeredPasses } from './offered-pass.ts';

export const WalletPlatformType = builder.enumType('WalletPlatform', {
  description: 'A mobile wallet.',
  values: {
    APPLE: { description: 'Apple Wallet.' },
    GOOGLE: { description: 'Google Wallet.' },
  } satisfies Record<PlatformName, object>,
});

const WalletPassType = builder.objectType(builder.objectRef<OfferedPass>('WalletPass'), {
  description: 'A coupon session or a loyalty user as a pass for a wallet.',
  fields: (t) => ({
    platform: t.expose('platform', { type: WalletPlatformType, description: 'The wallet.' }),
    url: t.string({
      description: 'The address that a phone opens to save the pass.',
      resolve: ({ path }, _, { services }) => services.publicUrl + path,
    }),
    passId: t.id({
      nullable: true,
      description:
        'The id and serial number of the pass: `pas_` followed by 16 characters. Null until `url` is opened.',
      resolve: ({ pass }) => pass?.id ?? null,
    }),
    savedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a phone first saved the pass. Null if no phone has saved it.',
      resolve: ({ pass }) => pass?.savedAt ?? null,
    }),
    removedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the last phone removed the pass. Null while a phone has it, or if no phone ever had it.',
      resolve: ({ pass }) => pass?.removedAt ?? null,
    }),
  }),
});

const description = 'The passes for the wallets that the account is connected to, one for each. Not paginated.';

builder.objectField(CouponSessionType, 'walletPasses', (t) =>
  t.field({
    type: [WalletPassType],
    description,
    cost: { items: 2 },
    resolve: ({ accountId, couponCode, session }, _, { services }) =>
      offeredPasses(services.database, {
        accountId,
        session,
        member: null,
        path: sessionPath(couponCode, session),
      }),
  }),
);

builder.objectField(LoyaltyUserType, 'walletPasses', (t) =>
  t.field({
    type: [WalletPassType],
    description: `${description} Empty unless the card has the medium \`WALLET\`.`,
    cost: { items: 2 },
    resolve: ({ accountId, cardMedium, cardCode, number, id }, _, { services }) =>
      cardMedium === 'WALLET'
        ? offeredPasses(services.database, {
            ...{ accountId, session: null, member: number, path: loyaltyUserPath(cardCode, id) },
          })
        : [],
  }),
);
