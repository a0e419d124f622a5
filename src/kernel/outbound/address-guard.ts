import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An address that was refused before a connection was made. Customers read the message, so it never reveals the address
 * behind an internal name.
 */
class BlockedAddress extends Error {
  readonly code: 'REFUSED_ADDRESS' | 'REFUSED_NAME';

  constructor(host: string, address: string) {
    super(host === address ? `${host} is not a public address` : `${host} does not lead to a public address`);
    this.name = 'BlockedAddress';
    this.code = host === address ? 'REFUSED_ADDRESS' : 'REFUSED_NAME';
  }
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses that look public but lead to services of a cloud (Azure). Other clouds use private or reserved ranges. */
const cloudServices: ReadonlySet<string> = new Set(['168.63.129.16']);

export class AddressGuard {
  readonly #allowed: [ipaddr.IPv4 | ipaddr.IPv6, number][];

  constructor(allowedRanges: readonly string[]) {
    this.#allowed = allowedRanges.map((range) => ipaddr.parseCIDR(range));
  }

  /** Throws for a forbidden address, and for names of this machine. Other names pass until they are looked up. */
  check(address: string, host = address): void {
    if (isNameOfThisMachine(address)) {
      if (!loopback.some((own) => this.#allows(own))) throw new BlockedAddress(host, '127.0.0.1');
      return;
    }
    const plain = withoutZone(address);
    if (ipaddr.isValid(plain) ? !this.#allows(plain) : isIP(address) !== 0) throw new BlockedAddress(host, address);
  }

  /** Guards a lookup: all addresses of the name must be allowed. */
  guarding(lookup: LookupFunction): LookupFunction {
    return (host, options, callback) =>
      lookup(host, options, (error, found, family) => {
        try {
          if (!error) for (const address of addressesOf(found)) this.check(address, host);
          callback(error, found, family);
        } catch (refused) {
          callback(refused as BlockedAddress, '');
        }
      });
  }

  #allows(text: string): boolean {
    const address = ipaddr.process(text); // Converts IPv4-mapped IPv6 to IPv4.
    return (
      isPublic(address) ||
      this.#allowed.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]))
    );
  }
}

const loopback = ['127.0.0.1', '::1'];

/** Whether a name leads to this machine without a lookup (RFC 6761). */
function isNameOfThisMachine(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}

/** Removes the zone, as in `fe80::1%eth0`. It does not change the address. */
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
