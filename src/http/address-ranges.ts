import { BlockList, isIP } from 'node:net';

/**
 * A list of addresses and ranges, such as `10.0.0.5` and `10.1.0.0/16`. Also matches IPv4 addresses that are written as
 * IPv6.
 */
export class AddressRanges {
  readonly #ranges = new BlockList();

  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = '', bits] = range.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#ranges.addAddress(address, family);
      else this.#ranges.addSubnet(address, Number(bits), family);
    }
  }

  includes(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }
}
