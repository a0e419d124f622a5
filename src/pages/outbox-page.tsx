import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Services } from '../api/context.ts';
import { requireScope, type Viewer } from '../api/viewer.ts';
import { authenticate, authenticateAs, isFromOtherOrigin } from '../http/authentication.ts';
import { readForm } from '../http/body/form-body.ts';
import { SignedCookies } from '../http/browser/signed-cookies.ts';
import { traceOf } from '../http/request-trace.ts';
import { Problem, type ProblemCode, problems, retryAfterOf } from '../kernel/problem.ts';
import { type Captured, listCaptured, readCaptured } from '../messaging/platform/outbox.ts';
import { field } from './public/form-field.tsx';
import { sendMail } from './public/mail-page.ts';
import { policyWith, sendMessage, sendPage } from './public/site.tsx';

const pageSize = 50;

/** Serves the captured messages of an account to a key with the scope `ADMIN`. */
export function outboxPages(services: Services): Router {
  const router = Router();
  router.use('/outbox', (_, response, next) => {
    response.set({
      'Content-Security-Policy': policyWith("frame-src 'self'"),
      // With no-referrer, browsers hide the origin of the forms, which the service checks.
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
    });
    next();
  });
  router.use(outboxSignIn(services));
  router.get('/outbox', allowed(services, showList));
  router.get('/outbox/:name', allowed(services, showMessage));
  router.get('/outbox/:name/html', allowed(services, showHtml));
  router.use('/outbox', askAgain);
  return router;
}

type Handler = (request: Request, response: Response, services: Services, accountId: string) => Promise<void>;

/** Calls the handler if the key has the scope `ADMIN`. Programs send its credentials, browsers sign in with it. */
function allowed(services: Services, handle: Handler): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'outbox';
    const viewer = (await authenticate(request, services)) ?? (await signedInViewer(request, response, services));
    requireScope(viewer, 'ADMIN');
    await handle(request, response, services, viewer.account.id);
  };
}

/** Asks for a key if there is none, or if the key is wrong or lacks the scope. */
const askAgain: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const status = error instanceof Problem ? statuses[error.code] : undefined;
  if (!status) return next(error);
  const retryAfter = retryAfterOf(error as Problem);
  if (retryAfter !== null) response.set('Retry-After', `${retryAfter}`);
  const isFirst = status === 401 && request.method === 'GET' && !request.headers.authorization;
  // Other messages tell programs how to send credentials.
  const message = status === 401 ? problems.UNAUTHENTICATED : (error as Problem).message;
  askForKey(response, status, isFirst ? null : message);
};

const statuses: Partial<Record<ProblemCode, number>> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, TOO_MANY_REQUESTS: 429 };

const showList: Handler = async (request, response, { dataDirectory }, accountId) => {
  const names = await listCaptured(dataDirectory, accountId);
  const page = Math.max(1, Math.trunc(Number(request.query.page)) || 1);
  const shown = names.slice((page - 1) * pageSize, page * pageSize);
  const messages = await Promise.all(
    shown.map(async (name) => ({ name, message: await readCaptured(dataDirectory, accountId, name) })),
  );
  sendPage(response, {
    title: 'Outbox',
    home: { name: 'Outbox', href: '/outbox' },
    who: signOutButton(),
    main: (
      <div class="width plain">
        <h1>Outbox</h1>
        <p>Messages that the service captured instead of sending, newest first.</p>
        {names.length === 0 && <p>No messages yet.</p>}
        <ul class="messages">
          {/* A message may have been pruned after the names were read. */}
          {messages.flatMap(({ name, message }) => (message ? [<li key={name}>{entry(name, message)}</li>] : []))}
        </ul>
        {page > 1 && (
          <p>
            <a href={`/outbox?page=${page - 1}`}>Newer</a>
          </p>
        )}
        {names.length > page * pageSize && (
          <p>
            <a href={`/outbox?page=${page + 1}`}>Older</a>
          </p>
        )}
      </div>
    ),
  });
};

