import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Services } from '../../api/context.ts';
import { longestMilliseconds } from '../../people/sign-in/person-sign-in.ts';
import { readSignedCookie, SignedCookies } from './signed-cookies.ts';

type CookieServices = Pick<Services, 'publicUrl' | 'secrets'>;

const purpose = 'console';

/**
 * Returns the name of the cookie. Browsers accept its prefix only over https. It prevents other hosts of the domain
 * from setting the cookie.
 */
function nameOn(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-console' : 'console';
}

export function signInTokenOf(headers: IncomingHttpHeaders, { publicUrl, secrets }: CookieServices): string | null {
  return readSignedCookie(headers, secrets, purpose, nameOn(publicUrl));
}

export function keepSignInToken(request: Request, response: Response, services: Services, token: string): void {
  cookies(request, response, services).write(nameOn(services.publicUrl), token, longestMilliseconds);
}

export function forgetSignInToken(request: Request, response: Response, services: Services): void {
  cookies(request, response, services).forget(nameOn(services.publicUrl));
}

/** Not `SameSite=Strict`: with it, links in emails would lead to the sign-in page. */
function cookies(request: Request, response: Response, services: Services): SignedCookies {
  return new SignedCookies(request, response, services, { purpose, path: '/', sameSite: 'lax' });
}
