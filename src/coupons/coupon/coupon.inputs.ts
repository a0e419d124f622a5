import { z } from 'zod';
import { emailText, httpsAddress, idInput, localTime, nameInput, timezone, words } from '../../kernel/api/inputs.ts';
import { folderId } from '../folder/folder.inputs.ts';
import { landingPageInput } from '../landing-page/landing-page.inputs.ts';
import { tag } from '../tag/tag.inputs.ts';
import { barcodeTypes, couponStatuses } from './coupon.ts';
import { couponStates } from './coupon-state.ts';

export const couponId = idInput('coupon', 'a coupon id', 'The coupon');

export const couponStatus = z.enum(couponStatuses).meta({
  id: 'CouponStatus',
  description: 'The status of a coupon.',
  values: { EXAMPLE: 'The coupon is an example. Directory pages do not show it.', ACTIVE: 'The coupon is in use.' },
});

export const couponState = z.enum(couponStates).meta({
  id: 'CouponState',
  description: 'What a coupon is at the moment: the first of these that applies.',
  values: {
    VOIDED: 'It is voided.',
    LOCKED: 'It is locked.',
    EXAMPLE: 'It has the status `EXAMPLE`.',
    EXPIRED: 'All of its sessions have expired, unless they have an expiry of their own.',
    FUTURE: 'It has not started yet.',
    ENDING_SOON: 'It is in use, and its sessions expire within 7 days.',
    RUNNING: 'It is in use.',
  },
});

export const barcodeType = z.enum(barcodeTypes).meta({
  id: 'BarcodeType',
  description: 'A barcode symbology.',
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
      .object({
        at: localTime.meta({ description: 'Date and time in the time zone of the coupon, `yyyy-MM-dd HH:mm:ss`.' }),
      })
      .meta({ id: 'FixedExpiryInput', description: 'All sessions expire at the same time.' })
      .nullish()
      .meta({ description: 'All sessions expire at the same time.' }),
    flexible: z
      .object({
        days: z
          .int()
          .min(1)
          .max(36_500)
          .meta({ description: 'The number of days of 24 hours from the start of the session, 1 to 36,500.' }),
      })
      .meta({ id: 'FlexibleExpiryInput', description: 'Each session expires a number of days after it was started.' })
      .nullish()
      .meta({ description: 'Each session expires a number of days after it was started.' }),
  })
  .refine(({ fixed, flexible }) => !fixed !== !flexible, 'needs exactly one of fixed and flexible')
  .meta({
    id: 'ExpiryInput',
    description: 'When the sessions of a coupon expire. Give exactly one of `fixed` and `flexible`.',
  });

const placeholders = 'with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]';

/** The input fields of a coupon. An update accepts any subset of them. */
export const couponFields = {
  name: nameInput('Name of the coupon in lists'),
  title: words(200, 'Title that customers see'),
  subtitle: words(200, 'Line that customers see below the title'),
  description: words(10_000, 'Text that customers see below the title'),
  terms: words(10_000, 'Terms and conditions'),
  termsShort: words(1000, 'Terms and conditions in brief'),
  poweredBy: words(100, 'Name of the company that offers the coupon'),
  poweredByUrl: httpsAddress
    .nullish()
    .meta({ description: 'The https address that the name of the company links to, at most 500 characters.' }),
  imageUrl: httpsAddress
    .nullish()
    .meta({ description: 'The https address of an image that customers see, at most 500 characters.' }),
  logoUrl: httpsAddress
    .nullish()
    .meta({ description: 'The https address of a logo that customers see, at most 500 characters.' }),
  bannerUrls: z.array(httpsAddress).max(5).nullish().meta({
    description: 'The https addresses of further images: at most 5, each of at most 500 characters.',
  }),
  timezone: timezone.nullish().meta({
    description:
      'IANA time zone name, such as `Europe/Berlin`, for its local times. Default for a new coupon: the time zone of the account.',
  }),
  startsAt: localTime.nullish().meta({
    description:
      'When the coupon starts, `yyyy-MM-dd HH:mm:ss` in its time zone. Its sessions cannot be claimed or validated earlier.',
  }),
  expiry: expiry.nullish().meta({
    description: 'When its sessions expire. Default for a new coupon: never. In an update, `null` removes the expiry.',
  }),
  folder: folderId
    .nullish()
    .meta({ description: 'The folder that holds the coupon: `fol_` followed by 12 characters.' }),
  tags: z
    .array(tag)
    .max(50)
    .nullish()
    .meta({ description: 'Tags: at most 50, each of at most 50 characters and without commas.' }),
  value: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, 'is not a decimal number')
    .nullish()
    .meta({
      scalar: 'Decimal',
      description:
        'Value of the coupon: a decimal number with at most 12 digits before the decimal point and 4 after it, such as `"4.50"`.',
    }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not a currency code')
    .nullish()
    .meta({ description: 'ISO 4217 currency code, such as `EUR`.' }),
  barcode: barcodeType.nullish().meta({ description: 'The barcode symbology of its sessions.' }),
  emailSubject: words(200, `Subject of its emails, ${placeholders}`),
  emailBody: emailText.nullish().meta({
    description: `Body of its emails, ${placeholders}, at most 50,000 characters, 4,000 HTML tags and 200 placeholders.`,
  }),
  smsBody: words(
    1000,
    `Text of its SMS messages, ${placeholders}`,
    ' The URL is appended unless the text contains [URL].',
  ),
  landingPage: landingPageInput.nullish().meta({
    description:
      'The form by which visitors of its public page get a session of their own. Without it, they need a personal link. In an update, `null` removes the form.',
  }),
};

export const couponIdOnly = z.object({ id: couponId });
