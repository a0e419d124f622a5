import { type Request, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Services } from '../api/context.ts';
import { readForm } from '../http/body/form-body.ts';
import { answerPageFailure } from '../pages/public/page-failure.ts';
import { hideFromSearch, protect } from '../pages/public/site.tsx';
import { consolePath } from '../vocabulary/links.ts';
import { dictionaries } from '../words/languages.ts';
import { consolePages } from './entrance/console-pages.ts';
import {
  entranceWords,
  ownPlace,
  reading,
  receiving,
  say,
  showing,
  type Visit,
  viewerOf,
} from './entrance/console-visit.ts';
import { askToSignIn, returnAfterSignIn } from './entrance/signed-out.ts';
import { sendAsset } from './frame/assets.ts';
import { isLanguage, languageCookie, languageOf } from './frame/language.ts';
import { noticesOf, type Screen } from './frame/screen.ts';
import { RunnableScreen } from './frame/screen-request.ts';
import { mailPages } from './mail-pages.ts';
import { screens } from './screen-list.ts';

/** The maximum size of a form, in bytes. */
const longestForm = 512 * 1024;
/** The maximum size of a form with lines, in bytes: 10,000 codes of 100 characters, in the encoding of browsers. */
const longestFormWithLines = 2 * 1024 ** 2;
/**
 * The maximum size of a form that is kept while the person signs in again, because the sign-in ended while they were
 * typing.
 */
const longestFormOfSignedOut = 64 * 1024;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function consoleRoutes(services: Services, schema: GraphQLSchema): Router {
  const router = Router();
  router.use(`${consolePath}/assets`, sendAsset);
  router.use(consolePath, protect(services.publicUrl), hideFromSearch, (_, response, next) => {
    // With no-referrer, browsers would hide the origin of the forms, which the service checks.
    response.set('Referrer-Policy', 'same-origin');
    next();
  });
  router.use(consolePages(services));
  router.use(mailPages(services, schema));
  router.post(
    `${consolePath}/language`,
    receiving(services, 'consoleLanguage', reading(longestFormOfSignedOut, chooseLanguage)),
  );
  router.use(consolePath, (_, response, next) => {
    response.set('Content-Security-Policy', policy);
    next();
  });
  const notices = noticesOf(screens);
  for (const screen of screens) {
    const runnable = new RunnableScreen(screen, schema, notices);
    const operation = `console ${screen.path || '/'}`;
    router.get(
      consolePath + screen.path,
      showing(services, operation, (visit) => show(runnable, visit)),
    );
    router.post(
      consolePath + screen.path,
      receiving(services, operation, (visit) => receive(runnable, visit)),
    );
  }
  router.use(consolePath, (request, response) => {
    const { title, text } = entranceWords({ request }).notFound;
    say({ request, response }, 404, title, text);
  });
  router.use(consolePath, answerPageFailure(services, languageOf));
  return router;
}

const lengthOf = ({ headers }: Request) => Number(headers['content-length'] ?? 0);

const hasLines = ({ forms = {} }: Screen) =>
  Object.values(forms).some(({ fields }) => Object.values(fields).some(({ kind }) => kind === 'lines'));

async function show(runnable: RunnableScreen, visit: Visit): Promise<void> {
  const { request, response, services } = visit;
  const viewer = await viewerOf(visit);
  if (!viewer) return askToSignIn(visit);
  const page = runnable.pageOf(request, viewer, services);
  if (!page.may(runnable.screen.scope)) return refuse(visit, viewer.person?.role ?? 'ANALYST');
  await runnable.show(request, response, services, page);
}

async function receive(runnable: RunnableScreen, visit: Visit): Promise<void> {
  const { request, response, services } = visit;
  const isUpload = Boolean(request.is('multipart/form-data'));
  const known = await viewerOf(visit);
  // A browser cannot keep a file for later, and a page cannot hold a long form.
  if (!known && (isUpload || lengthOf(request) > longestFormOfSignedOut)) return askToSignIn(visit);
  const longest = hasLines(runnable.screen) ? longestFormWithLines : longestForm;
  await readForm(request, known ? longest : longestFormOfSignedOut);
  // Express leaves the body undefined if it has another type.
  request.body ??= {};
  const viewer = known ?? (await returnAfterSignIn(visit, (name) => runnable.isPassword(request.body._form, name)));
  if (!viewer) return;
  const page = runnable.pageOf(request, viewer, services);
  if (!page.may(runnable.screen.scope)) return refuse(visit, viewer.person?.role ?? 'ANALYST');
  if (isUpload) return runnable.receiveFile(request, response, services, page);
  if (known) return runnable.receive(request, response, services, page);
  page.notice = page.words.frame.signedInAgain;
  page.attempt = {
    form: String(request.body._form),
    key: String(request.body._key ?? ''),
    body: request.body,
    problems: new Map(),
  };
  await runnable.show(request, response, services, page);
}

function refuse(visit: Visit, role: 'OWNER' | 'MARKETER' | 'ANALYST'): void {
  const { refused, roles } = dictionaries[languageOf(visit.request)].frame;
  say(visit, 403, refused.title, refused.text(roles[role]));
}

async function chooseLanguage({ request, response }: Visit): Promise<void> {
  const { language, to } = (request.body ?? {}) as Record<string, unknown>;
  if (isLanguage(language)) response.append('Set-Cookie', languageCookie(language));
  response.redirect(303, ownPlace(to));
}
