import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Returns the form in which phone numbers are compared. A number with its country code becomes E.164, so that
 * `+49 (0)30 1234-5`, `0049 30 12345` and `+493012345` are equal. Any other number only loses its punctuation.
 */
export function phoneKey(phone: string): string {
  const given = phone.trim().replace(/^00/, '+');
  const parsed = /^\+[\d\s()./-]+$/.test(given) ? parsePhoneNumberFromString(given) : undefined;
  return parsed?.number ?? given.replace(/\(0\)/, '').replace(/[\s()./-]/g, '');
}

/** Returns the beginning of numbers in E.164: `+4930` for `0049 (30)`. Other text, such as a name, stays unchanged. */
export function phoneBeginning(text: string): string {
  const digits = text.replace(/[\s().\p{Pd}]/gu, '').replace(/^00/, '+');
  return /^\d+$/.test(digits) ? `+${digits}` : digits;
}

/** Returns a phone number with its country code in E.164, or null if it is not such a number. */
export function e164(phone: string): string | null {
  const digits = phone.replace(/\(0\)/, '').replace(/[\s().\p{Pd}]/gu, '');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}
