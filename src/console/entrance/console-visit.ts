import type { Request, RequestHandler, Response } from 'express';
import type { Services } from '../../api/context.ts';
import type { Viewer } from '../../api/viewer.ts';
import { admit, isFromOwnPage } from '../../http/authentication.ts';
import { readForm } from '../../http/body/form-body.ts';
import { keepSignInToken, signInTokenOf } from '../../http/browser/console-cookie.ts';
import { KnownDevice } from '../../http/browser/known-device.ts';
import { SignedCookies } from '../../http/browser/signed-cookies.ts';
import { addressOf, traceOf } from '../../http/request-trace.ts';
import { sendMessage } from '../../pages/public/site.tsx';
import type { Entered, Entrant } from '../../people/entrance/person-proof.ts';
import { endByToken } from '../../people/sign-in/person-sign-in.ts';
import { consolePath } from '../../vocabulary/links.ts';
import { dictionaries, type Words } from '../../words/languages.ts';
import { languageOf } from '../frame/language.ts';

export interface Visit {
  request: Request;
  response: Response;
  services: Services;
}

export function showing(
  services: Services,
  operation: string,
  handle: (visit: Visit) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = operation;
    await handle({ request, response, services });
  };
}

/** Refuses forms from other sites, even before sign-in. */
export function receiving(
  services: Services,
  operation: string,
  handle: (visit: Visit) => Promise<void>,
): RequestHandler {
  return showing(services, operation, async (visit) => {
    if (isFromOwnPage(visit.request.headers, services.publicUrl)) return handle(visit);
    const { title, text } = entranceWords(visit).otherSite;
    say(visit, 403, title, text);
  });
}

/** Reads a form of at most this many bytes before the handler runs, even before sign-in. */
export function reading(limit: number, handle: (visit: Visit) => Promise<void>): (visit: Visit) => Promise<void> {
  return async (visit) => {
    await readForm(visit.request, limit);
    await handle(visit);
  };
}

export function entranceWords({ request }: Pick<Visit, 'request'>): Words['entrance'] {
  return dictionaries[languageOf(request)].entrance;
}

export function say(
  { request, response }: Pick<Visit, 'request' | 'response'>,
  status: number,
  title: string,
  ...lines: string[]
): void {
  sendMessage(response, { status, language: languageOf(request) }, title, ...lines);
}

export async function viewerOf({ request, services }: Visit): Promise<Viewer | null> {
  const token = signInTokenOf(request.headers, services);
  const viewer = token === null ? null : await services.authenticator.findSignedIn(token);
  traceOf(request).viewer = viewer;
  if (viewer) await admit(request, viewer, services.limits);
  return viewer;
}

export function entrantOf(visit: Visit): Entrant {
  const { request } = visit;
  return {
    address: addressOf(request),
    browser: request.headers['user-agent'] ?? '',
    deviceOf: (personId) => deviceOf(visit).of(personId),
  };
}

/** Stores a new sign-in in the browser, and redirects to the requested page. */
export async function enter(visit: Visit, entered: Entered): Promise<void> {
  await keepEntered(visit, entered);
  visit.response.redirect(303, ownPlace(visit.request.query.to));
}

/** Replaces the sign-in that the browser has. */
export async function keepEntered(visit: Visit, { token, personId }: Entered): Promise<void> {
  const { request, response, services } = visit;
  const former = signInTokenOf(request.headers, services);
  if (former !== null) await endByToken(services.database, former);
  keepSignInToken(request, response, services, token);
  deviceOf(visit).keep(personId);
}

/** Returns the address, or the home of the console if the address is outside the console. */
export function ownPlace(given: unknown): string {
  return typeof given === 'string' && /^\/console(?![^/?])[\w/.~%?&=:+,*-]*$/.test(given) ? given : consolePath;
}

function deviceOf({ request, response, services }: Visit): KnownDevice {
  const use = { purpose: 'console', path: consolePath, sameSite: 'lax' } as const;
  return new KnownDevice(new SignedCookies(request, response, services, use));
}

export function given({ request }: Visit, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
