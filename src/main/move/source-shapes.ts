import { z } from 'zod';
import { endOfTime, type Instant, toInstant } from '../../kernel/values/instant.ts';

/* The responses of the documented API. Fields that it does not document are optional. */

const id = z.union([z.string().min(1).max(100), z.int()]).transform(String);

/** A text. `""` and null mean that it is absent. */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === '' ? null : String(value)));

const flag = z
  .union([z.boolean(), z.enum(['0', '1', '']), z.literal(0), z.literal(1)])
  .nullish()
  .transform((value) => value === true || value === '1' || value === 1);

const wholeNumber = z.union([z.int(), z.string().regex(/^\d{1,15}$/, 'is not a whole number')]).transform(Number);

/** A time: `2026-11-21 08:30:00` in UTC, or ISO 8601. `""` and null mean that it is absent. */
const time = z
  .string()
  .nullish()
  .transform((value, context): Instant | null => {
    if (!value) return null;
    const zoned = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(value) ? `${value.replace(' ', 'T')}Z` : value;
    const date = new Date(zoned);
    if (!/^\d{4}-\d\d-\d\d[T ]/.test(value) || Number.isNaN(date.getTime())) {
      context.addIssue({ code: 'custom', message: 'is not a time' });
      return z.NEVER;
    }
    return date.getUTCFullYear() > 9000 ? endOfTime : toInstant(date);
  });

/** A time such as `21/11/2026 08:30 UTC`. */
const unsubscribeTime = z
  .string()
  .regex(/^(\d\d\/\d\d\/\d{4} \d\d:\d\d UTC)?$/, 'is not a time like 21/11/2026 08:30 UTC')
  .nullish()
  .transform((value): Instant | null => {
    const [, day, month, year, clock] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)/.exec(value ?? '') ?? [];
    return year ? `${year}-${month}-${day} ${clock}:00.000` : null;
  });

/** Gives several fields the same form. */
const all =
  <Form extends z.ZodType>(form: Form) =>
  <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, form])) as Record<Name, Form>;
const texts = all(text);
const flags = all(flag);
const times = all(time);

/** Numbered fields, such as `custom1` to `custom7`. */
const numbered = <Prefix extends string, Place extends number>(prefix: Prefix, ...places: Place[]) =>
  texts(...places.map((place) => `${prefix}${place}` as const));

export const failureAnswer = z.object({
  status: z.object({ status: z.literal('failed'), errors: z.object({ error_code: z.array(z.coerce.number()) }) }),
});

const location = z.object({ ID: id, ...texts('name', 'address', 'zip', 'city') });

export type SourceLocation = z.output<typeof location>;

const couponInfo = z.object({
  ID: id,
  code: z.string().min(1),
  ...{ status: z.string(), name: z.string() },
  ...texts('timezone', 'title', 'subtitle', 'description', 'terms', 'terms_short', 'poweredby', 'poweredbylink'),
  ...texts('coupon_tags', 'logo_url', 'coupon_image', 'coupon_value', 'currency', 'expiry_type', 'expiry_days'),
  ...numbered('banner', 1, 2, 3, 4, 5),
  ...times('start_date', 'expirydate'),
  ...flags('locked', 'voided'),
  locations: z.array(location).nullish(),
});

export type SourceCoupon = z.output<typeof couponInfo>;

export const couponListAnswer = z.object({ coupon_info: z.array(z.object({ ID: id })) });
export const couponAnswer = z.object({ coupon_info: couponInfo });

const sessionStatus = z.object({
  ...texts('claimtype', 'own_validation_code', 'redeem_location_ID'),
  ...flags('opened', 'claimed', 'validated', 'voided', 'locked'),
  ...times('created_date_utc', 'open_date_utc', 'claim_date_utc', 'saved_to_passbook_date_utc'),
  ...times('saved_to_androidpay_date_utc', 'validation_date_utc', 'voided_date_utc', 'unvoided_date_utc'),
  ...times('locked_date_utc', 'start_date_utc', 'expiry_date_utc'),
});

const sessionItem = z.object({
  session: z.string().min(1).max(100),
  sequenceid: wholeNumber,
  status: sessionStatus,
  ...texts('customid', 'firstname', 'lastname', 'email', 'phone', 'money_spent'),
  ...numbered('customfield', 1, 2, 3, 4, 5, 6, 7),
  ...texts('utm_campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'),
});

export type SourceSession = z.output<typeof sessionItem>;

export const sessionsAnswer = z.object({ data: z.array(sessionItem) });

const card = z.object({
  id,
  code: z.string().min(1),
  name: z.string(),
  domain: text,
  type: z.enum(['membership', 'stamp']),
  stamps_required: wholeNumber.nullish(),
  active: flag.optional(),
});

export type SourceCard = z.output<typeof card>;
export const cardsAnswer = z.array(card);

/** The older list of cards has ids that the newer one lacks. */
export const olderCardsAnswer = z.object({
  loyalty_info: z.array(z.object({ ID: id, code: z.string(), active: flag })),
});

const user = z.object({
  id,
  ...texts('code', 'first_name', 'last_name', 'address', 'zip', 'city', 'phone', 'email'),
  ...numbered('custom_', 1, 2, 3, 4, 5, 6, 7, 8),
  stamps: wholeNumber.nullish(),
  points: wholeNumber.nullish(),
  ...times('created_at', 'voided_at'),
  rewards: z.array(z.object({ id, name: text, ...times('added_at', 'expired_at', 'used_at') })).nullish(),
});

export type SourceUser = z.output<typeof user>;
export const usersAnswer = z.array(user);

const directory = z.object({
  id,
  code: z.string().min(1),
  name: z.string(),
  description: text,
  preview_image: text,
  created_at: time,
});

export type SourceDirectory = z.output<typeof directory>;
export const directoriesAnswer = z.array(directory);

export const olderDirectoriesAnswer = z.object({
  directory_info: z.array(
    z.object({
      ID: id,
      code: z.string(),
      categories: z.array(z.object({ ID: id, name: z.string() })).default([]),
      campaigns: z.array(z.object({ ID: id, category: text })).default([]),
    }),
  ),
});

export type OlderDirectory = z.output<typeof olderDirectoriesAnswer>['directory_info'][number];

const member = z.object({
  id,
  data: z.object({
    email: z.string().min(1),
    ...texts('first_name', 'last_name', 'phone', 'birth_date', 'address', 'zip', 'city'),
    ...numbered('custom_', 1, 2, 3),
  }),
  subscription: z.object({ expires_at: time }).nullish(),
  blocked: flag,
  created_at: time,
});

export type SourceMember = z.output<typeof member>;
export const membersAnswer = z.array(member);

export const groupsAnswer = z.object({ group: z.array(z.object({ ID: id, name: z.string() })) });

const contact = z.object({
  ID: id,
  ...texts('phone', 'email', 'first_name', 'last_name', 'birthday'),
  unsubscribed: flag,
  unsubscribedate: unsubscribeTime,
  ...numbered('customfield', 1, 2, 3, 4, 5, 6, 7),
  ...numbered('custom', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
});

export type SourceContact = z.output<typeof contact>;
export const contactsAnswer = z.object({ contact: z.array(contact) });
