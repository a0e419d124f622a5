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
  /** Part of its public address, unique over the installation. */
  code!: string;
  name!: string;
  title!: string | null;
  description!: string | null;
  /** The https address of a picture for customers. */
  imageUrl!: string | null;
  status!: (typeof couponStatuses)[number];
  /** IANA name; local dates of the coupon and its sessions are of this zone. */
  timezone!: string;
  /** Sessions can't be claimed or validated earlier. */
  startsAt!: Instant | null;
  expiryType!: (typeof expiryTypes)[number];
  /** When all sessions without an expiry of their own expire; only with a fixed expiry. */
  expiresAt!: Instant | null;
  /** How long a session is good from its start; only with a flexible expiry. */
  expiryDays!: number | null;
  lockedAt!: Instant | null;
  voidedAt!: Instant | null;
  folderId!: string | null;
  /** A decimal number as text. */
  value!: string | null;
  /** ISO 4217. */
  currency!: string | null;
  barcode!: (typeof barcodeTypes)[number] | null;
  emailSubject!: string | null;
  emailBody!: string | null;
  smsBody!: string | null;
  /** Since when claimed sessions without a validation code take one from the imported codes. */
  poolSince!: Instant | null;
  createdAt!: Instant;
  /** Set on deletion; a job removes the row and its sessions. */
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

/** A coupon as it is before anything was decided about it. */
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
