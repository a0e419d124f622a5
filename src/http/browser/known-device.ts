import { createHash, randomBytes } from 'node:crypto';
import type { SignedCookies } from './signed-cookies.ts';

/** 400 days is the most that browsers keep a cookie. */
const days = 400;

/** Marks a browser as a device of somebody who has signed in with it, so that attempts of others do not lock it out. */
export class KnownDevice {
  readonly #cookies: SignedCookies;

  constructor(cookies: SignedCookies) {
    this.#cookies = cookies;
  }

  /** Returns the id of this device if its owner, known by an address or an id, has signed in with it, and otherwise null. */
  of(owner: string): string | null {
    const device = this.#cookies.read('device');
    return device?.startsWith(markOf(owner)) ? device : null;
  }

  keep(owner: string): void {
    const device = this.of(owner) ?? markOf(owner) + randomBytes(16).toString('base64url');
    this.#cookies.write('device', device, days * 86_400_000);
  }
}

/** Ties a device to its owner, so that it is not a known device of others. */
function markOf(owner: string): string {
  return createHash('sha256').update(owner).digest('base64url');
}
