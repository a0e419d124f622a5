import { bannersOf, type Coupon } from '../../coupons/coupon/coupon.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { couponPath } from '../../kernel/values/links.ts';
import { date, flag } from './wire-values.ts';

type Unchanged =
  | 'id'
  | 'code'
  | 'name'
  | 'title'
  | 'subtitle'
  | 'description'
  | 'terms'
  | 'termsShort'
  | 'poweredBy'
  | 'poweredByUrl'
  | 'imageUrl'
  | 'logoUrl'
  | 'status'
  | 'timezone'
  | 'expiryType'
  | 'expiryDays'
  | 'lockedAt'
  | 'voidedAt'
  | 'value'
  | 'currency';

/** The source of `coupon_info`: the coupon as GraphQL returns it, or as an event holds it. */
export interface ShownCoupon extends Pick<Coupon, Unchanged> {
  url: string;
  /** The id of the account, if it is a subaccount. */
  subaccount: string | null;
  bannerUrls: readonly string[];
  startDate: string | null;
  expiryDate: string | null;
  folder: { id: string } | null;
  tags: readonly string[];
  categories: readonly { id: string; name: string }[];
}

/** Returns `coupon_info` (legacy wire, section 2). */
export function couponInfo(coupon: ShownCoupon) {
  const image = coupon.imageUrl ?? '';
  const [banner1 = image, banner2 = image, banner3 = image, banner4 = image, banner5 = image] = coupon.bannerUrls;
  const [category] = coupon.categories;
  return {
    ID: coupon.id,
    code: coupon.code,
    url: coupon.url,
    status: coupon.status.toLowerCase(),
    subaccount: coupon.subaccount ?? '',
    timezone: coupon.timezone,
    expirydate: date(coupon.expiryDate),
    name: coupon.name,
    title: coupon.title ?? '',
    subtitle: coupon.subtitle ?? '',
    description: coupon.description ?? '',
    terms: coupon.terms ?? '',
    terms_short: coupon.termsShort ?? '',
    poweredby: coupon.poweredBy ?? '',
    poweredbylink: coupon.poweredByUrl ?? '',
    coupon_tags: coupon.tags.join(),
    coupon_category: category?.id ?? '',
    coupon_category_name: category?.name ?? '',
    logo_url: coupon.logoUrl ?? '',
    coupon_image: image,
    ...{ banner1, banner2, banner3, banner4, banner5 },
    locations: [] as object[],
    coupon_value: coupon.value ?? '',
    start_date: date(coupon.startDate),
    expiry_type: coupon.expiryType.toLowerCase(),
    expiry_days: coupon.expiryDays === null ? '' : String(coupon.expiryDays),
    locked: flag(coupon.lockedAt),
    voided: flag(coupon.voidedAt),
    folder: coupon.folder?.id ?? '',
    categories: coupon.categories.map(({ id }) => id),
    currency: coupon.currency ?? '',
  };
}

/** Returns the coupon as it was at the event, or the result of a bulk creation. */
export function couponOfEvent({ type, data, campaignId }: Event, publicUrl: string): object {
  const held = JSON.parse(data);
  if (type === 'coupon_batch_created') {
    return {
      campaign: campaignId,
      amount: held.amount,
      first_sequence_id: held.firstSequence,
      last_sequence_id: held.lastSequence,
    };
  }
  const coupon = held as HeldCoupon;
  return couponInfo({
    ...coupon,
    url: publicUrl + couponPath(coupon.code),
    bannerUrls: bannersOf(coupon),
    startDate: coupon.startsAt,
    expiryDate: coupon.expiresAt,
    folder: coupon.folderId === null ? null : { id: coupon.folderId },
  });
}

/** A coupon as its events hold it. */
type HeldCoupon = Coupon & Pick<ShownCoupon, 'subaccount' | 'tags' | 'categories'>;
