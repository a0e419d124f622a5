import { z } from 'zod';
import { deliverable, longestAddress, parseSender } from '../values/email-address.ts';
import { type IdKind, idPattern } from '../values/ids.ts';
import { isLocalTime } from '../values/local-time.ts';
import { e164 } from '../values/phone-number.ts';

/** Kept as it is given, without spaces around it. `emailKey` says how it is compared. */
export const emailAddress = z
  .string()
  .trim()
  .max(longestAddress)
  .refine((address) => deliverable(address) !== null, 'is not an email address')
  .meta({ scalar: 'EmailAddress', description: 'Email address.' });

/** Becomes E.164, in which it is also compared. */
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

export const timezone = z.string().max(50).refine(isTimeZone, 'is not an IANA time zone');

function isTimeZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const localTime = z.string().refine(isLocalTime, 'is not a date and time in the format yyyy-MM-dd HH:mm:ss');

export const idOf = (kind: IdKind, noun: string, description: string) =>
  z.string().regex(idPattern(kind), `is not a ${noun} id`).meta({ scalar: 'ID', description });

export const text = (length: number, description: string) =>
  z
    .string()
    .max(length)
    .nullish()
    .meta({ description: `${description}; at most ${length} characters.` });
