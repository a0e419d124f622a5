import { type Request, type Response, Router } from 'express';
import type { ComponentChild } from 'preact';
import type { Services } from '../api/context.ts';
import { requireScope, type Viewer } from '../api/viewer.ts';
import { authenticateAs, isFromOtherOrigin } from '../http/authentication.ts';
import { readForm } from '../http/body/form-body.ts';
import { SignedCookies } from '../http/browser/signed-cookies.ts';
import { traceOf } from '../http/request-trace.ts';
import { Problem } from '../kernel/problem.ts';
import { dictionaries, type Language, type Words } from '../words/languages.ts';
import { field } from './public/form-field.tsx';
import { sendPage } from './public/site.tsx';

/** How long a sign-in lasts: a working day. It ends earlier if the key is revoked or expires. */
const signedInMilliseconds = 8 * 3_600_000;

/** The longest form, in bytes. Every key id and secret is shorter. */
const longestForm = 4 * 1024;

/**
 * Signs browsers in with a cookie. Other sites cannot use it, and it is valid only for the outbox. Browsers would add
 * Basic credentials to every request to the service.
 */
export function outboxSignIn(services: Services): Router {
  const router = Router();
  router.post('/outbox/sign-in', async (request, response) => {
    traceOf(request).operation = 'outbox sign-in';
    if (isFromOtherOrigin(request.headers, services.publicUrl)) throw new Problem('FORBIDDEN');
    await readForm(request, longestForm);
    const { key, secret } = (request.body ?? {}) as Record<string, unknown>;
    const viewer = await authenticateAs({ id: textOf(key), secret: textOf(secret) }, request, services);
    requireScope(viewer, 'ADMIN');
    const value = `${viewer.keyId}-${Date.now() + signedInMilliseconds}`;
    cookies(request, response, services).write('outbox', value, signedInMilliseconds);
    response.redirect(303, '/outbox');
  });
  router.post('/outbox/sign-out', (request, response) => {
    if (isFromOtherOrigin(request.headers, services.publicUrl)) throw new Problem('FORBIDDEN');
    cookies(request, response, services).forget('outbox');
    response.redirect(303, '/outbox');
  });
  return router;
}

/** Returns null without a sign-in, or if the key is no longer valid. */
export async function signedInViewer(request: Request, response: Response, services: Services): Promise<Viewer | null> {
  if (isFromOtherOrigin(request.headers, services.publicUrl)) return null;
  const [keyId, endsAt] = cookies(request, response, services).read('outbox')?.split('-') ?? [];
  if (!keyId || Number(endsAt) <= Date.now()) return null;
  const viewer = await services.authenticator.recall(keyId);
  traceOf(request).viewer = viewer;
  return viewer;
}

export function askForKey(
  response: Response,
  { status, language }: { status: number; language: Language },
  notice: string | null,
): void {
  const { outbox } = dictionaries[language];
  sendPage(response, {
    ...{ title: outbox.title, status, language },
    main: (
      <div class="width plain">
        <h1>{outbox.title}</h1>
        {notice && (
          <div class="note bad" role="alert">
            <p>{notice}</p>
          </div>
        )}
        <section class="sign-in" aria-label={outbox.signIn}>
          <p class="hint">{outbox.signInHint}</p>
          <form method="post" action="/outbox/sign-in">
            {field(outbox.key, 'key', { type: 'text', autocomplete: 'username' })}
            {field(outbox.secret, 'secret', { type: 'password', autocomplete: 'current-password' })}
            <button class="button" type="submit">
              {outbox.signIn}
            </button>
          </form>
        </section>
      </div>
    ),
  });
}

export function signOutButton({ signOut }: Words['outbox']): ComponentChild {
  return (
    <div class="who">
      <form method="post" action="/outbox/sign-out">
        <button class="button quiet" type="submit">
          {signOut}
        </button>
      </form>
    </div>
  );
}

function cookies(request: Request, response: Response, services: Services): SignedCookies {
  return new SignedCookies(request, response, services, { purpose: 'outbox', path: '/outbox', sameSite: 'strict' });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
