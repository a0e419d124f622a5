import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { senderOfCoupon } from '../../pages/offer/sender.ts';

export const shownOffer = graphql(`
  fragment ShownOffer on Coupon {
    id name state title subtitle description terms termsShort poweredBy poweredByUrl imageUrl logoUrl
    bannerUrls value currency timezone startDate expiryDate expiryDays lockedAt voidedAt
    locations { name address zip city }
    walletDesign { backgroundColor foregroundColor provider }
  }
`);

/** Converts a campaign and its sender for the customer pages. */
export function offerOf<Coupon extends ResultOf<typeof shownOffer>>(coupon: Coupon, accountName: string) {
  const instantOf = (iso: string | null) => iso && toInstant(new Date(iso));
  const offer = {
    ...coupon,
    startsAt: instantOf(coupon.startDate),
    expiresAt: instantOf(coupon.expiryDate),
    lockedAt: instantOf(coupon.lockedAt),
    voidedAt: instantOf(coupon.voidedAt),
    bannerList: coupon.bannerUrls.length > 0 ? JSON.stringify(coupon.bannerUrls) : null,
  };
  const design = coupon.walletDesign && { ...coupon.walletDesign, logoId: null, stripId: null };
  return { offer, sender: senderOfCoupon(offer, accountName, design) };
}
