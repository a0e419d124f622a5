import { coupon } from '../../../coupons/coupon/find-coupon.ts';
import { coupons } from '../../../coupons/coupon/list-coupons.ts';
import { setCouponStatus } from '../../../coupons/status/set-coupon-status.ts';
import { graphql } from '../../documents/typed-document.ts';
import { couponInfo } from '../../representations/coupon-info.ts';
import { choice, flag, list, text } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { couponFragment } from '../documents/coupon-fragments.ts';
import { campaign } from '../fields/coupon-fields.ts';

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
  calls: {
    only: call(
      coupons,
      graphql(
        `query ($filter: CouponFilter, $first: Int, $after: String) {
          coupons(filter: $filter, first: $first, after: $after) {
            nodes { ...CouponInfo }
            pageInfo { hasNextPage endCursor }
          }
        }`,
        [couponFragment],
      ),
      { FOLDER_NOT_FOUND: 515 },
      { first: 1000 },
    ),
  },
  whole: {
    name: 'coupon_info',
    items: ({ coupons: { nodes } }) => nodes.map(couponInfo),
    next: ({ coupons: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  },
  reply: (_, { amount }) => ({ amount_of_campaigns: String(amount) }),
});

export const getCoupon = row({
  path: '/v3/coupon/info',
  summary: 'Get a coupon',
  section,
  fields: {
    campaign: campaign('id'),
    show_usage_stats: flag({
      argument: 'withCodes',
      invalid: 302,
      description: 'Adds the number of custom validation codes and the number of claimed ones.',
      example: false,
    }),
  },
  calls: {
    only: call(
      coupon,
      graphql(
        `query ($id: ID!, $withCodes: Boolean = false) {
          coupon(id: $id) { ...CouponInfo customCodes @include(if: $withCodes) { total claimed } }
        }`,
        [couponFragment],
      ),
      { COUPON_NOT_FOUND: 502 },
    ),
  },
  reply: ({ coupon }) => ({
    coupon_info: {
      ...couponInfo(coupon),
      ...(coupon.customCodes && {
        custom_codes_total: String(coupon.customCodes.total),
        custom_codes_claimed: String(coupon.customCodes.claimed),
      }),
    },
  }),
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
  calls: {
    only: call(
      setCouponStatus,
      graphql('mutation ($input: SetCouponStatusInput!) { coupon: setCouponStatus(input: $input) { id status } }'),
      { COUPON_NOT_FOUND: 502, COUPON_STATUS_UNCHANGED: 422 },
    ),
  },
  reply: ({ coupon }) => ({
    campaign: coupon.id,
    action: 'status_updated',
    coupon_status: coupon.status.toLowerCase(),
  }),
});
