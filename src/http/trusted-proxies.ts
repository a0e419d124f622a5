import type { IncomingMessage } from 'node:http';
import { AddressRanges } from './address-ranges.ts';

/** The peers that may send `X-Forwarded-For`. Others could name any address, and so evade the limits per address. */
export class TrustedProxies extends AddressRanges {
  /** Returns what Express calls `request.ip`: the last address that is not a trusted proxy. */
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
