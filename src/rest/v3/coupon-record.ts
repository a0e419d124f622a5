import type { ResultOf } from 'gql.tada';
import { graphql } from '../graphql.ts';
import { date, flag } from './values.ts';

export const couponFields = graphql(`
  fragment CouponInfo on Coupon {
    id code name title description status url timezone startDate expiryType expiryDate expiryDays
    lockedAt voidedAt folder { id } tags value currency
  }
`);

/** `coupon_info` (contract, section 5). */
export function couponInfo(coupon: ResultOf<typeof couponFields>) {
  return {
    ID: coupon.id,
    code: coupon.code,
    name: coupon.name,
    title: coupon.title ?? '',
    description: coupon.description ?? '',
    status: coupon.status.toLowerCase(),
    url: coupon.url,
    timezone: coupon.timezone,
    start_date: date(coupon.startDate),
    expiry_type: coupon.expiryType.toLowerCase(),
    expiry_date: date(coupon.expiryDate),
    expiry_days: coupon.expiryDays === null ? '' : String(coupon.expiryDays),
    locked: flag(coupon.lockedAt),
    voided: flag(coupon.voidedAt),
    folder: coupon.folder?.id ?? '',
    tags: coupon.tags,
    categories: [] as string[],
    value: coupon.value ?? '',
    currency: coupon.currency ?? '',
  };
}
