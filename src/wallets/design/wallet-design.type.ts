import { builder } from '../../api/builder.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { LoyaltyCardType } from '../../loyalty/card/card.type.ts';
import { type ChangeTexts, type DesignLabels, type DesignLocation, textsOf } from './design-texts.ts';
import { findDesign, type WalletDesign } from './wallet-design.ts';

const LocationType = builder.objectType(builder.objectRef<DesignLocation>('WalletLocation'), {
  description: 'A place near which phones show the pass on the lock screen.',
  fields: (t) => ({
    latitude: t.exposeFloat('latitude', { description: 'Degrees north.' }),
    longitude: t.exposeFloat('longitude', { description: 'Degrees east.' }),
    text: t.exposeString('text', { description: 'What the lock screen says near the place.' }),
  }),
});

const LabelsType = builder.objectType(builder.objectRef<DesignLabels>('WalletLabels'), {
  description: 'Names of the fields of a pass. Null for the usual name.',
  fields: (t) => {
    const label = (name: keyof DesignLabels, field: string) =>
      t.string({
        nullable: true,
        description: `The name of the field with ${field}.`,
        resolve: (labels) => labels[name] ?? null,
      });
    return {
      status: label('status', 'the status'),
      message: label('message', 'the last message'),
      details: label('details', 'the description'),
      terms: label('terms', 'the terms and conditions'),
      expiry: label('expiry', 'the end of validity'),
      offer: label('offer', 'the subtitle'),
      conditions: label('conditions', 'the terms and conditions in brief'),
      poweredBy: label('poweredBy', 'the address of the company'),
      stamps: label('stamps', 'the stamps'),
      points: label('points', 'the points'),
      rewards: label('rewards', 'the rewards'),
      name: label('name', 'the name of the user'),
    };
  },
});

const ChangesType = builder.objectType(builder.objectRef<ChangeTexts>('WalletChanges'), {
  description:
    'What the lock screen of Apple devices says about changes, with `%@` for the new value. Null for the usual text.',
  fields: (t) => {
    const text = (name: keyof ChangeTexts, change: string) =>
      t.string({ nullable: true, description: `When ${change}.`, resolve: (texts) => texts[name] ?? null });
    return {
      void: text('void', 'the coupon or the user is voided'),
      claim: text('claim', 'the coupon is claimed'),
      validation: text('validation', 'the coupon is validated'),
      expiry: text('expiry', 'the end of validity changes'),
      stamps: text('stamps', 'the number of stamps changes'),
      points: text('points', 'the number of points changes'),
      reward: text('reward', 'the usable rewards change'),
    };
  },
});

export const WalletDesignType = builder.objectType(builder.objectRef<WalletDesign>('WalletDesign'), {
  description: 'How the passes of a coupon or loyalty card look in wallets.',
  fields: (t) => {
    const words = (
      name: 'logoText' | 'provider' | 'terms' | 'backgroundColor' | 'foregroundColor' | 'labelColor',
      description: string,
    ) => t.exposeString(name, { nullable: true, description });
    const picture = (name: 'iconUrl' | 'logoUrl' | 'stripUrl', what: string) =>
      t.exposeString(name, { nullable: true, description: `The address from which ${what} was fetched.` });
    return {
      campaign: t.exposeID('campaignId', { description: 'The id of the coupon or loyalty card.' }),
      backgroundColor: words('backgroundColor', 'Background color, `#rrggbb`.'),
      foregroundColor: words('foregroundColor', 'Color of the values, `#rrggbb`.'),
      labelColor: words('labelColor', 'Color of the names of fields, `#rrggbb`.'),
      logoText: words('logoText', 'Text beside the logo.'),
      provider: words('provider', 'Name of the company, which notifications show.'),
      iconUrl: picture('iconUrl', 'the picture beside notifications'),
      logoUrl: picture('logoUrl', 'the logo'),
      stripUrl: picture('stripUrl', 'the picture across the pass'),
      terms: words('terms', 'Terms and conditions.'),
      locations: t.field({
        type: [LocationType],
        description: 'Places near which phones show the pass, at most 10. A plain list.',
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
        description: 'What the lock screen says about changes.',
        resolve: (design) => textsOf(design).changes,
      }),
      changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When the design was last changed.' }),
    };
  },
});

const description = 'How its passes look in wallets. Null without a design: then they look as usual.';

builder.objectField(CouponType, 'walletDesign', (t) =>
  t.field({
    type: WalletDesignType,
    nullable: true,
    description,
    resolve: ({ id }, _, { services }) => findDesign(services.database, id),
  }),
);

builder.objectField(LoyaltyCardType, 'walletDesign', (t) =>
  t.field({
    type: WalletDesignType,
    nullable: true,
    description,
    resolve: ({ id }, _, { services }) => findDesign(services.database, id),
  }),
);
