import type { IncomingMessage } from 'node:http';
import type { Services } from '../../kernel/api/context.ts';
import type { Scope } from '../../kernel/api/scope.ts';
import { type Credentials, requireScope, type Viewer } from '../../kernel/api/viewer.ts';
import { credentialsOf } from './credentials.ts';
import { traceOf } from './request-trace.ts';

/**
 * The viewer of a request, null without credentials. The log names the viewer. Rejects with `UNAUTHENTICATED` when the credentials
 * are wrong.
 */
export function authenticate(request: IncomingMessage, services: Services): Promise<Viewer | null> {
  return authenticateAs(credentialsOf(request.headers), request, services);
}

/** The viewer of a request whose credentials stand elsewhere than in its headers. */
export async function authenticateAs(
  credentials: Credentials | null,
  request: IncomingMessage,
  { authenticator }: Services,
): Promise<Viewer | null> {
  const viewer = credentials && (await authenticator.authenticate(credentials));
  Object.assign(traceOf(request), { viewer });
  return viewer;
}

/** The viewer of a request, whose key has the scope. Rejects with `UNAUTHENTICATED` or `FORBIDDEN`. */
export async function authorize(request: IncomingMessage, services: Services, scope: Scope): Promise<Viewer> {
  const viewer = await authenticate(request, services);
  requireScope(viewer, scope);
  return viewer;
}
