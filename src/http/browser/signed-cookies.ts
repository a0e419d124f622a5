import type { IncomingHttpHeaders } from 'node:http';
import type { CookieOptions, Request, Response } from 'express';
import type { Services } from '../../api/context.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';

interface Use {
  purpose: string;
  path: string;
  sameSite: 'lax' | 'strict';
}

/** Cookies that are signed, so that nobody can forge values, and hidden from scripts. */
export class SignedCookies {
  readonly #request: Request;
  readonly #response: Response;
  readonly #secrets: Secrets;
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
    return readSignedCookie(this.#request.headers, this.#secrets, this.#purpose, name);
  }

  write(name: string, value: string, maxAge?: number): void {
    const signature = this.#secrets.sign(signedText(this.#purpose, name, value));
    this.#response.cookie(name, `${value}.${signature}`, { ...this.#options, ...(maxAge && { maxAge }) });
  }

  forget(name: string): void {
    this.#response.clearCookie(name, this.#options);
  }
}

export function readSignedCookie(
  { cookie = '' }: IncomingHttpHeaders,
  secrets: Secrets,
  purpose: string,
  name: string,
): string | null {
  const [, value = '', signature = ''] =
    new RegExp(`(?:^|;)\\s*${name}=([\\w-]+)\\.([\\w-]+)\\s*(?:;|$)`).exec(cookie) ?? [];
  return secrets.isSignature(signedText(purpose, name, value), signature) ? value : null;
}

function signedText(purpose: string, name: string, value: string): string {
  return `cookie ${purpose} ${name} ${value}`;
}
