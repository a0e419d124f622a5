import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Database } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/dialect.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { type Folder, folders } from '../folder/folder.ts';
import { barcodeType, couponStatus } from './coupon.inputs.ts';
import type { Coupon, expiryTypes } from './coupon.ts';

export const FolderType = builder.objectType(builder.objectRef<Folder>('Folder'), {
  description: 'A place to keep coupons in order.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`fol_` and 12 characters.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'The folder that it lies in.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

const ExpiryType = builder.enumType('ExpiryType', {
  description: 'How the sessions of a coupon expire.',
  values: {
    NONE: { description: 'They do not expire.' },
    FIXED: { description: 'All at one moment.' },
    FLEXIBLE: { description: 'Each some days after it started.' },
  } satisfies Record<(typeof expiryTypes)[number], object>,
});

const CodeUsage = builder.objectType(builder.objectRef<{ total: number; claimed: number }>('CodeUsage'), {
  description: 'The custom validation codes of a coupon.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    claimed: t.exposeInt('claimed', { description: 'Those whose session is claimed.' }),
  }),
});

export const CouponType = builder.objectType(builder.objectRef<Coupon>('Coupon'), {
  description: 'A campaign whose sessions customers claim and tills validate.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`cam_` and 12 characters.' }),
    code: t.exposeString('code', { description: 'Eight characters that stand in its public address.' }),
    name: t.exposeString('name', { description: 'What it is called in lists.' }),
    title: t.exposeString('title', { nullable: true, description: 'What customers read.' }),
    description: t.exposeString('description', { nullable: true, description: 'What customers read below the title.' }),
    imageUrl: t.exposeString('imageUrl', { nullable: true, description: 'The address of a picture for customers.' }),
    status: t.expose('status', { type: enumTypeOf(couponStatus), description: 'Whether it is in use.' }),
    url: t.string({
      description: 'Its public address.',
      resolve: (coupon, _, { services }) => `${services.publicUrl}/c/${coupon.code}`,
    }),
    timezone: t.exposeString('timezone', { description: 'IANA name of the zone of its local times.' }),
    startDate: t.expose('startsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Nothing is claimed or validated earlier.',
    }),
    expiryType: t.expose('expiryType', { type: ExpiryType, description: 'How its sessions expire.' }),
    expiryDate: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its sessions expire, with `FIXED`.',
    }),
    expiryDays: t.exposeInt('expiryDays', {
      nullable: true,
      description: 'Days from the start of a session to its expiry, with `FLEXIBLE`.',
    }),
    lockedAt: t.expose('lockedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its sessions refuse operations.',
    }),
    voidedAt: t.expose('voidedAt', { type: 'DateTime', nullable: true, description: 'Since when it is void.' }),
    folder: t.field({
      type: FolderType,
      nullable: true,
      description: 'Where it is kept.',
      resolve: (coupon, _, { services }) => (coupon.folderId ? findFolder(services.database, coupon.folderId) : null),
    }),
    tags: t.stringList({
      description: 'Words to find it by, in alphabetical order.',
      resolve: (coupon, _, { services }) => findTags(services.database, coupon.id),
    }),
    value: t.expose('value', { type: 'Decimal', nullable: true, description: 'What it is worth.' }),
    currency: t.exposeString('currency', { nullable: true, description: 'ISO 4217.' }),
    barcode: t.expose('barcode', {
      type: enumTypeOf(barcodeType),
      nullable: true,
      description: 'The barcode that its sessions show.',
    }),
    emailSubject: t.exposeString('emailSubject', { nullable: true, description: 'Subject of its emails.' }),
    emailBody: t.exposeString('emailBody', { nullable: true, description: 'Body of its emails.' }),
    smsBody: t.exposeString('smsBody', { nullable: true, description: 'Text of its SMS.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    customCodes: t.field({
      type: CodeUsage,
      description:
        'How many custom validation codes it has, those that wait in its pool included. Counting costs a scan of its sessions.',
      resolve: (coupon, _, { services }) => countCodes(services.database, coupon.id),
    }),
  }),
});

async function countCodes(database: Database, couponId: string): Promise<{ total: number; claimed: number }> {
  const [given] = await database.rows<{ total: number; claimed: number }>(
    `SELECT COUNT(*) AS total, COUNT(s.claimed_at) AS claimed FROM coupon_sessions s
     WHERE s.coupon_id = ? AND s.custom_validation_code IS NOT NULL`,
    [couponId],
  );
  const [waiting] = await database.rows<{ total: number }>(
    `SELECT COUNT(*) AS total FROM validation_codes v
     WHERE v.coupon_id = ? AND v.sequence IS NULL AND v.position IS NOT NULL`,
    [couponId],
  );
  return { total: Number(given?.total) + Number(waiting?.total), claimed: Number(given?.claimed) };
}

const findFolder = shared<string, Folder | null>(async (database, ids) => {
  const found = await database.manager.find(folders, { where: [...new Set(ids)].map((id) => ({ id })) });
  return ids.map((id) => found.find((folder) => folder.id === id) ?? null);
});

const findTags = shared<string, string[]>(async (database, ids) => {
  const rows = await database.rows<{ couponId: string; tag: string }>(
    ...bind(
      'SELECT t.coupon_id AS couponId, t.tag AS tag FROM coupon_tags t WHERE t.coupon_id IN (:ids) ORDER BY t.tag',
      { ids },
    ),
  );
  return ids.map((id) => rows.filter((row) => row.couponId === id).map((row) => row.tag));
});
