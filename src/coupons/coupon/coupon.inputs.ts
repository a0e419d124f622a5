import { z } from 'zod';
import { idInput, localTime, nameInput, timezone, words } from '../../kernel/api/inputs.ts';
import { folderId } from '../folder/folder.inputs.ts';
import { tag } from '../tag/tag.inputs.ts';
import { barcodeTypes, couponStatuses } from './coupon.ts';

export const couponId = idInput('coupon', 'a coupon id', 'The coupon');

export const couponStatus = z.enum(couponStatuses).meta({
  id: 'CouponStatus',
  description: 'Whether a coupon is in use.',
  values: { EXAMPLE: 'It is shown as an example.', ACTIVE: 'It is in use.' },
});

export const barcodeType = z.enum(barcodeTypes).meta({
  id: 'BarcodeType',
  description: 'The kinds of barcodes.',
  values: {
    CODE39: 'Code 39.',
    CODE128B: 'Code 128, character set B.',
    PDF417: 'PDF417.',
    AZTEC: 'Aztec.',
    QRCODE: 'QR code.',
  },
});

const expiry = z
  .object({
    fixed: z
      .object({ at: localTime.meta({ description: 'Local date and time of the coupon: `yyyy-MM-dd HH:mm:ss`.' }) })
      .meta({ id: 'FixedExpiryInput', description: 'All sessions expire at one moment.' })
      .nullish()
      .meta({ description: 'All sessions expire at one moment.' }),
    flexible: z
      .object({
        days: z
          .int()
          .min(1)
          .max(36_500)
          .meta({ description: 'Days of 24 hours from the start of the session; 1 to 36,500.' }),
      })
      .meta({ id: 'FlexibleExpiryInput', description: 'Each session expires some days after it started.' })
      .nullish()
      .meta({ description: 'Each session expires some days after it started.' }),
  })
  .refine(({ fixed, flexible }) => !fixed !== !flexible, 'needs exactly one of fixed and flexible')
  .meta({ id: 'ExpiryInput', description: 'Exactly one of `fixed` and `flexible`.' });

/** All that a coupon can be given; an update takes any part of it. */
export const couponFields = {
  name: nameInput('What it is called in lists'),
  title: words(200, 'What customers read'),
  description: words(10_000, 'What customers read below the title'),
  imageUrl: z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'is not an https address' })
    .max(500)
    .nullish()
    .meta({ description: 'The https address of a picture for customers; at most 500 characters.' }),
  timezone: timezone
    .nullish()
    .meta({ description: 'IANA name of the zone of its local times. The zone of the account unless told.' }),
  startsAt: localTime
    .nullish()
    .meta({ description: 'Local `yyyy-MM-dd HH:mm:ss` before which nothing is claimed or validated.' }),
  expiry: expiry
    .nullish()
    .meta({ description: 'When its sessions expire; never unless told. `null` in an update: never.' }),
  folder: folderId.nullish().meta({ description: 'The folder to keep it in.' }),
  tags: z
    .array(tag)
    .max(50)
    .nullish()
    .meta({ description: 'Words to find it by; at most 50 of at most 50 characters, without commas.' }),
  value: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, 'is not a decimal number')
    .nullish()
    .meta({ scalar: 'Decimal', description: 'What it is worth: a decimal number such as `"4.50"`.' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not a currency code')
    .nullish()
    .meta({ description: 'ISO 4217, such as `EUR`.' }),
  barcode: barcodeType.nullish().meta({ description: 'The barcode that its sessions show.' }),
  emailSubject: words(200, 'Subject of its emails'),
  emailBody: words(50_000, 'Body of its emails, with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]'),
  smsBody: words(1000, 'Text of its SMS, to which the URL is appended'),
};

export const couponIdOnly = z.object({ id: couponId });
