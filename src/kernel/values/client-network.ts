import ipaddr from 'ipaddr.js';

/** The first 64 bits of IPv6: a client usually controls the whole network. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known instanceof ipaddr.IPv6 ? known.parts.slice(0, 4).join(':') : known.toString();
}
