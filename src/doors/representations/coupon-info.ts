import type { Coupon } from '../../coupons/coupon/coupon.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { couponPath } from '../../kernel/values/links.ts';
import { date, flag } from './wire-values.ts';

type Unchanged =
  | 'id'
  | 'code'
  | 'name'
  | 'title'
  | 'description'
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
  startDate: string | null;
  expiryDate: string | null;
  folder: { id: string } | null;
  tags: readonly string[];
  categories: readonly { id: string }[];
}

/** Returns `coupon_info` (contract, section 5). */
export function couponInfo(coupon: ShownCoupon) {
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
    categories: coupon.categories.map(({ id }) => id),
    value: coupon.value ?? '',
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
  const coupon = held as Coupon & { tags: string[]; categories?: { id: string }[] };
  return couponInfo({
    ...coupon,
    url: publicUrl + couponPath(coupon.code),
    startDate: coupon.startsAt,
    expiryDate: coupon.expiresAt,
    folder: coupon.folderId === null ? null : { id: coupon.folderId },
    // Events that were recorded before the service had directories have no categories.
    categories: coupon.categories ?? [],
  });
}
