import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The guard refused an address before any connection was made. For a name, neither code nor message tells its address: it
 * may be an internal name, and customers read the reasons of failures.
 */
class RefusedAddress extends Error {
  readonly code: 'REFUSED_ADDRESS' | 'REFUSED_NAME';

  constructor(host: string, address: string) {
    super(host === address ? `${host} is not a public address` : `${host} does not lead to a public address`);
    this.name = 'RefusedAddress';
    this.code = host === address ? 'REFUSED_ADDRESS' : 'REFUSED_NAME';
  }
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Addresses that look public but lead to services of the cloud in which the machine runs: the platform of Azure. Those of
 * other clouds are in private and reserved ranges.
 */
const cloudServices: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Decides which addresses the service may connect to: public addresses, and the ranges that the operator allows. */
export class AddressGuard {
  readonly #allowed: [ipaddr.IPv4 | ipaddr.IPv6, number][];

  constructor(allowedRanges: readonly string[]) {
    this.#allowed = allowedRanges.map((range) => ipaddr.parseCIDR(range));
  }

  /** Throws `RefusedAddress` for an address that is neither public nor allowed. Host names pass until their lookup. */
  check(address: string, host = address): void {
    const plain = withoutZone(address);
    if (ipaddr.isValid(plain) ? !this.#allows(plain) : isIP(address) !== 0) throw new RefusedAddress(host, address);
  }

  /** Returns a lookup that passes on the addresses of a name only if all of them are allowed. */
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
    const address = ipaddr.process(text); // converts IPv4-mapped IPv6 to IPv4
    return (
      isPublic(address) ||
      this.#allowed.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]))
    );
  }
}

/** Removes the zone of an address such as `fe80::1%eth0`. It may be any text and does not change the address. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const isGlobal = address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
  return isGlobal && !cloudServices.has(address.toString());
}

function addressesOf(found: string | { address: string }[]): string[] {
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}
