import { z } from 'zod';
import { isBlank } from '../kernel/values/blank.ts';
import { deliverable, longestAddress, parseSender, trimmedAddress } from '../kernel/values/email-address.ts';
import { type Instant, instantIn, isInstant } from '../kernel/values/instant.ts';
import { isLocalDate, isLocalTime } from '../kernel/values/local-time.ts';
import { e164 } from '../kernel/values/phone-number.ts';
import { plainLine } from '../kernel/values/plain-line.ts';
import { type IdKind, idForm } from '../vocabulary/ids.ts';
import { hasTooManyPlaceholders, maxPlaceholders } from '../vocabulary/placeholders.ts';
import { enumName, type PassLanguage } from '../words/languages.ts';

/** An email address, stored as given but trimmed. `emailKey` defines the comparison. */
export const emailString = z
  .string()
  .overwrite(trimmedAddress)
  .max(longestAddress)
  .refine((address) => deliverable(address) !== null, 'is not an email address')
  .meta({ format: 'email' });

export const emailAddress = emailString.meta({ scalar: 'EmailAddress', description: 'Email address.' });

export const phoneNumber = z
  .string()
  .max(50)
  .transform((phone, context) => {
    const number = e164(phone);
    if (number === null) context.addIssue({ code: 'custom', message: 'is not a phone number in E.164' });
    return number ?? z.NEVER;
  })
  .meta({ scalar: 'PhoneNumber', description: 'Phone number in E.164.' });

export const sender = z
  .string()
  .trim()
  .max(400)
  .refine((text) => parseSender(text) !== null, 'is not an email address')
  .meta({ description: 'Sender: an address, or `Name <address>`.' });

/** A time in ISO 8601 with a UTC offset, which GraphQL has already converted. */
export const dateTime = z
  .string()
  .transform((text, context): Instant => {
    const instant = isInstant(text) ? text : instantIn(text);
    if (instant === null)
      context.addIssue({ code: 'custom', message: 'is not an ISO 8601 date and time with a time zone' });
    return instant ?? z.NEVER;
  })
  .meta({ scalar: 'DateTime' });

/** Returns an enum of languages, whose values are `EN` and so on. */
export function languageEnum<Name extends PassLanguage>(languages: readonly Name[], id: string, description: string) {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const values = Object.fromEntries(languages.map((language) => [enumName(language), `${names.of(language)}.`]));
  return z.enum(languages.map((language) => enumName(language))).meta({ id, description, values });
}

export const timezone = z.string().max(50).refine(isTimeZone, 'is not an IANA time zone');

function isTimeZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const localTime = z.string().refine(isLocalTime, 'is not a date and time in the format yyyy-MM-dd HH:mm:ss');

export const localDate = z.string().refine(isLocalDate, 'is not a date in the format yyyy-MM-dd');

/** An id. An id of another length or with another prefix is valid but never found. `noun` appears in the error. */
export const idText = (noun: string) =>
  z.string().regex(/^[\w-]{1,50}$/, `is not ${noun}, which has up to 50 letters, digits, hyphens and underscores`);

export const idInput = (kind: IdKind, noun: string, label?: string) =>
  idText(noun).meta({
    scalar: 'ID',
    idKinds: [kind],
    description: `${label ? `${label}: ` : ''}${idForm(kind)}.`,
  });

export const nameInput = (label: string, length = 100) =>
  z
    .string()
    .overwrite(plainLine)
    .trim()
    .min(1)
    .max(length)
    .refine((name) => name === '' || !isBlank(name), 'must not be empty')
    .meta({ description: `${label}, 1 to ${length} characters.` });

/** Removes what a scanner appends (Enter or Tab), and invisible characters that were copied with the code. */
const withoutEdges = (text: string) =>
  text.replace(/^[\s\p{Cc}\p{Cf}]+|(?<![\s\p{Cc}\p{Cf}])[\s\p{Cc}\p{Cf}]+$/gu, '') || text;

export const scannedText = z.string().trim().overwrite(withoutEdges).min(1).max(2000);

export const soughtText = z.string().overwrite(withoutEdges).min(5).max(254);

export const optionalText = (length: number, label: string, note = '') =>
  z
    .string()
    .max(length)
    .nullish()
    .meta({ description: wordsOf(length, label, note) });

/** An optional text on one line. */
export const optionalLine = (length: number, label: string, note = '') =>
  lineText(length)
    .nullish()
    .meta({ description: wordsOf(length, label, note) });

const wordsOf = (length: number, label: string, note: string) =>
  `${label}, at most ${length.toLocaleString('en')} characters.${note}`;

/** A text on one line, such as the name of a person. */
export const lineText = (length: number) => z.string().overwrite(plainLine).max(length);

/** `noun` is plural: `containedText('cards', 'whose name contains')`. */
export const containedText = (noun: string, where: string) =>
  z
    .string()
    .trim()
    .max(100)
    .nullish()
    .meta({ description: `Only ${noun} ${where} this text, ignoring case.` });

export const flag = (description: string) => z.boolean().nullish().meta({ description });

/** Returns an optional filter for a list. `all` says what the list contains without the filter. */
export function filterInput<Fields extends z.ZodRawShape>(
  id: string,
  description: string,
  all: string,
  fields: Fields,
) {
  const [filters] = description.split(/\.(?: |$)/);
  const filter = z.object(fields).meta({ id, description });
  return filter.nullish().meta({ description: `${filters}. Default: ${all}.` });
}

/** The maximum number of HTML tags: parsing deeply nested HTML takes quadratic time. */
const maxTags = 4000;

export const emailText = z
  .string()
  .max(50_000)
  .refine((text) => (text.match(/<[a-z/]/gi)?.length ?? 0) <= maxTags, `has more than ${maxTags} HTML tags`)
  .refine((text) => !hasTooManyPlaceholders(text), `has more than ${maxPlaceholders} placeholders`);

/** The number of a page, as an alternative to cursors. `offsetOf` rejects a combination of both. */
export const pageNumber = z.int().min(1).nullish().meta({
  description:
    'Page number, starting at 1, with `first` items per page. A page after the last one is empty. Cannot be combined with `after`, `before` or `last`. Far from the start of the list, cursors are faster.',
});

export const httpsAddress = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'is not an https address' })
  .max(500);
