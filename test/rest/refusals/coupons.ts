import { makeCoupon, makeFolder } from '../../support/make.ts';
import { type Refusals, refusal, unknown } from './table.ts';

export const couponList: Refusals = {
  path: '/v3/coupon/list',
  document: 'query ($filter: CouponFilter) { coupons(filter: $filter) { nodes { id } } }',
  of: async (app) => {
    const { id: foreign } = await makeFolder(app.database, (await app.client()).owner);
    const folder = (id: string) => ({ filter: { folder: id } });
    return [
      refusal('the folder is unknown', [515], { folder: unknown.folder }, folder(unknown.folder), 'FOLDER_NOT_FOUND'),
      refusal('the folder belongs to another account', [515], { folder: foreign }, folder(foreign), 'FOLDER_NOT_FOUND'),
      refusal('the folder is malformed', [515], { folder: 'fol_!' }, folder('fol_!')),
      refusal('only_active is not a boolean', [302], { only_active: 'maybe' }),
      refusal('tags is not text', [300], { tags: { a: 1 } }),
      refusal('a tag is too long', [300], { tags: `a,${'x'.repeat(51)}` }, { filter: { tags: ['x'.repeat(51)] } }),
      refusal('category is not text', [301], { category: {} }, { filter: { category: {} } }),
    ];
  },
};

export const couponInfo: Refusals = {
  path: '/v3/coupon/info',
  document: 'query ($id: ID!) { coupon(id: $id) { id } }',
  of: async (app, client) => {
    const { id } = await makeCoupon(app.database, client.owner);
    const { id: foreign } = await makeCoupon(app.database, (await app.client()).owner);
    const { id: deleted } = await makeCoupon(app.database, client.owner, { deletedAt: '2026-01-01 00:00:00.000' });
    return [
      refusal('campaign is missing', [200], {}, {}),
      refusal('campaign is empty', [200], { campaign: '' }, { id: '' }),
      refusal('campaign has an invalid character', [301], { campaign: 'cam_00000000000!' }, { id: 'cam_00000000000!' }),
      refusal('campaign is too short', [502], { campaign: 'cam_nope' }, { id: 'cam_nope' }, 'COUPON_NOT_FOUND'),
      refusal('campaign is an object', [301], { campaign: {} }, { id: {} }),
      refusal('show_usage_stats is not a boolean', [302], { campaign: id, show_usage_stats: 'maybe' }),
      refusal('the coupon is unknown', [502], { campaign: unknown.coupon }, { id: unknown.coupon }, 'COUPON_NOT_FOUND'),
      refusal(
        'the coupon belongs to another account',
        [502],
        { campaign: foreign },
        { id: foreign },
        'COUPON_NOT_FOUND',
      ),
      refusal('the coupon is deleted', [502], { campaign: deleted }, { id: deleted }, 'COUPON_NOT_FOUND'),
    ];
  },
};

export const couponStatus: Refusals = {
  path: '/v3/coupon/status',
  document: 'mutation ($input: SetCouponStatusInput!) { setCouponStatus(input: $input) { id } }',
  of: async (app, client) => {
    const { id } = await makeCoupon(app.database, client.owner, { status: 'ACTIVE' });
    const { id: foreign } = await makeCoupon(app.database, (await app.client()).owner);
    const input = (id: string, status: string) => ({ input: { id, status } });
    return [
      refusal('campaign is missing', [200], { status: 'active' }, { input: { status: 'ACTIVE' } }),
      refusal('status is missing', [200], { campaign: id }, { input: { id } }),
      refusal('status has an unknown value', [302], { campaign: id, status: 'ACTIVE' }, input(id, 'active')),
      refusal(
        'the coupon already has the status',
        [422],
        { campaign: id, status: 'active' },
        input(id, 'ACTIVE'),
        'COUPON_STATUS_UNCHANGED',
      ),
      refusal(
        'the coupon is unknown',
        [502],
        { campaign: unknown.coupon, status: 'active' },
        input(unknown.coupon, 'ACTIVE'),
        'COUPON_NOT_FOUND',
      ),
      refusal(
        'the coupon belongs to another account',
        [502],
        { campaign: foreign, status: 'example' },
        input(foreign, 'EXAMPLE'),
        'COUPON_NOT_FOUND',
      ),
      // The specification has no 301 here, so a malformed id is not found (contract, section 1).
      refusal('campaign is malformed', [502], { campaign: 'cam_!', status: 'active' }, input('cam_!', 'ACTIVE')),
      refusal('campaign is malformed and status is missing', [200], { campaign: 'cam_!' }, { input: { id: 'cam_!' } }),
    ];
  },
};
