import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { type Refusal, type Refusals, refusal, unknown } from './table.ts';

const document = `query ($coupon: ID, $code: String, $phone: String, $email: String) {
  searchCouponSessions(coupon: $coupon, code: $code, phone: $phone, email: $email) { session }
}`;

/** Invalid filters, for both searches. */
const ofFilters = (rest: object, graphql: object): Refusal[] => [
  refusal('all filters are missing', [200], { ...rest }, { ...graphql }),
  refusal('the filters are empty', [200], { ...rest, code: '', phone: '', email: null }),
  ...['code', 'phone', 'email'].flatMap((filter) => [
    refusal(`${filter} is too short`, [300], { ...rest, [filter]: '1234' }, { ...graphql, [filter]: '1234' }),
    refusal(`${filter} is an object`, [300], { ...rest, [filter]: {} }, { ...graphql, [filter]: {} }),
  ]),
  refusal('all filters are too short', [300, 300, 300], { ...rest, code: 'a', phone: '1', email: 'b' }),
  // GraphQL returns an empty list.
  refusal('nothing is found', [512], { ...rest, code: 'NOTHING-HAS-IT' }),
];

/** Values of `campaign` that name no coupon, for both searches. */
const ofCampaigns = async (app: App, client: Client): Promise<Refusal[]> => {
  await makeSession(app.database, client.owner, { customValCode: 'BREAD-1' });
  const { id: foreign } = await makeCoupon(app.database, (await app.client()).owner);
  const within = (coupon: string) =>
    [
      { campaign: coupon, code: 'BREAD-1' },
      { coupon, code: 'BREAD-1' },
    ] as const;
  return [
    // The specification has no code for its characters, so a malformed id is not found (contract, section 1).
    refusal('campaign is malformed', [502], ...within('cam_!')),
    refusal('the coupon is unknown', [502], ...within(unknown.coupon), 'COUPON_NOT_FOUND'),
    refusal('the coupon belongs to another account', [502], ...within(foreign), 'COUPON_NOT_FOUND'),
  ];
};

export const searchEverywhere: Refusals = {
  path: '/v3/couponsession/search',
  document,
  of: async (app, client) => [...ofFilters({}, {}), ...(await ofCampaigns(app, client))],
};

export const searchWithinCoupon: Refusals = {
  path: '/v3/campaignsession/search',
  document,
  of: async (app, client) => {
    const { id: campaign } = await makeCoupon(app.database, client.owner);
    return [
      ...ofFilters({ campaign }, { coupon: campaign }),
      // GraphQL searches in all coupons.
      refusal('campaign is missing', [200], { code: 'BREAD-1' }),
      refusal('campaign and the filters are missing', [200, 200], {}),
      ...(await ofCampaigns(app, client)),
    ];
  },
};
