import { z } from 'zod';
import { emailText, httpsAddress, idInput, localTime, nameInput, timezone } from '../../api/inputs.ts';
import { enumInput, fieldInputs } from '../../api/noun-fields.ts';
import { locationId } from '../../locations/location/location.inputs.ts';
import { folderId } from '../folder/folder.inputs.ts';
import { landingPageInput } from '../landing-page/landing-page.inputs.ts';
import { tag } from '../tag/tag.inputs.ts';
import { barcodeChoices, couponFields } from './coupon.fields.ts';
import { couponStatuses } from './coupon.ts';
import { couponStates } from './coupon-state.ts';

export const couponId = idInput('coupon', 'a coupon id', 'The coupon');

export const couponStatus = z.enum(couponStatuses).meta({
  id: 'CouponStatus',
  description: 'The status of a coupon.',
  values: { EXAMPLE: 'The coupon is an example. Directory pages do not show it.', ACTIVE: 'The coupon is in use.' },
});

export const couponState = z.enum(couponStates).meta({
  id: 'CouponState',
  description: 'The current state of a coupon: the first of these values that applies.',
  values: {
    VOIDED: 'Until it is unvoided, its sessions cannot be claimed, validated or changed.',
    LOCKED: 'Until it is unlocked, its sessions cannot be claimed, validated or changed.',
    EXAMPLE: 'It has the status `EXAMPLE`.',
    EXPIRED: 'All of its sessions have expired, unless they have their own expiry.',
    FUTURE: 'It has not started yet.',
    ENDING_SOON: 'It is in use, and its sessions expire within 7 days.',
    RUNNING: 'It is in use.',
  },
});

export const barcodeType = enumInput(barcodeChoices);

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
        days: z.int().min(1).max(36_500).meta({
          description: 'The number of days of 24 hours from the start of the session to its expiry, 1 to 36,500.',
        }),
      })
      .meta({ id: 'FlexibleExpiryInput', description: 'Each session expires a given number of days after its start.' })
      .nullish()
      .meta({ description: 'Each session expires a given number of days after its start.' }),
  })
  .refine(({ fixed, flexible }) => !fixed !== !flexible, 'needs exactly one of fixed and flexible')
  .meta({
    id: 'ExpiryInput',
    description: 'When the sessions of a coupon expire. Give exactly one of `fixed` and `flexible`.',
  });

export const couponInputs = {
  name: nameInput('Name of the coupon in lists'),
  ...fieldInputs(couponFields),
  bannerUrls: z.array(httpsAddress).max(5).nullish().meta({
    description: 'The HTTPS addresses of further images, at most 5. Each address has at most 500 characters.',
  }),
  timezone: timezone.nullish().meta({
    description:
      'The time zone for the local times of the coupon: an IANA name, such as `Europe/Berlin`. On creation, defaults to the time zone of the account.',
  }),
  startsAt: localTime.nullish().meta({
    description:
      'When the coupon starts, `yyyy-MM-dd HH:mm:ss` in its time zone. Sessions of the coupon cannot be claimed or validated earlier.',
  }),
  expiry: expiry.nullish().meta({
    description:
      'When the sessions of the coupon expire. If omitted on creation, they never expire. In an update, `null` removes the expiry.',
  }),
  folder: folderId
    .nullish()
    .meta({ description: 'The folder that holds the coupon: `fol_` followed by 12 characters.' }),
  tags: z
    .array(tag)
    .max(50)
    .nullish()
    .meta({ description: 'The tags of the coupon, at most 50. Each tag has at most 50 characters and no commas.' }),
  locations: z.array(locationId).max(1000).nullish().meta({
    description:
      'The ids of the locations where the coupon can be redeemed, at most 1,000. Without any, it can be redeemed everywhere.',
  }),
  emailBody: emailText.nullish().meta({
    description:
      'The body of emails about the coupon. Placeholders: [FIRSTNAME] [LASTNAME] [NAME] [URL]. At most 50,000 characters, 4,000 HTML tags and 200 placeholders.',
  }),
  landingPage: landingPageInput.nullish().meta({
    description:
      'The form on the public page of the coupon with which visitors get their own session. Without a form, visitors need a personal link. In an update, `null` removes the form.',
  }),
};

export const couponIdOnly = z.object({ id: couponId });
