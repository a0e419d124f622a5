import { z } from 'zod';
import { endOfTime, type Instant, toInstant } from '../../kernel/values/instant.ts';

/* The answers of the documented API. Fields that no page documents are optional. */

const id = z.union([z.string().min(1).max(100), z.int()]).transform(String);

/** Text that is absent as `""` or null, or left out. */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === '' ? null : String(value)));

const flag = z
  .union([z.boolean(), z.enum(['0', '1', '']), z.literal(0), z.literal(1)])
  .nullish()
  .transform((value) => value === true || value === '1' || value === 1);

const wholeNumber = z.union([z.int(), z.string().regex(/^\d{1,15}$/, 'is not a whole number')]).transform(Number);

/** A time: `2026-11-21 08:30:00` in UTC, or ISO 8601. Absent as `""` or null, or left out. */
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

/** The day and minute at which an address was unsubscribed: `21/11/2026 08:30 UTC`. */
const unsubscribeTime = z
  .string()
  .regex(/^(\d\d\/\d\d\/\d{4} \d\d:\d\d UTC)?$/, 'is not a time like 21/11/2026 08:30 UTC')
  .nullish()
  .transform((value): Instant | null => {
    const [, day, month, year, clock] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)/.exec(value ?? '') ?? [];
    return year ? `${year}-${month}-${day} ${clock}:00.000` : null;
  });

export const failureAnswer = z.object({
  status: z.object({ status: z.literal('failed'), errors: z.object({ error_code: z.array(z.coerce.number()) }) }),
});

const couponInfo = z.object({
  ID: id,
  code: z.string().min(1),
  status: z.string(),
  timezone: text,
  expirydate: time,
  name: z.string(),
  title: text,
  subtitle: text,
  description: text,
  terms: text,
  terms_short: text,
  poweredby: text,
  poweredbylink: text,
  coupon_tags: text,
  logo_url: text,
  coupon_image: text,
  banner1: text,
  banner2: text,
  banner3: text,
  banner4: text,
  banner5: text,
  coupon_value: text,
  currency: text,
  start_date: time,
  expiry_type: text,
  expiry_days: text,
  locked: flag,
  voided: flag,
});

export type SourceCoupon = z.output<typeof couponInfo>;

export const couponListAnswer = z.object({ coupon_info: z.array(z.object({ ID: id })) });
export const couponAnswer = z.object({ coupon_info: couponInfo });

const sessionStatus = z.object({
  created_date_utc: time,
  opened: flag,
  open_date_utc: time,
  claimed: flag,
  claim_date_utc: time,
  claimtype: text,
  saved_to_passbook_date_utc: time,
  saved_to_androidpay_date_utc: time,
  validated: flag,
  validation_date_utc: time,
  own_validation_code: text,
  voided: flag,
  voided_date_utc: time,
  unvoided_date_utc: time,
  locked: flag,
  locked_date_utc: time,
  start_date_utc: time,
  expiry_date_utc: time,
});

const sessionItem = z.object({
  session: z.string().min(1).max(100),
  sequenceid: wholeNumber,
  status: sessionStatus,
  customid: text,
  firstname: text,
  lastname: text,
  email: text,
  phone: text,
  customfield1: text,
  customfield2: text,
  customfield3: text,
  customfield4: text,
  customfield5: text,
  customfield6: text,
  customfield7: text,
  money_spent: text,
  utm_campaign: text,
  utm_source: text,
  utm_medium: text,
  utm_term: text,
  utm_content: text,
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

/** The list of the older generation has ids that the newer one lacks. */
export const olderCardsAnswer = z.object({
  loyalty_info: z.array(z.object({ ID: id, code: z.string(), active: flag })),
});

const user = z.object({
  id,
  code: text,
  first_name: text,
  last_name: text,
  address: text,
  zip: text,
  city: text,
  phone: text,
  email: text,
  custom_1: text,
  custom_2: text,
  custom_3: text,
  custom_4: text,
  custom_5: text,
  custom_6: text,
  custom_7: text,
  custom_8: text,
  stamps: wholeNumber.nullish(),
  points: wholeNumber.nullish(),
  created_at: time,
  voided_at: time,
  rewards: z.array(z.object({ id, name: text, added_at: time, expired_at: time, used_at: time })).nullish(),
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
    first_name: text,
    last_name: text,
    phone: text,
    birth_date: text,
    address: text,
    zip: text,
    city: text,
    custom_1: text,
    custom_2: text,
    custom_3: text,
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
  phone: text,
  email: text,
  first_name: text,
  last_name: text,
  birthday: text,
  unsubscribed: flag,
  unsubscribedate: unsubscribeTime,
  customfield1: text,
  customfield2: text,
  customfield3: text,
  customfield4: text,
  customfield5: text,
  customfield6: text,
  customfield7: text,
  custom1: text,
  custom2: text,
  custom3: text,
  custom4: text,
  custom5: text,
  custom6: text,
  custom7: text,
  custom8: text,
  custom9: text,
  custom10: text,
});

export type SourceContact = z.output<typeof contact>;
export const contactsAnswer = z.object({ contact: z.array(contact) });
