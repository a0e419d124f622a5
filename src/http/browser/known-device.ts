import { createHash, randomBytes } from 'node:crypto';
import type { SignedCookies } from './signed-cookies.ts';

const days = 400;

/** Marks a browser after a sign-in, so that attempts from other browsers cannot lock it out. */
export class KnownDevice {
  readonly #cookies: SignedCookies;

  constructor(cookies: SignedCookies) {
    this.#cookies = cookies;
  }

  of(owner: string): string | null {
    const device = this.#cookies.read('device');
    return device?.startsWith(markOf(owner)) ? device : null;
  }

  keep(owner: string): void {
    const device = this.of(owner) ?? markOf(owner) + randomBytes(16).toString('base64url');
    this.#cookies.write('device', device, days * 86_400_000);
  }
}

function markOf(owner: string): string {
  return createHash('sha256').update(owner).digest('base64url');
}