const showMessage: Handler = async (request, response, { dataDirectory }, accountId) => {
  const name = String(request.params.name);
  const message = await readCaptured(dataDirectory, accountId, name);
  if (!message)
    return sendMessage(response, { status: 404, language: 'en' }, 'Not found', 'There is no message at this address.');
  sendPage(response, {
    title: titleOf(message),
    home: { name: 'Outbox', href: '/outbox' },
    who: signOutButton(),
    main: (
      <div class="width plain">
        <h1>{titleOf(message)}</h1>
        <dl class="headers">{headersOf(message)}</dl>
        {message.channel === 'EMAIL' && (
          <iframe
            class="mail"
            title="HTML version of the message"
            src={`/outbox/${name}/html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
        )}
        <pre class="mail-text">{message.text}</pre>
      </div>
    ),
  });
};

const showHtml: Handler = async (request, response, { dataDirectory }, accountId) => {
  const message = await readCaptured(dataDirectory, accountId, String(request.params.name));
  if (message?.channel !== 'EMAIL')
    return sendMessage(response, { status: 404, language: 'en' }, 'Not found', 'There is no message at this address.');
  sendMail(response, message.html);
};

function entry(name: string, message: Captured) {
  return [
    <a href={`/outbox/${name}`}>{titleOf(message)}</a>,
    <p class="facts">{`${message.channel} to ${recipientOf(message)}, ${message.capturedAt}`}</p>,
  ];
}

function titleOf(message: Captured): string {
  const title = message.channel === 'EMAIL' ? message.subject : message.text.slice(0, 100);
  return title.trim() || '(no subject)';
}

function recipientOf(message: Captured): string {
  return message.channel === 'EMAIL' ? addressOf(message.to) : message.to;
}

function addressOf({ name, address }: { name: string | null; address: string }): string {
  return name ? `${name} <${address}>` : address;
}

function headersOf(message: Captured) {
  const headers = {
    Message: message.id,
    Channel: message.integrationChannel,
    ...(message.channel === 'EMAIL' && { From: addressOf(message.from) }),
    To: recipientOf(message),
    ...(message.channel === 'EMAIL' && { Subject: message.subject }),
    ...(message.channel === 'EMAIL' && message.unsubscribeUrl && { Unsubscribe: message.unsubscribeUrl }),
    Captured: message.capturedAt,
  };
  return Object.entries(headers).flatMap(([name, value]) => [<dt>{name}</dt>, <dd>{value}</dd>]);
}

/** How long a sign-in lasts: a working day. The cookie ends earlier if its key is revoked or expires. */
const signedInMilliseconds = 8 * 3_600_000;

/** The longest form, in bytes, which is longer than every key id and secret. */
const longestForm = 4 * 1024;

/**
 * The cookie is valid only for the outbox and not for requests from other sites, unlike Basic credentials, which
 * browsers add to every request to the service.
 */
function outboxSignIn(services: Services): Router {
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
async function signedInViewer(request: Request, response: Response, services: Services): Promise<Viewer | null> {
  if (isFromOtherOrigin(request.headers, services.publicUrl)) return null;
  const [keyId, endsAt] = cookies(request, response, services).read('outbox')?.split('-') ?? [];
  if (!keyId || Number(endsAt) <= Date.now()) return null;
  const viewer = await services.authenticator.recall(keyId);
  traceOf(request).viewer = viewer;
  return viewer;
}

function askForKey(response: Response, status: number, notice: string | null): void {
  sendPage(response, {
    title: 'Outbox',
    status,
    main: (
      <div class="width plain">
        <h1>Outbox</h1>
        {notice && (
          <div class="note bad" role="alert">
            <p>{notice}</p>
          </div>
        )}
        <section class="sign-in" aria-label="Sign in">
          <p class="hint">Sign in with an API key that has the scope ADMIN.</p>
          <form method="post" action="/outbox/sign-in">
            {field('Key id', 'key', { type: 'text', autocomplete: 'username' })}
            {field('Secret', 'secret', { type: 'password', autocomplete: 'current-password' })}
            <button class="button" type="submit">
              Sign in
            </button>
          </form>
        </section>
      </div>
    ),
  });
}

function signOutButton() {
  return (
    <div class="who">
      <form method="post" action="/outbox/sign-out">
        <button class="button quiet" type="submit">
          Sign out
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
