import { graphql } from './typed-document.ts';

export const couponFragment = graphql(`
  fragment CouponInfo on Coupon {
    id code name title description status url timezone startDate expiryType expiryDate expiryDays
    lockedAt voidedAt folder { id } tags categories { id } value currency
  }
`);
