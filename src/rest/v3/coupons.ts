import { coupon, coupons } from '../../coupons/coupon/coupon-operations.ts';
import { setCouponStatus } from '../../coupons/status/status-operations.ts';
import { couponInfoOf } from '../../representations/coupon-info.ts';
import { choice, flag, isOn, list, text } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { campaign } from '../fields/campaign-arguments.ts';

const section = 'v3 coupons';

export const listCoupons = row({
  path: '/v3/coupon/list',
  summary: 'List coupons',
  section,
  fields: {
    only_active: flag({
      argument: 'filter.status',
      values: { true: 'ACTIVE', false: null },
      invalid: 302,
      description: 'Only coupons with the status active.',
      example: true,
    }),
    folder: text({
      argument: 'filter.folder',
      invalid: 'FOLDER_NOT_FOUND',
      description: 'Only coupons in this folder.',
      example: 'fol_0a1b2c3d4e5f',
    }),
    tags: list({
      argument: 'filter.tags',
      invalid: 300,
      description: 'Only coupons with at least one of these tags, separated by commas.',
      example: 'summer,bread',
    }),
    category: text({
      argument: 'filter.category',
      invalid: 301,
      description: 'Only coupons in this category of a directory.',
      example: 'cat_0a1b2c3d4e5f',
    }),
  },
  calls: only(coupons, { FOLDER_NOT_FOUND: 515 }, { first: 100 }),
  whole: {
    name: 'coupon_info',
    item: couponInfoOf,
    beside: () => (amount) => ({ amount_of_campaigns: String(amount) }),
  },
});

export const getCoupon = row({
  path: '/v3/coupon/info',
  summary: 'Get a coupon',
  section,
  fields: {
    campaign: campaign('id'),
    show_usage_stats: flag({
      invalid: 302,
      description: 'Adds the number of custom validation codes and the number of claimed codes.',
      example: false,
    }),
  },
  calls: only(coupon, { COUPON_NOT_FOUND: 502 }),
  reply: async (coupon, { fields, loader }) => {
    const codes = isOn(fields.show_usage_stats) ? await loader.codesOf(coupon) : null;
    return {
      coupon_info: {
        ...(await couponInfoOf(coupon, loader)),
        ...(codes && { custom_codes_total: String(codes.total), custom_codes_claimed: String(codes.claimed) }),
      },
    };
  },
});

export const updateCouponStatus = row({
  path: '/v3/coupon/status',
  summary: 'Set the status of a coupon',
  section,
  fields: {
    campaign: campaign('id', 'COUPON_NOT_FOUND'),
    status: choice(
      { example: 'EXAMPLE', active: 'ACTIVE' },
      { argument: 'status', invalid: 302, required: true, description: 'The new status.', example: 'active' },
    ),
  },
  calls: only(setCouponStatus, { COUPON_NOT_FOUND: 502, COUPON_STATUS_UNCHANGED: 422 }),
  reply: (coupon) => ({
    campaign: coupon.id,
    action: 'status_updated',
    coupon_status: coupon.status.toLowerCase(),
  }),
});
