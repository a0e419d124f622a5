import ipaddr from 'ipaddr.js';

/** Reduces an IPv6 address to its first 64 bits, because a client usually controls all addresses of such a network. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known instanceof ipaddr.IPv6 ? known.parts.slice(0, 4).join(':') : known.toString();
}
