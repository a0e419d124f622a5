import { domainToASCII } from 'node:url';
import { firstCharacters } from './prefix.ts';
import { withoutEdges } from './without-edges.ts';

export const longestAddress = 254;

/**
 * The part before the `@`. It has no dot at either end, and no two dots in a row. Quoted parts are too rare to be
 * accepted.
 */
const localPart = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Converts the domain to ASCII, which mail servers accept. Returns null if the address is invalid. */
export function deliverable(address: string): string | null {
  if (address.length > 4 * longestAddress) return null;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const given = address.slice(at + 1);
  const domain = asciiDomain(given);
  const whole = `${local}@${domain}`;
  return localPart.test(local) && hostName.test(domain) && whole.length <= longestAddress ? whole : null;
}

/**
 * Returns the domain in ASCII, or an empty text for an invalid one. `domainToASCII` drops line breaks and tabs, cuts at
 * `/`, `?` and `#`, and decodes `%2e`.
 */
function asciiDomain(domain: string): string {
  return /[\s\p{Cc}/\\?#%:@]/u.test(domain) ? '' : domainToASCII(domain);
}

/**
 * Normalizes an address for comparison: in lower case, with the domain in ASCII. Also works for the beginning of an
 * address.
 */
export function emailKey(address: string): string {
  const given = withoutEdges(address);
  const at = given.lastIndexOf('@') + 1;
  const domain = asciiDomain(given.slice(at));
  const key = deliverable(given) ?? (at > 0 && domain ? given.slice(0, at) + domain : given);
  return firstCharacters(key.toLowerCase(), longestAddress);
}

export interface Mailbox {
  name: string | null;
  address: string;
}

/** Accepts `mail@bakery.example` and `Bakery <mail@bakery.example>`. */
export function parseSender(text: string): Mailbox | null {
  const [, name = '', inside] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = deliverable((inside ?? text).trim());
  if (!address) return null;
  return { name: oneLine(name.replace(/^\s*"(.*)"\s*$/s, '$1')) || null, address };
}

/** Replaces line breaks and other control characters with spaces, because headers and names must be on one line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}
