import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Services } from '../api/context.ts';
import { requireScope, type Viewer } from '../api/viewer.ts';
import { authenticate, authenticateAs, isFromOtherOrigin } from '../http/authentication.ts';
import { readForm } from '../http/body/form-body.ts';
import { pageLanguage } from '../http/browser/page-language.ts';
import { SignedCookies } from '../http/browser/signed-cookies.ts';
import { traceOf } from '../http/request-trace.ts';
import { Problem, type ProblemCode, retryAfterOf } from '../kernel/problem.ts';
import { type Captured, listCaptured, readCaptured } from '../messaging/platform/outbox.ts';
import { dictionaries, type Language, type Words, wordFor } from '../words/languages.ts';
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
      // With no-referrer, browsers would hide the origin of the forms, which the service checks.
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

/**
 * Calls the handler if the key has the scope `ADMIN`. Programs send the key with each request, and browsers sign in
 * with it.
 */
function allowed(services: Services, handle: Handler): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'outbox';
    const viewer = (await authenticate(request, services)) ?? (await signedInViewer(request, response, services));
    requireScope(viewer, 'ADMIN');
    await handle(request, response, services, viewer.account.id);
  };
}

/** Asks for a key if there is none, or if it is wrong or lacks the scope. */
const askAgain: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const status = error instanceof Problem ? statuses[error.code] : undefined;
  if (!status) return next(error);
  const retryAfter = retryAfterOf(error as Problem);
  if (retryAfter !== null) response.set('Retry-After', `${retryAfter}`);
  const isFirst = status === 401 && request.method === 'GET' && !request.headers.authorization;
  const language = pageLanguage(request);
  const { problems } = dictionaries[language].outbox;
  const problem = wordFor(problems, (error as Problem).code) ?? problems.UNAUTHENTICATED;
  askForKey(response, { status, language }, isFirst ? null : problem);
};

const statuses: Partial<Record<ProblemCode, number>> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, TOO_MANY_REQUESTS: 429 };

const showList: Handler = async (request, response, { dataDirectory }, accountId) => {
  const names = await listCaptured(dataDirectory, accountId);
  const page = Math.max(1, Math.trunc(Number(request.query.page)) || 1);
  const shown = names.slice((page - 1) * pageSize, page * pageSize);
  const messages = await Promise.all(
    shown.map(async (name) => ({ name, message: await readCaptured(dataDirectory, accountId, name) })),
  );
  const language = pageLanguage(request);
  const { outbox } = dictionaries[language];
  sendPage(response, {
    ...{ title: outbox.title, language },
    home: { name: outbox.title, href: '/outbox' },
    who: signOutButton(outbox),
    main: (
      <div class="width plain">
        <h1>{outbox.title}</h1>
        <p>{outbox.lead}</p>
        {names.length === 0 && <p>{outbox.none}</p>}
        <ul class="messages">
          {/* A message may have been removed after the names were read. */}
          {messages.flatMap(({ name, message }) =>
            message ? [<li key={name}>{entry(name, message, outbox)}</li>] : [],
          )}
        </ul>
        {page > 1 && (
          <p>
            <a href={`/outbox?page=${page - 1}`}>{outbox.newer}</a>
          </p>
        )}
        {names.length > page * pageSize && (
          <p>
            <a href={`/outbox?page=${page + 1}`}>{outbox.older}</a>
          </p>
        )}
      </div>
    ),
  });
};

const showMessage: Handler = async (request, response, { dataDirectory }, accountId) => {
  const name = String(request.params.name);
  const message = await readCaptured(dataDirectory, accountId, name);
  const language = pageLanguage(request);
  const { outbox } = dictionaries[language];
  if (!message) return sayMissing(request, response);
  sendPage(response, {
    ...{ title: titleOf(message, outbox), language },
    home: { name: outbox.title, href: '/outbox' },
    who: signOutButton(outbox),
    main: (
      <div class="width plain">
        <h1>{titleOf(message, outbox)}</h1>
        <dl class="headers">{headersOf(message, outbox)}</dl>
        {message.channel === 'EMAIL' && (
          <iframe
            class="mail"
            title={outbox.frame}
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
  if (message?.channel !== 'EMAIL') return sayMissing(request, response);
  sendMail(response, message.html);
};

function sayMissing(request: Request, response: Response): void {
  const language = pageLanguage(request);
  const { messages, outbox } = dictionaries[language];
  sendMessage(response, { status: 404, language }, messages.notFound, outbox.missing);
}

type OutboxWords = Words['outbox'];

function entry(name: string, message: Captured, outbox: OutboxWords) {
  return [
    <a href={`/outbox/${name}`}>{titleOf(message, outbox)}</a>,
    <p class="facts">{outbox.entry(message.channel, recipientOf(message), message.capturedAt)}</p>,
  ];
}

function titleOf(message: Captured, { noSubject }: OutboxWords): string {
  const title = message.channel === 'EMAIL' ? message.subject : message.text.slice(0, 100);
  return title.trim() || noSubject;
}

function recipientOf(message: Captured): string {
  return message.channel === 'EMAIL' ? addressOf(message.to) : message.to;
}

function addressOf({ name, address }: { name: string | null; address: string }): string {
  return name ? `${name} <${address}>` : address;
}

function headersOf(message: Captured, { headers }: OutboxWords) {
  const email = message.channel === 'EMAIL' ? message : null;
  const shown = [
    [headers.message, message.id],
    [headers.channel, message.integrationChannel],
    [headers.from, email && addressOf(email.from)],
    [headers.to, recipientOf(message)],
    [headers.subject, email?.subject],
    [headers.unsubscribe, email?.unsubscribeUrl],
    [headers.captured, message.capturedAt],
  ];
  return shown.flatMap(([name, value]) => (value == null ? [] : [<dt>{name}</dt>, <dd>{value}</dd>]));
}

/** How long a sign-in lasts: a working day. It ends earlier if the key is revoked or expires. */
const signedInMilliseconds = 8 * 3_600_000;

/** The maximum size of a form, in bytes. Every key id and secret is shorter. */
const longestForm = 4 * 1024;

/**
 * Signs browsers in with a cookie. Other sites cannot use it, and it is valid only for the outbox. Browsers would add
 * Basic credentials to every request to the service.
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

function askForKey(
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

function signOutButton({ signOut }: OutboxWords) {
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
