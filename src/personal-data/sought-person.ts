import { domainToUnicode } from 'node:url';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { jsonWithin, replacedWithin } from './json-within.ts';

export interface SoughtPerson {
  jobId: string;
  key: string;
  accountId: string;
  email: string | null;
  phone: string | null;
  /** The keys of the phone number as it was stored without a country code, in the country of the account. */
  otherPhoneKeys: readonly string[];
}

/** Returns the forms in which the address may be stored. Some keep the domain in its original letters. */
export function spellingsOf({ email, phone, otherPhoneKeys }: SoughtPerson): string[] {
  if (!email) return [phone ?? '', ...otherPhoneKeys];
  const at = email.lastIndexOf('@') + 1;
  return [...new Set([email, email.slice(0, at) + domainToUnicode(email.slice(at))])];
}

export function mentions(person: SoughtPerson, text: string | null): boolean {
  if (!text) return false;
  const pattern = patternOf(person);
  return jsonWithin(text, (inner) => {
    pattern.lastIndex = 0;
    return pattern.test(inner);
  });
}

/** Replaces the address of the person in a text. JSON stays valid. */
export function without(person: SoughtPerson, text: string): string {
  const pattern = patternOf(person);
  return replacedWithin(text, (inner) => inner.replace(pattern, erasedText));
}

const erasedText = '(erased)';

const patterns = new WeakMap<SoughtPerson, RegExp>();

function patternOf(person: SoughtPerson): RegExp {
  const known = patterns.get(person);
  if (known) return known;
  // Digits within a text may mean anything if they have no country code or trunk zero.
  const distinctive = spellingsOf(person).filter((spelling) => person.email || /^[+0]/.test(spelling));
  const pattern = new RegExp(distinctive.map(person.email ? emailPattern : phonePattern).join('|'), 'giu');
  patterns.set(person, pattern);
  return pattern;
}

/** The characters that may precede an address. After any other, it would be the address of another person. */
const emailBeginning = [
  String.raw`(?<=^|[^\p{L}\p{N}_.+~-]|%(?!2[bde]|5f|7e)[0-9a-f]{2})`,
  // `o'brien@…` is not the address of `brien@…`, but `'brien@…'` is that address in quotes.
  String.raw`(?<![\p{L}\p{N}_](?:['!$*^\x60]|%27))`,
].join('');

/** Also matches the address in URLs, HTML and escaped JSON. */
function emailPattern(email: string): string {
  const letters = [...email].map((letter) => {
    if (letter === '@') return String.raw`(?:@|%40|&#64;|\\u0040)`;
    if (letter === '+') return String.raw`(?:\+|%2b)`;
    return RegExp.escape(letter);
  });
  return `${emailBeginning}${letters.join('')}(?![\\w-]|\\.\\w)`;
}

/**
 * Matches the digits with any punctuation between them: for `+493012345`, both `+49 (0)30 1234-5` and `+49 030 12345`.
 */
function phonePattern(phone: string): string {
  const punctuation = String.raw`[\s().\/\p{Pd}\p{Cf}]{0,3}`;
  const spaced = (digits: string) => [...digits].join(punctuation);
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode;
  const digits = phone.replace(/\D/g, '');
  const beginning = code ? `${spaced(code)}${punctuation}(?:\\(?0\\)?)?${punctuation}` : '';
  return `(?<!\\d)(?:\\+|00)?${beginning}${spaced(digits.slice(code?.length ?? 0))}(?!\\d)`;
}
