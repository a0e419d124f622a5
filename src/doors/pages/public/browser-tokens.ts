import { randomBytes } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import type { Directory } from '../../../directories/directory/directory.ts';
import type { Services } from '../../../kernel/api/context.ts';
import { directoryPath } from '../../../kernel/values/links.ts';

const signInDays = 14;

/**
 * The cookies that a browser keeps for a directory: the sign-in token of a member, and a token that ties forms to the
 * browser. Both are signed, so that an attacker cannot set other values.
 */
export class Browser {
  readonly #request: Request;
  readonly #response: Response;
  readonly #services: Services;
  readonly #directory: Directory;

  constructor(request: Request, response: Response, services: Services, directory: Directory) {
    this.#request = request;
    this.#response = response;
    this.#services = services;
    this.#directory = directory;
  }

  /** The sign-in token, or null if no member is signed in. */
  get signInToken(): string | null {
    return this.#read('member');
  }

  keepSignIn(token: string): void {
    this.#write('member', token, signInDays * 86_400_000);
  }

  forgetSignIn(): void {
    this.#response.clearCookie('member', this.#options);
  }

  /** Returns the token that a form must carry. It proves that the form was sent to this browser. */
  formToken(): string {
    return this.#services.secrets.sign(this.#formText(this.#visit()));
  }

  isFormToken(given: unknown): boolean {
    const visit = this.#read('visit');
    return (
      visit !== null && typeof given === 'string' && this.#services.secrets.isSignature(this.#formText(visit), given)
    );
  }

  #visit(): string {
    const known = this.#read('visit');
    if (known) return known;
    const visit = randomBytes(16).toString('base64url');
    this.#write('visit', visit);
    return visit;
  }

  #formText(tied: string): string {
    return `form ${this.#directory.id} ${tied}`;
  }

  #read(name: string): string | null {
    const [, value = '', signature = ''] =
      new RegExp(`(?:^|;)\\s*${name}=([\\w-]+)\\.([\\w-]+)\\s*(?:;|$)`).exec(this.#request.headers.cookie ?? '') ?? [];
    return this.#services.secrets.isSignature(this.#cookieText(name, value), signature) ? value : null;
  }

  #write(name: string, value: string, maxAge?: number): void {
    const signature = this.#services.secrets.sign(this.#cookieText(name, value));
    this.#response.cookie(name, `${value}.${signature}`, { ...this.#options, ...(maxAge && { maxAge }) });
  }

  #cookieText(name: string, value: string): string {
    return `cookie ${this.#directory.id} ${name} ${value}`;
  }

  get #options(): CookieOptions {
    return {
      path: directoryPath(this.#directory.code),
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#services.publicUrl.startsWith('https:'),
    };
  }
}
