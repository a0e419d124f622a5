import { bannersOf, type Coupon } from '../../coupons/coupon/coupon.ts';
import { firstFilled } from '../../kernel/values/blank.ts';
import type { LoyaltyCard } from '../../loyalty/card/card.ts';
import { walletPicturePath } from '../../vocabulary/links.ts';
import type { WalletDesign } from '../../wallets/design/wallet-design.ts';
import { type BrandColors, brandColors } from './brand-colors.ts';

/** The company behind a coupon or a loyalty card, as customers see it. */
export interface Sender {
  name: string;
  /** The website of the company. */
  link: string | null;
  logo: string | null;
  banners: readonly string[];
  colors: BrandColors | null;
}

type SenderOfCoupon = Pick<Coupon, 'poweredBy' | 'poweredByUrl' | 'logoUrl' | 'imageUrl' | 'bannerList'>;
type SenderOfCard = Pick<LoyaltyCard, 'backgroundColor' | 'textColor' | 'logoUrl'>;
type Design = Pick<WalletDesign, 'backgroundColor' | 'foregroundColor' | 'provider' | 'logoId' | 'stripId'>;

/** Returns the sender. The wallet design supplies what the coupon lacks. */
export function senderOfCoupon(coupon: SenderOfCoupon, accountName: string, design: Design | null): Sender {
  return {
    name: firstFilled(coupon.poweredBy, design?.provider, accountName),
    link: webAddress(coupon.poweredByUrl),
    logo: coupon.logoUrl || pictureOf(design?.logoId),
    banners: picturesOr([coupon.imageUrl, ...bannersOf(coupon)], design),
    colors: brandColors(design?.backgroundColor ?? null, design?.foregroundColor ?? null),
  };
}

/** Returns the sender. The wallet design supplies what the card lacks. */
export function senderOfCard(card: SenderOfCard, accountName: string, design: Design | null): Sender {
  return {
    name: firstFilled(design?.provider, accountName),
    link: null,
    logo: card.logoUrl || pictureOf(design?.logoId),
    banners: picturesOr([], design),
    colors:
      brandColors(card.backgroundColor, card.textColor) ??
      brandColors(design?.backgroundColor ?? null, design?.foregroundColor ?? null),
  };
}

/** Returns the address if it only opens a page in a browser. */
export function webAddress(address: string | null): string | null {
  const url = address ? URL.parse(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

function picturesOr(addresses: readonly (string | null)[], design: Design | null): string[] {
  const strip = pictureOf(design?.stripId);
  const given = addresses.filter((address) => address !== null);
  return given.length > 0 || strip === null ? [...new Set(given)] : [strip];
}

function pictureOf(id: string | null | undefined): string | null {
  return id ? walletPicturePath(id) : null;
}
