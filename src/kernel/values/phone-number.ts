import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parseDigits,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';

/**
 * Returns the form in which phone numbers are compared: E.164 for a number with its country code, so that
 * `+49 (0)30 1234-5`, `0049 030 12345` and `+493012345` are equal. Any other number only loses its punctuation.
 */
export function phoneKey(phone: string): string {
  return e164(phone) ?? plain(phone).replace(/\(0\)/, '').replace(punctuation, '');
}

/**
 * Returns a phone number in E.164, or null if it is not one. A trunk zero after the country code goes, unless the country keeps it,
 * as Italy does. With a country, a number without a country code belongs to that country.
 */
export function e164(phone: string, country: CountryCode | null = null): string | null {
  const given = plain(phone);
  if (!/^\+?[\p{Nd}\s()./-]+$/u.test(given) || !(given.startsWith('+') || country)) return null;
  const digits = given.replace(punctuation, '');
  const read = country && lacksPlus(digits, country) ? `+${digits}` : given;
  const number = parsed(read, country)?.number ?? digits;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}

/** Mobile numbers of Italy and Cuba may begin like their country codes, but have fewer digits. */
const fewestWithCode = 11;

/** More digits than a national number has without its trunk zero. */
const longerThanNational = 12;

/** Returns whether only the plus of a number with a country code is missing, as in responses of `/v3`. */
function lacksPlus(digits: string, country: CountryCode): boolean {
  const isLong =
    digits.length >= (digits.startsWith(getCountryCallingCode(country)) ? fewestWithCode : longerThanNational);
  return isLong && /^[1-9]/.test(digits) && parsePhoneNumberFromString(`+${digits}`)?.isValid() === true;
}

/** Returns the digits by which searches find a number: with its country code, in the national form, and as given. */
export function phoneDigits(phone: string): string[] {
  const key = phoneKey(phone);
  const national = key.startsWith('+') ? (parsePhoneNumberFromString(key)?.formatNational() ?? '') : '';
  const spellings = [key, national, phone].map((spelling) => spelling.replace(/\D/g, ''));
  return [...new Set(spellings)].filter((digits) => digits !== '');
}

/**
 * Returns the keys that a number can have in an account of the country. The first is the one to store. Numbers that were given in
 * a national form before the account had its country have one of the others.
 */
export function phoneKeys(phone: string, country: CountryCode | null): string[] {
  const key = e164(phone, country) ?? phoneKey(phone);
  const number = country && parsePhoneNumberFromString(key);
  if (!number) return [key];
  const forms = [number.formatNational().replace(/\D/g, ''), number.nationalNumber, key.slice(1)];
  return [...new Set([key, ...forms.filter((form) => e164(form, country) === key)])];
}

/**
 * Returns the beginning of numbers in E.164: `+4930` for `0049 (30)`, and with a country also for `030`. Other text, such as a
 * name, stays unchanged.
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

/** Parses again what still begins with a zero, so that a number and its E.164 have the same key. */
function parsed(given: string, country: CountryCode | null) {
  const options = { extract: false, ...(country && { defaultCountry: country }) };
  const once = parsePhoneNumberFromString(given, options);
  return once?.nationalNumber.startsWith('0') ? (parsePhoneNumberFromString(once.number) ?? once) : once;
}

const punctuation = /[\s()./-]/g;

/** Removes invisible characters, and writes the rest as phones do: `＋49‑30` and `0049-30` become `+49-30`. */
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

/** Returns the country of an IANA time zone, or null for zones without one, such as UTC. */
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

/** `Asia/Kolkata` is the new name of `Asia/Calcutta`. */
function canonical(timezone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
}
