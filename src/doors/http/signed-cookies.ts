import type { CookieOptions, Request, Response } from 'express';
import type { Services } from '../../kernel/api/context.ts';

interface Use {
  /** What the cookies are for. A cookie that was signed for another use does not count. */
  purpose: string;
  path: string;
  sameSite: 'lax' | 'strict';
}

/** The cookies of a browser, signed so that an attacker cannot plant other values. Scripts cannot read them. */
export class SignedCookies {
  readonly #request: Request;
  readonly #response: Response;
  readonly #secrets: Services['secrets'];
  readonly #purpose: string;
  readonly #options: CookieOptions;

  constructor(request: Request, response: Response, { secrets, publicUrl }: Services, { purpose, ...options }: Use) {
    this.#request = request;
    this.#response = response;
    this.#secrets = secrets;
    this.#purpose = purpose;
    this.#options = { ...options, httpOnly: true, secure: publicUrl.startsWith('https:') };
  }

  read(name: string): string | null {
    const [, value = '', signature = ''] =
      new RegExp(`(?:^|;)\\s*${name}=([\\w-]+)\\.([\\w-]+)\\s*(?:;|$)`).exec(this.#request.headers.cookie ?? '') ?? [];
    return this.#secrets.isSignature(this.#signedText(name, value), signature) ? value : null;
  }

  /** Keeps a value until the browser ends, or for `maxAge` milliseconds. */
  write(name: string, value: string, maxAge?: number): void {
    const signature = this.#secrets.sign(this.#signedText(name, value));
    this.#response.cookie(name, `${value}.${signature}`, { ...this.#options, ...(maxAge && { maxAge }) });
  }

  forget(name: string): void {
    this.#response.clearCookie(name, this.#options);
  }

  #signedText(name: string, value: string): string {
    return `cookie ${this.#purpose} ${name} ${value}`;
  }
}
