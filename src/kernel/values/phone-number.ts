import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * One form for all ways to write a phone number: E.164 where it begins with its country code, so that
 * `+49 (0)30 1234-5`, `0049 30 12345` and `+493012345` are the same; any other without its punctuation.
 */
export function phoneKey(phone: string): string {
  const given = phone.trim().replace(/^00/, '+');
  const parsed = /^\+[\d\s()./-]+$/.test(given) ? parsePhoneNumberFromString(given) : undefined;
  return parsed?.number ?? given.replace(/\(0\)/, '').replace(/[\s()./-]/g, '');
}

/** A phone number in E.164, read from any way to write one with its country code. Null when it is none. */
export function e164(phone: string): string | null {
  const digits = phone.replace(/\(0\)/, '').replace(/[\s().\p{Pd}]/gu, '');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}
