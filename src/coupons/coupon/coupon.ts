import { absent, column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import { type Brief, longTexts } from '../../kernel/database/long-texts.ts';
import { rowOf } from '../../kernel/database/rows.ts';
import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';
import { now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { fieldColumns } from '../../vocabulary/fields.ts';
import { newId } from '../../vocabulary/ids.ts';
import { couponFields } from './coupon.fields.ts';

export const couponStatuses = ['EXAMPLE', 'ACTIVE'] as const;
export const expiryTypes = ['NONE', 'FIXED', 'FLEXIBLE'] as const;

export type Coupon = Stored<typeof coupons>;

export const coupons = table({
  name: 'Coupon',
  tableName: 'coupons',
  columns: {
    id: column.key(column.text(16)),
    accountId: column.text(20),
    /** The code in the coupon's public address, unique within the installation. */
    code: column.text(8),
    name: column.text(100),
    ...fieldColumns(couponFields),
    /** The HTTPS addresses of further images, as JSON. Null if there are none. */
    bannerList: column.longTextOrNull,
    status: column.text<(typeof couponStatuses)[number]>(10),
    /** The IANA name of the time zone of all local times of the coupon and its sessions. */
    timezone: column.text(50),
    /** Sessions cannot be claimed or validated before this time. */
    startsAt: column.instantOrNull,
    expiryType: column.text<(typeof expiryTypes)[number]>(10),
    /** When sessions without an expiry of their own expire. Null unless the expiry type is `FIXED`. */
    expiresAt: column.instantOrNull,
    /** The number of days from the start of a session to its expiry. Null unless the expiry type is `FLEXIBLE`. */
    expiryDays: column.integerOrNull,
    lockedAt: column.instantOrNull,
    voidedAt: column.instantOrNull,
    folderId: column.textOrNull(16),
    /** When codes were first imported. Since then, a claim of a session without a code takes one from the pool. */
    poolSince: column.instantOrNull,
    /** The number of locations that the coupon names. With 0, it can be redeemed everywhere. */
    locationCount: column.integer,
    createdAt: column.instant,
    /** Set on deletion. A job then removes the row and its sessions. */
    deletedAt: column.instantOrNull,
  },
  indices: [
    { name: 'coupons_code', columns: ['code'], unique: true },
    { name: 'coupons_account', columns: ['accountId', 'createdAt'] },
    { name: 'coupons_folder', columns: ['folderId'] },
  ],
  foreignKeys: [
    reference('coupons_account_fk', 'accountId', 'accounts'),
    reference('coupons_folder_fk', 'folderId', 'folders'),
  ],
});

export const couponRow = rowOf(coupons, { missing: 'COUPON_NOT_FOUND', existing: { deletedAt: null } });

/** Coupons in lists, without their long texts. */
export const couponTexts = longTexts(couponRow, ['description', 'termsShort', 'terms', 'emailBody', 'smsBody']);

export type BriefCoupon = Brief<Coupon, 'description' | 'termsShort' | 'terms' | 'emailBody' | 'smsBody'>;

export function bannersOf({ bannerList }: Pick<Coupon, 'bannerList'>): string[] {
  return bannerList ? JSON.parse(bannerList) : [];
}

export function blankCoupon(accountId: string, timezone: string): Coupon {
  return {
    ...absent(coupons),
    id: newId('coupon'),
    accountId,
    code: randomCode(8),
    name: '',
    status: 'ACTIVE',
    timezone,
    expiryType: 'NONE',
    locationCount: 0,
    createdAt: now(),
  };
}

/** Removes everything that belongs to a deleted coupon, except its events. */
export const purgeCoupon = removalKind('purgeCoupon', 'coupon');

export const removeCoupon = removeDeleted('coupons');

export const nextCoupon = nextDeleted('coupons');
