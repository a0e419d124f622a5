import type { IncomingMessage } from 'node:http';
import type { Services } from '../api/context.ts';
import type { Scope } from '../api/scope.ts';
import { type Credentials, requireScope, type Viewer } from '../api/viewer.ts';
import { Problem } from '../kernel/problem.ts';
import { admit } from './admission.ts';
import { signInTokenOf } from './browser/console-cookie.ts';
import { credentialsOf } from './credentials.ts';
import { borrowsCredentials, isFromOwnPage } from './other-origins.ts';
import { addressOf, traceOf } from './request-trace.ts';

/**
 * Returns the viewer of a request, or null without credentials, and records the viewer for the log. Rejects with
 * `UNAUTHENTICATED` when the credentials are wrong, and with `FORBIDDEN` when a page of another origin borrowed them.
 */
export async function authenticate(request: IncomingMessage, services: Services): Promise<Viewer | null> {
  if (borrowsCredentials(request.headers, services.publicUrl))
    throw new Problem('FORBIDDEN', 'A page of another origin cannot use Basic credentials. Use another form of them.');
  return authenticateAs(credentialsOf(request.headers), request, services);
}

/**
 * Returns the person whose sign-in to the console the browser has sent, or null. It counts only for requests of our own
 * pages: the browser adds the cookie also to requests that others make.
 */
async function findPerson(
  request: IncomingMessage,
  { authenticator, publicUrl, secrets }: Services,
  account: unknown,
): Promise<Viewer | null> {
  const { headers } = request;
  const token = isFromOwnPage(headers, publicUrl) ? signInTokenOf(headers, { secrets, publicUrl }) : null;
  return token === null ? null : authenticator.findSignedIn(token, typeof account === 'string' ? account : undefined);
}

/** Authenticates a request and never rejects: `identified` returns the outcome. */
export async function identify(request: IncomingMessage, services: Services): Promise<void> {
  const viewer = authenticate(request, services);
  traceOf(request).identified = viewer;
  await viewer.catch(() => undefined);
}

/** Returns the viewer of a request that passed `identify`, and rejects as `authenticate` does. */
export function identified(request: IncomingMessage): Promise<Viewer | null> {
  return traceOf(request).identified ?? Promise.resolve(null);
}

/**
 * Returns the viewer for the given credentials, which may come from outside the headers of the request, or without any
 * the person who is signed in. Rejects with `TOO_MANY_REQUESTS` when the account is over its limits, or when wrong
 * credentials come too often.
 */
export async function authenticateAs(
  credentials: Credentials | null,
  request: IncomingMessage,
  services: Services,
  account: unknown = request.headers['x-account'],
): Promise<Viewer | null> {
  const viewer = credentials
    ? await services.authenticator.authenticate(credentials, addressOf(request))
    : await findPerson(request, services, account);
  traceOf(request).viewer = viewer;
  if (viewer) await admit(request, viewer, services.limits);
  return viewer;
}

/** Returns the viewer of a request if it has the scope. Rejects with `UNAUTHENTICATED` or `FORBIDDEN`. */
export async function authorize(request: IncomingMessage, services: Services, scope: Scope): Promise<Viewer> {
  const viewer = await authenticate(request, services);
  requireScope(viewer, scope);
  return viewer;
}
