import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parseDigits,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import { firstCharacters } from './prefix.ts';

/** The length of fields for phone numbers, and of their keys. */
export const longestPhone = 50;

/**
 * Normalizes a number for comparison. With a country code, it becomes E.164, and otherwise only loses its punctuation.
 * Normalization can lengthen other texts, so the key is cut to the length of its column.
 */
export function phoneKey(phone: string): string {
  return e164(phone) ?? firstCharacters(plain(phone).replace(/\(0\)/, '').replace(punctuation, ''), longestPhone);
}

/**
 * Returns the number in E.164, or null if it is invalid. Drops a trunk zero, unless the country keeps it, as Italy
 * does. `country` is the default.
 */
export function e164(phone: string, country: CountryCode | null = null): string | null {
  const given = plain(phone);
  if (!/^\+?[\p{Nd}\s()./-]+$/u.test(given) || !(given.startsWith('+') || country)) return null;
  const digits = given.replace(punctuation, '');
  const read = country && lacksPlus(digits, country) ? `+${digits}` : given;
  const number = parsed(read, country)?.number ?? digits;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}

/** Italian and Cuban mobile numbers may begin with the digits of their country code, but are shorter than this. */
const fewestWithCode = 11;

/** More digits than any national number has without its trunk zero. */
const longerThanNational = 12;

/** Whether a `+` is missing, as it is in responses from `/v3`. */
function lacksPlus(digits: string, country: CountryCode): boolean {
  const isLong =
    digits.length >= (digits.startsWith(getCountryCallingCode(country)) ? fewestWithCode : longerThanNational);
  return isLong && /^[1-9]/.test(digits) && parsePhoneNumberFromString(`+${digits}`)?.isValid() === true;
}

/** Returns the forms to search for: with the country code, in national form, and as entered. */
export function phoneDigits(phone: string): string[] {
  const key = phoneKey(phone);
  const national = key.startsWith('+') ? (parsePhoneNumberFromString(key)?.formatNational() ?? '') : '';
  const spellings = [key, national, phone].map((spelling) => spelling.replace(/\D/g, ''));
  return [...new Set(spellings)].filter((digits) => digits !== '');
}

/**
 * Returns the keys of a number. The first is stored. The others match national numbers from before the account had its
 * country.
 */
export function phoneKeys(phone: string, country: CountryCode | null): string[] {
  const key = e164(phone, country) ?? phoneKey(phone);
  const number = country && parsePhoneNumberFromString(key);
  if (!number) return [key];
  const forms = [number.formatNational().replace(/\D/g, ''), number.nationalNumber, key.slice(1)];
  return [...new Set([key, ...forms.filter((form) => e164(form, country) === key)])];
}

/**
 * Normalizes the beginning of a number: `0049 (30)` becomes `+4930` and, with a country, so does `030`. Other digits
 * only get a `+`, and other text only loses its punctuation.
 */
export function phoneBeginning(text: string, country: CountryCode | null = null): string {
  const digits = plain(text).replace(punctuation, '');
  if (!/^\+?\d+$/.test(digits)) return digits;
  const isNational = digits.startsWith('0');
  if (isNational && !country) return `+${digits}`;
  const typing = new AsYouType(isNational ? (country ?? undefined) : undefined);
  typing.input(isNational || digits.startsWith('+') ? digits : `+${digits}`);
  return typing.getNumberValue() ?? digits;
}

/** Parses a result again if it still begins with a zero, so that a number has the same key as its E.164 form. */
function parsed(given: string, country: CountryCode | null) {
  const options = { extract: false, ...(country && { defaultCountry: country }) };
  const once = parsePhoneNumberFromString(given, options);
  return once?.nationalNumber.startsWith('0') ? (parsePhoneNumberFromString(once.number) ?? once) : once;
}

const punctuation = /[\s()./-]/g;

/** Removes invisible characters, and normalizes signs: `＋49‑30` and `0049-30` become `+49-30`. */
function plain(phone: string): string {
  return phone
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Nd}/gu, (digit) => parseDigits(digit))
    .trim()
    .replace(/^[(\s]*(\+\s*00|00|\+)[\s)]*/, '+');
}

const countries = new Map<string, CountryCode | null>();

/** Returns the country of a time zone, or null for zones without one, such as UTC. */
export function countryOf(timezone: string): CountryCode | null {
  const found = countries.get(timezone) ?? findCountry(timezone);
  countries.set(timezone, found);
  return found;
}

function findCountry(timezone: string): CountryCode | null {
  const zone = canonical(timezone);
  if (!zone.includes('/')) return null;
  const isThere = (country: CountryCode) => new Intl.Locale(`und-${country}`).getTimeZones()?.includes(zone);
  return getCountries().find(isThere) ?? null;
}

/** Returns the old name of a time zone that has a new one: `Asia/Calcutta` for `Asia/Kolkata`. */
function canonical(timezone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
}
