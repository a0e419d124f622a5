import { domainToASCII } from 'node:url';

/** The longest address that SMTP carries. */
export const longestAddress = 254;

/** Dots separate, and never stand first, last or side by side. A quoted local part is not taken: hardly any mailbox has one. */
const localPart = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * An email address as mail servers take it, with its domain in ASCII form: `ada@bücher.example` becomes
 * `ada@xn--bcher-kva.example`. Null when it is not an address.
 */
export function deliverable(address: string): string | null {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const given = address.slice(at + 1);
  // Line breaks and tabs would be left out without a word.
  const domain = /[\s\p{Cc}]/u.test(given) ? '' : domainToASCII(given);
  const whole = `${local}@${domain}`;
  return localPart.test(local) && hostName.test(domain) && whole.length <= longestAddress ? whole : null;
}

/** How email addresses are compared: in lower case, with the domain in ASCII form. */
export function emailKey(address: string): string {
  return (deliverable(address) ?? address).toLowerCase();
}

/** Who sends an email: an address, with or without a name. */
export interface Sender {
  name: string | null;
  address: string;
}

/** Reads `mail@bakery.example` and `Bakery <mail@bakery.example>`. Null when there is no address in it. */
export function parseSender(text: string): Sender | null {
  const [, name = '', inside] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = deliverable((inside ?? text).trim());
  if (!address) return null;
  return { name: oneLine(name.replace(/^\s*"(.*)"\s*$/s, '$1')) || null, address };
}

/** Text without line breaks and other control characters, as headers and names need it. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}
