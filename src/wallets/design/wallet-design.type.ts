import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { LoyaltyCardType } from '../../loyalty/card/card.type.ts';
import {
  type ChangeTexts,
  changeUses,
  type DesignLabels,
  type DesignLocation,
  labelUses,
  ofEach,
  textsOf,
} from './design-texts.ts';
import { findDesign, type WalletDesign, walletDesigns } from './wallet-design.ts';

const LocationType = builder.objectType(builder.objectRef<DesignLocation>('WalletLocation'), {
  description: 'A place near which phones show the pass on the lock screen.',
  fields: (t) => ({
    latitude: t.exposeFloat('latitude', { description: 'Degrees north.' }),
    longitude: t.exposeFloat('longitude', { description: 'Degrees east.' }),
    text: t.exposeString('text', { description: 'The text that the lock screen shows near the place.' }),
  }),
});

const LabelsType = builder.objectType(builder.objectRef<DesignLabels>('WalletLabels'), {
  description: 'The names of the fields of a pass. Null for the default name.',
  fields: (t) =>
    ofEach(labelUses, (name) =>
      t.string({
        nullable: true,
        description: `The name of the field with ${labelUses[name].field}.`,
        resolve: (labels) => labels[name] ?? null,
      }),
    ),
});

const ChangesType = builder.objectType(builder.objectRef<ChangeTexts>('WalletChanges'), {
  description:
    'The texts that the lock screen of Apple devices shows when something changes, with `%@` for the new value. Null for the default text.',
  fields: (t) =>
    ofEach(changeUses, (name) =>
      t.string({
        nullable: true,
        description: `The text shown when ${changeUses[name].change}.`,
        resolve: (texts) => texts[name] ?? null,
      }),
    ),
});

export const WalletDesignType = builder.objectType(builder.objectRef<WalletDesign>('WalletDesign'), {
  description: 'The wallet design of the passes of a coupon or loyalty card.',
  fields: (t) => ({
    campaign: t.exposeID('campaignId', { description: 'The id of the coupon or loyalty card.' }),
    ...shownColumns(t, walletDesigns, {
      backgroundColor: 'Background color, `#rrggbb`.',
      foregroundColor: 'Color of the values, `#rrggbb`.',
      labelColor: 'Color of the names of fields, `#rrggbb`.',
      logoText: 'Text next to the logo.',
      provider: 'Name of the company, as shown in notifications.',
      iconUrl: 'The address from which the image next to notifications was fetched.',
      logoUrl: 'The address from which the logo was fetched.',
      stripUrl: 'The address from which the image across the pass was fetched.',
      terms: 'Terms and conditions.',
      changedAt: 'When the design was last changed.',
    }),
    locations: t.field({
      type: [LocationType],
      description: 'Places near which phones show the pass, at most 10. Not paginated.',
      cost: { items: 10 },
      resolve: (design) => textsOf(design).locations,
    }),
    labels: t.field({
      type: LabelsType,
      description: 'Names of the fields.',
      resolve: (design) => textsOf(design).labels,
    }),
    changes: t.field({
      type: ChangesType,
      description: 'The lock screen texts about changes.',
      resolve: (design) => textsOf(design).changes,
    }),
  }),
});

const ofCampaign = {
  type: WalletDesignType,
  nullable: true,
  description: 'The wallet design of the passes. Null without a design: the passes then have the default look.',
} as const;

builder.objectField(CouponType, 'walletDesign', (t) =>
  t.field({ ...ofCampaign, resolve: ({ id }, _, { services }) => findDesign(services.database, id) }),
);

builder.objectField(LoyaltyCardType, 'walletDesign', (t) =>
  t.field({ ...ofCampaign, resolve: ({ id }, _, { services }) => findDesign(services.database, id) }),
);
