import { EntitySchema } from 'typeorm';
import { instant, instantOrNull, longTextOrNull, reference, text, textOrNull } from '../../kernel/database/columns.ts';
import { rowOf } from '../../kernel/database/single-row.ts';
import { newId, randomCode } from '../../kernel/values/ids.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';

export const couponStatuses = ['EXAMPLE', 'ACTIVE'] as const;
export const expiryTypes = ['NONE', 'FIXED', 'FLEXIBLE'] as const;
export const barcodeTypes = ['CODE39', 'CODE128B', 'PDF417', 'AZTEC', 'QRCODE'] as const;

/** A campaign whose sessions customers claim and tills validate. */
export class Coupon {
  id!: string;
  accountId!: string;
  /** Part of the coupon's public address, unique within the installation. */
  code!: string;
  name!: string;
  title!: string | null;
  description!: string | null;
  /** The https address of an image that customers see. */
  imageUrl!: string | null;
  status!: (typeof couponStatuses)[number];
  /** IANA name of the time zone of all local times of the coupon and its sessions. */
  timezone!: string;
  /** Sessions cannot be claimed or validated before this time. */
  startsAt!: Instant | null;
  expiryType!: (typeof expiryTypes)[number];
  /** The expiry of all sessions that have no expiry themselves. Null unless the expiry type is `FIXED`. */
  expiresAt!: Instant | null;
  /** Number of days from the start of a session to its expiry. Null unless the expiry type is `FLEXIBLE`. */
  expiryDays!: number | null;
  lockedAt!: Instant | null;
  voidedAt!: Instant | null;
  folderId!: string | null;
  /** A decimal number as text. */
  value!: string | null;
  /** ISO 4217 code. */
  currency!: string | null;
  barcode!: (typeof barcodeTypes)[number] | null;
  emailSubject!: string | null;
  emailBody!: string | null;
  smsBody!: string | null;
  /**
   * The time of the first import of validation codes. Since then, sessions without a code take one from the pool when
   * they are claimed.
   */
  poolSince!: Instant | null;
  createdAt!: Instant;
  /** Set on deletion. A job then removes the row and its sessions. */
  deletedAt!: Instant | null;
}

export const coupons = new EntitySchema<Coupon>({
  name: 'Coupon',
  tableName: 'coupons',
  target: Coupon,
  columns: {
    id: { ...text(16), primary: true },
    accountId: text(20),
    code: text(8),
    name: text(100),
    title: textOrNull(200),
    description: longTextOrNull,
    imageUrl: textOrNull(500),
    status: text(10),
    timezone: text(50),
    startsAt: instantOrNull,
    expiryType: text(10),
    expiresAt: instantOrNull,
    expiryDays: { type: 'integer', nullable: true },
    lockedAt: instantOrNull,
    voidedAt: instantOrNull,
    folderId: textOrNull(16),
    value: textOrNull(20),
    currency: textOrNull(3),
    barcode: textOrNull(10),
    emailSubject: textOrNull(200),
    emailBody: longTextOrNull,
    smsBody: textOrNull(1000),
    poolSince: instantOrNull,
    createdAt: instant,
    deletedAt: instantOrNull,
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

/** Returns a new coupon with default values. */
export function blankCoupon(accountId: string, timezone: string): Coupon {
  return Object.assign(new Coupon(), {
    id: newId('coupon'),
    accountId,
    code: randomCode(8),
    name: '',
    title: null,
    description: null,
    imageUrl: null,
    status: 'ACTIVE' as const,
    timezone,
    startsAt: null,
    expiryType: 'NONE' as const,
    expiresAt: null,
    expiryDays: null,
    lockedAt: null,
    voidedAt: null,
    folderId: null,
    value: null,
    currency: null,
    barcode: null,
    emailSubject: null,
    emailBody: null,
    smsBody: null,
    poolSince: null,
    createdAt: now(),
    deletedAt: null,
  });
}
