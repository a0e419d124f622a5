import type { Optional } from '../../kernel/database/columns.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { fromLocalTime, moveToZone } from '../../kernel/values/local-time.ts';
import { changesIn, type FieldValues } from '../../vocabulary/fields.ts';
import { couponFields } from './coupon.fields.ts';
import type { Coupon } from './coupon.ts';

/** `undefined` keeps a value; `null` clears it. */
export type CouponChanges = Optional<FieldValues<typeof couponFields>> & {
  name?: string | null | undefined;
  bannerUrls?: readonly string[] | null | undefined;
  timezone?: string | null | undefined;
  startsAt?: string | null | undefined;
  expiry?:
    | { fixed?: { at: string } | null | undefined; flexible?: { days: number } | null | undefined }
    | null
    | undefined;
  folder?: string | null | undefined;
};

/** Changes the coupon in memory. A new time zone keeps the local times and moves their instants. */
export function changeCoupon(coupon: Coupon, changes: CouponChanges): void {
  const { name, timezone = coupon.timezone, startsAt, expiry, folder, bannerUrls } = changes;
  if (name) coupon.name = name;
  if (timezone && timezone !== coupon.timezone) moveCoupon(coupon, timezone);
  if (startsAt !== undefined) coupon.startsAt = startsAt && fromLocalTime(startsAt, coupon.timezone);
  if (expiry !== undefined) setExpiry(coupon, expiry);
  if (startsAt || expiry) requireOrder(coupon, expiry ? 'expiry.fixed.at' : 'startsAt');
  if (folder !== undefined) coupon.folderId = folder;
  if (bannerUrls !== undefined) coupon.bannerList = bannerUrls?.length ? JSON.stringify(bannerUrls) : null;
  Object.assign(coupon, changesIn(couponFields, changes));
}

/** Throws if a coupon ends before it starts: nobody could ever redeem it. */
function requireOrder({ startsAt, expiresAt }: Coupon, field: string): void {
  if (startsAt && expiresAt && startsAt >= expiresAt)
    throw invalidInput(field, field === 'startsAt' ? 'must be before the expiry' : 'must be after the start');
}

function moveCoupon(coupon: Coupon, timezone: string): void {
  coupon.startsAt &&= moveToZone(coupon.startsAt, coupon.timezone, timezone);
  coupon.expiresAt &&= moveToZone(coupon.expiresAt, coupon.timezone, timezone);
  coupon.timezone = timezone;
}

function setExpiry(coupon: Coupon, expiry: NonNullable<CouponChanges['expiry']> | null): void {
  coupon.expiryType = expiry?.fixed ? 'FIXED' : expiry?.flexible ? 'FLEXIBLE' : 'NONE';
  coupon.expiresAt = expiry?.fixed ? fromLocalTime(expiry.fixed.at, coupon.timezone) : null;
  coupon.expiryDays = expiry?.flexible?.days ?? null;
}
