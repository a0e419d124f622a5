import type { IncomingMessage } from 'node:http';
import { AddressRanges } from './address-ranges.ts';

/** `X-Forwarded-For` from any other peer could name any address and evade limits by address. */
export class TrustedProxies extends AddressRanges {
  /** `request.ip` of Express: the last address that is not a trusted proxy. */
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
