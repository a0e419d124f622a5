import type { IncomingMessage } from 'node:http';
import { AddressRanges } from './address-ranges.ts';

/**
 * The reverse proxies of the operator, whose `X-Forwarded-For` the service believes. The header of any other peer could
 * name any address: whoever sends it could count as somebody else in limits by address.
 */
export class TrustedProxies extends AddressRanges {
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
