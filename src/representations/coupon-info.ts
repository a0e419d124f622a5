import { couponFields } from '../coupons/coupon/coupon.fields.ts';
import { type BriefCoupon, bannersOf, type Coupon } from '../coupons/coupon/coupon.ts';
import type { Event } from '../kernel/event-log/event.ts';
import type { Location } from '../locations/location/location.ts';
import { couponPath } from '../vocabulary/links.ts';
import type { Loader, ShownCoupon } from './loader.ts';
import { date, filled, flag, wireMembers } from './wire-values.ts';

interface BesideCoupon {
  publicUrl: string;
  /** The id of the account if it is a subaccount. */
  subaccount: string | null;
  tags: readonly string[];
  categories: readonly { id: string; name: string }[];
  locations: readonly ShownLocation[];
}

type ShownLocation = Pick<Location, 'id' | 'name' | 'address' | 'zip' | 'city'>;

export async function couponInfoOf(brief: BriefCoupon, loader: Loader) {
  const [coupon, tags, categories, locations] = await Promise.all([
    loader.withTexts(brief),
    loader.tagsOf(brief),
    loader.categoriesOf(brief),
    loader.locationsOf(brief),
  ]);
  const { publicUrl } = loader;
  return couponInfo(coupon, { publicUrl, subaccount: loader.subaccountOf(coupon), tags, categories, locations });
}

const onWire = wireMembers(couponFields);

function couponInfo(coupon: ShownCoupon, { publicUrl, subaccount, tags, categories, locations }: BesideCoupon) {
  const image = coupon.imageUrl ?? '';
  const [banner1 = image, banner2 = image, banner3 = image, banner4 = image, banner5 = image] = bannersOf(coupon);
  const [category] = categories;
  const { terms_short, poweredby, poweredbylink, logo_url, coupon_image, coupon_value, currency, ...texts } = filled(
    onWire(coupon),
  );
  return {
    ID: coupon.id,
    code: coupon.code,
    url: publicUrl + couponPath(coupon.code),
    status: coupon.status.toLowerCase(),
    subaccount: subaccount ?? '',
    timezone: coupon.timezone,
    expirydate: date(coupon.expiresAt),
    name: coupon.name,
    ...texts,
    ...{ terms_short, poweredby, poweredbylink },
    coupon_tags: tags.join(),
    coupon_category: category?.id ?? '',
    coupon_category_name: category?.name ?? '',
    ...{ logo_url, coupon_image },
    ...{ banner1, banner2, banner3, banner4, banner5 },
    locations: locations.map(locationInfo),
    coupon_value,
    start_date: date(coupon.startsAt),
    expiry_type: coupon.expiryType.toLowerCase(),
    expiry_days: coupon.expiryDays === null ? '' : String(coupon.expiryDays),
    locked: flag(coupon.lockedAt),
    voided: flag(coupon.voidedAt),
    folder: coupon.folderId ?? '',
    categories: categories.map(({ id }) => id),
    currency,
  };
}

function locationInfo({ id, name, address, zip, city }: ShownLocation) {
  return { ID: id, name, address: address ?? '', zip: zip ?? '', city: city ?? '' };
}

/** Returns the coupon as it was at the time of the event, or the result of a bulk creation. */
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
  const coupon = held as CouponOfEvent;
  const { subaccount, tags, categories, locations } = coupon;
  return couponInfo(coupon, { publicUrl, subaccount, tags, categories, locations });
}

type CouponOfEvent = Coupon & Pick<BesideCoupon, 'subaccount' | 'tags' | 'categories' | 'locations'>;
