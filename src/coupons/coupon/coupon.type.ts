import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { couponPath } from '../../kernel/values/links.ts';
import { FolderType, findFolder } from '../folder/folder.type.ts';
import { barcodeType, couponStatus } from './coupon.inputs.ts';
import type { Coupon, expiryTypes } from './coupon.ts';

const ExpiryType = builder.enumType('ExpiryType', {
  description: 'How the sessions of a coupon expire.',
  values: {
    NONE: { description: 'They do not expire.' },
    FIXED: { description: 'All at one moment.' },
    FLEXIBLE: { description: 'Each some days after it started.' },
  } satisfies Record<(typeof expiryTypes)[number], object>,
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
      resolve: (coupon, _, { services }) => services.publicUrl + couponPath(coupon.code),
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
  }),
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
