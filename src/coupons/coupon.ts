import { EntitySchema, IsNull } from 'typeorm';
import {
  type Instant,
  instant,
  instantOrNull,
  longTextOrNull,
  now,
  reference,
  text,
  textOrNull,
} from '../database/columns.ts';
import type { Connection, Transaction } from '../database/database.ts';
import type { RowLock } from '../database/dialect.ts';
import { categoryIdsOf } from '../directories/placement.ts';
import type { EventType } from '../events/catalog.ts';
import { record } from '../events/record.ts';
import { newId, randomCode } from '../ids.ts';
import { Problem } from '../problem.ts';
import { fromLocalTime, moveToZone } from './local-time.ts';

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

/** One tag of one coupon. */
export class CouponTag {
  couponId!: string;
  tag!: string;
}

export const couponTags = new EntitySchema<CouponTag>({
  name: 'CouponTag',
  tableName: 'coupon_tags',
  target: CouponTag,
  columns: {
    couponId: { ...text(16), primary: true },
    tag: { ...text(50), primary: true },
  },
  foreignKeys: [reference('coupon_tags_coupon_fk', 'couponId', 'coupons', 'CASCADE')],
});

/** The account's coupon, or `COUPON_NOT_FOUND`. Locked for the rest of the transaction when it is to be changed. */
export async function requireCoupon(
  connection: Connection,
  accountId: string,
  id: string,
  lock?: RowLock,
): Promise<Coupon> {
  const coupon = await connection.manager.findOne(coupons, {
    where: { id, accountId, deletedAt: IsNull() },
    ...(lock && connection.dialect.lock(lock)),
  });
  if (!coupon) throw new Problem('COUPON_NOT_FOUND');
  return coupon;
}

/** What a caller can decide about a coupon: `undefined` leaves it alone, `null` takes it away. */
export interface CouponChanges {
  name?: string | null | undefined;
  title?: string | null | undefined;
  description?: string | null | undefined;
  imageUrl?: string | null | undefined;
  timezone?: string | null | undefined;
  startsAt?: string | null | undefined;
  expiry?:
    | { fixed?: { at: string } | null | undefined; flexible?: { days: number } | null | undefined }
    | null
    | undefined;
  folder?: string | null | undefined;
  value?: string | null | undefined;
  currency?: string | null | undefined;
  barcode?: Coupon['barcode'] | undefined;
  emailSubject?: string | null | undefined;
  emailBody?: string | null | undefined;
  smsBody?: string | null | undefined;
}

const plainFields = [
  'title',
  'description',
  'imageUrl',
  'value',
  'currency',
  'barcode',
  'emailSubject',
  'emailBody',
  'smsBody',
] as const;

/** Applies changes to a coupon in memory. When its zone changes, its local times stay and their instants move. */
export function changeCoupon(coupon: Coupon, changes: CouponChanges): void {
  const { name, timezone = coupon.timezone, startsAt, expiry, folder } = changes;
  if (name) coupon.name = name;
  if (timezone && timezone !== coupon.timezone) moveCoupon(coupon, timezone);
  if (startsAt !== undefined) coupon.startsAt = startsAt && fromLocalTime(startsAt, coupon.timezone);
  if (expiry !== undefined) setExpiry(coupon, expiry);
  if (folder !== undefined) coupon.folderId = folder;
  const plain = plainFields.filter((field) => changes[field] !== undefined);
  Object.assign(coupon, Object.fromEntries(plain.map((field) => [field, changes[field]])));
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

/** Replaces the tags of a coupon. */
export async function setTags(transaction: Transaction, couponId: string, tags: readonly string[]): Promise<void> {
  await transaction.manager.delete(couponTags, { couponId });
  if (tags.length > 0)
    await transaction.manager.insert(
      couponTags,
      [...new Set(tags)].map((tag) => ({ couponId, tag })),
    );
}

/** Stores a coupon that was changed in memory and records the event. */
export async function saveCoupon(
  transaction: Transaction,
  coupon: Coupon,
  type: EventType<'COUPON_EDIT'>,
  keyId: string,
): Promise<Coupon> {
  await transaction.manager.update(coupons, { id: coupon.id }, coupon);
  await recordEdit(transaction, coupon, type, keyId);
  return coupon;
}

/** Records what became of a coupon. */
export async function recordEdit(
  transaction: Transaction,
  coupon: Coupon,
  type: EventType<'COUPON_EDIT'>,
  keyId: string,
): Promise<void> {
  const tags = await transaction.manager.find(couponTags, { where: { couponId: coupon.id }, order: { tag: 'ASC' } });
  const placed = await categoryIdsOf(transaction, [coupon.id]);
  const data = {
    ...coupon,
    tags: tags.map(({ tag }) => tag),
    categories: placed.map(({ categoryId: id }) => ({ id })),
  };
  await record(transaction, {
    kind: 'COUPON_EDIT',
    type,
    accountId: coupon.accountId,
    keyId,
    campaignId: coupon.id,
    data,
  });
}
