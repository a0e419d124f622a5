import { makeCoupon } from '../../support/make.ts';
import { type Refusals, refusal, unknown } from './table.ts';

const document = `query ($coupon: ID!, $filter: CouponSessionFilter, $page: Int) {
  couponSessions(coupon: $coupon, filter: $filter, page: $page) { nodes { session } }
}`;

const list = (name: string, which: Record<string, boolean>): Refusals => ({
  path: `/v3/campaign/${name}`,
  document,
  of: async (app, client) => {
    const { id: campaign } = await makeCoupon(app.database, client.owner);
    const { id: foreign } = await makeCoupon(app.database, (await app.client()).owner);
    const filter = (dates: object, coupon = campaign) => ({ coupon, filter: { ...which, ...dates } });
    const page = (number: unknown) => ({ ...filter({}), page: number });
    return [
      refusal('campaign is missing', [200], {}, {}),
      refusal('campaign has an invalid character', [301], { campaign: 'cam_Ä' }, filter({}, 'cam_Ä')),
      refusal('campaign is too short', [502], { campaign: 'cam_nope' }, filter({}, 'cam_nope'), 'COUPON_NOT_FOUND'),
      refusal('page is not a number', [301], { campaign, page: 'two' }, page('two')),
      refusal('page is zero', [301], { campaign, page: 0 }, page(0)),
      refusal('page is a fraction', [301], { campaign, page: '1.5' }, page(1.5)),
      refusal(
        'start_date is not a real date',
        [303],
        { campaign, start_date: '2026-02-30' },
        filter({ from: '2026-02-30T00:00:00Z' }),
      ),
      refusal(
        'start_date is not in the documented format',
        [303],
        { campaign, start_date: '01.02.2026' },
        filter({ from: '01.02.2026' }),
      ),
      refusal(
        'end_date is not a real date',
        [303],
        { campaign, end_date: '2026-13-01 00:00' },
        filter({ to: '2026-13-01T00:00:00Z' }),
      ),
      refusal(
        'end_date is not in the documented format',
        [303],
        { campaign, end_date: '2026-01-01 00:00:00' },
        filter({ to: '2026-01-01' }),
      ),
      refusal(
        'both dates are invalid',
        [303, 303],
        { campaign, start_date: 5, end_date: '2026-01-01 24:00' },
        filter({ from: 5, to: '2026-01-01T25:00:00Z' }),
      ),
      refusal(
        'the coupon is unknown',
        [502],
        { campaign: unknown.coupon },
        filter({}, unknown.coupon),
        'COUPON_NOT_FOUND',
      ),
      refusal(
        'the coupon belongs to another account',
        [502],
        { campaign: foreign },
        filter({}, foreign),
        'COUPON_NOT_FOUND',
      ),
    ];
  },
});

export const data = list('data', {});
export const opens = list('opens', { opened: true });
export const claims = list('claims', { claimed: true });
export const validations = list('validations', { validated: true });
