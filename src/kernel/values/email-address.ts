import { domainToASCII } from 'node:url';

export const longestAddress = 254;

/** No dot at the start or end, and no two dots in a row. Quoted local parts are rejected, because hardly any exist. */
const localPart = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Returns the address with its domain in ASCII, as mail servers accept it. Null if it is not an address. */
export function deliverable(address: string): string | null {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const given = address.slice(at + 1);
  const domain = asciiDomain(given);
  const whole = `${local}@${domain}`;
  return localPart.test(local) && hostName.test(domain) && whole.length <= longestAddress ? whole : null;
}

/**
 * Returns a domain in ASCII, or an empty text if it is not one. `domainToASCII` silently removes line breaks and tabs, and what
 * follows a slash, `?` or `#` as in an address of a page; it decodes `%2e`.
 */
function asciiDomain(domain: string): string {
  return /[\s\p{Cc}/\\?#%:@]/u.test(domain) ? '' : domainToASCII(domain);
}

/** Removes spaces and invisible characters around an address, which come along when it is copied. */
export function trimmedAddress(address: string): string {
  return address.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
}

/**
 * Returns the form in which email addresses are compared: in lower case, with the domain in ASCII. The beginning of an address gets
 * the same form, as far as its domain is complete.
 */
export function emailKey(address: string): string {
  const given = trimmedAddress(address);
  const at = given.lastIndexOf('@') + 1;
  const domain = asciiDomain(given.slice(at));
  const key = deliverable(given) ?? (at > 0 && domain ? given.slice(0, at) + domain : given);
  return key.toLowerCase().slice(0, longestAddress);
}

export interface Mailbox {
  name: string | null;
  address: string;
}

/** Parses `mail@bakery.example` or `Bakery <mail@bakery.example>`. Returns null if it contains no valid address. */
export function parseSender(text: string): Mailbox | null {
  const [, name = '', inside] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = deliverable((inside ?? text).trim());
  if (!address) return null;
  return { name: oneLine(name.replace(/^\s*"(.*)"\s*$/s, '$1')) || null, address };
}

/** Replaces line breaks and other control characters with spaces, as headers and names require. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}
