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

  /** Returns the id of this device if somebody with the email address has signed in with it, and otherwise null. */
  of(emailKey: string): string | null {
    const device = this.#cookies.read('device');
    return device?.startsWith(markOf(emailKey)) ? device : null;
  }

  keep(emailKey: string): void {
    const device = this.of(emailKey) ?? markOf(emailKey) + randomBytes(16).toString('base64url');
    this.#cookies.write('device', device, days * 86_400_000);
  }
}

/** Ties a device to its owner, so that it is not a known device of others. */
function markOf(emailKey: string): string {
  return createHash('sha256').update(emailKey).digest('base64url');
}
