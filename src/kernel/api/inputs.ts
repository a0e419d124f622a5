import { z } from 'zod';
import { deliverable, e164, longestAddress, parseSender } from '../values/email-address.ts';

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
