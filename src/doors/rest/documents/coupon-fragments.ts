import { graphql } from '../../documents/typed-document.ts';

export const couponFragment = graphql(`
  fragment CouponInfo on Coupon {
    id code name title subtitle description terms termsShort poweredBy poweredByUrl imageUrl logoUrl bannerUrls
    status url subaccount timezone startDate expiryType expiryDate expiryDays
    lockedAt voidedAt folder { id } tags categories { id name } value currency
  }
`);
