import ipaddr from 'ipaddr.js';

/** Returns the first 64 bits of an IPv6 address, because a client usually controls that whole network. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known instanceof ipaddr.IPv6 ? known.parts.slice(0, 4).join(':') : known.toString();
}
