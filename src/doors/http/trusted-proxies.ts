import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * The reverse proxies of the operator, whose `X-Forwarded-For` the service believes. The header of any other peer could
 * name any address: whoever sends it could count as somebody else in limits by address.
 */
export class TrustedProxies {
  readonly #ranges = new BlockList();

  /** Takes addresses and ranges such as `10.0.0.5` and `10.1.0.0/16`. */
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

  /** Returns the address of the caller, which Express calls `request.ip`: the last one that is not of a trusted proxy. */
  callerOf({ socket, headers }: IncomingMessage): string {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    let caller = socket.remoteAddress ?? '';
    while (this.includes(caller)) {
      const before = forwarded.pop()?.trim();
      if (!before) break;
      caller = before;
    }
    return caller;
  }
}
