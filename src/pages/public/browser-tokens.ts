import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Services } from '../../api/context.ts';
import type { Directory } from '../../directories/directory/directory.ts';
import { KnownDevice } from '../../http/browser/known-device.ts';
import { SignedCookies } from '../../http/browser/signed-cookies.ts';
import { directoryPath } from '../../vocabulary/links.ts';

const signInDays = 14;

/**
 * The cookies of a directory: the member's sign-in token, the member's device, and a token that ties forms to the
 * browser.
 */
export class Browser {
  readonly #cookies: SignedCookies;
  /** Remembers that a member has signed in with this browser, even after the member has signed out. */
  readonly device: KnownDevice;
  readonly #services: Services;
  readonly #directory: Directory;

  constructor(request: Request, response: Response, services: Services, directory: Directory) {
    const path = directoryPath(directory.code);
    this.#cookies = new SignedCookies(request, response, services, { purpose: directory.id, path, sameSite: 'lax' });
    this.device = new KnownDevice(this.#cookies);
    this.#services = services;
    this.#directory = directory;
  }

  get signInToken(): string | null {
    return this.#cookies.read('member');
  }

  keepSignIn(token: string): void {
    this.#cookies.write('member', token, signInDays * 86_400_000);
  }

  forgetSignIn(): void {
    this.#cookies.forget('member');
  }

  /** Returns the token with which a form proves that it was sent to this browser. */
  formToken(): string {
    return this.#services.secrets.sign(this.#formText(this.#visit()));
  }

  isFormToken(given: unknown): boolean {
    const visit = this.#cookies.read('visit');
    return (
      visit !== null && typeof given === 'string' && this.#services.secrets.isSignature(this.#formText(visit), given)
    );
  }

  #visit(): string {
    const known = this.#cookies.read('visit');
    if (known) return known;
    const visit = randomBytes(16).toString('base64url');
    this.#cookies.write('visit', visit);
    return visit;
  }

  #formText(tied: string): string {
    return `form ${this.#directory.id} ${tied}`;
  }
}
