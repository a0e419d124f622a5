import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Refused before a connection was made: the message tells why. */
class RefusedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS';

  constructor(host: string, address: string) {
    super(
      host === address ? `${host} is not a public address` : `${host} is ${address}, which is not a public address`,
    );
    this.name = 'RefusedAddress';
  }
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Decides to which addresses the service may connect: public ones, and those of the ranges that the operator allows. */
export class AddressGuard {
  readonly #allowed: [ipaddr.IPv4 | ipaddr.IPv6, number][];

  constructor(allowedRanges: readonly string[]) {
    this.#allowed = allowedRanges.map((range) => ipaddr.parseCIDR(range));
  }

  /** Raises `RefusedAddress` for an address that is neither public nor allowed. A name passes: its addresses are checked later. */
  check(address: string, host = address): void {
    const plain = withoutZone(address);
    if (ipaddr.isValid(plain) ? !this.#allows(plain) : isIP(address) !== 0) throw new RefusedAddress(host, address);
  }

  /** Looks a name up and hands on its addresses only if all of them may be connected to. */
  guarding(lookup: LookupFunction): LookupFunction {
    return (host, options, callback) =>
      lookup(host, options, (error, found, family) => {
        try {
          if (!error) for (const address of addressesOf(found)) this.check(address, host);
          callback(error, found, family);
        } catch (refused) {
          callback(refused as RefusedAddress, '');
        }
      });
  }

  #allows(text: string): boolean {
    const address = ipaddr.process(text); // an IPv4 address in IPv6 clothes is judged as IPv4
    return (
      isPublic(address) ||
      this.#allowed.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]))
    );
  }
}

/** A zone, such as in `fe80::1%eth0`, may be anything, and leads to the same address. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

function addressesOf(found: string | { address: string }[]): string[] {
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}
