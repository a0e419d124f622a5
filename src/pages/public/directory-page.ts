import { randomBytes } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { onClockOf } from '../../accounts/account/account-clock.ts';
import type { Services } from '../../api/context.ts';
import { openCampaign } from '../../directories/campaign/campaign-opening.ts';
import { closedReason, findDirectoryByCode, showcaseOf } from '../../directories/campaign/showcase.ts';
import type { Directory } from '../../directories/directory/directory.ts';
import { endSignIn, findSignedIn, signInByPassword, signInBySingleSignOn } from '../../directories/sign-in/sign-in.ts';
import { windowMinutes } from '../../directories/sign-in/sign-in-attempts.ts';
import { hasPaidAccess } from '../../directories/user/paid-access.ts';
import type { DirectoryUser } from '../../directories/user/user.ts';
import { readForm } from '../../http/body/form-body.ts';
import { KnownDevice } from '../../http/browser/known-device.ts';
import { isLook } from '../../http/browser/link-opening.ts';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { SignedCookies } from '../../http/browser/signed-cookies.ts';
import { traceOf } from '../../http/request-trace.ts';
import { now } from '../../kernel/values/instant.ts';
import { directoryPath, sessionPath, signOnPath } from '../../vocabulary/links.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { blockNotice, directoryPage, type View } from './directory-view.tsx';
import { sendNoPage } from './no-page.ts';
import { sendMessage, sendPage } from './site.tsx';

interface Visit {
  directory: Directory;
  browser: Browser;
  language: Language;
  services: Services;
  request: Request;
  response: Response;
}

const path = directoryPath(':code');
/** The maximum size of a form, in bytes. */
const longestForm = 16 * 1024;

/** Serves the pages. All of them work without scripts. */
export function directoryRoutes(services: Services): Router {
  const router = Router();
  router.get(path, visiting(services, showPage));
  router.get(signOnPath(':code'), visiting(services, followSignOn));
  for (const [name, handle] of Object.entries({ 'sign-in': signIn, 'sign-out': signOut, open }))
    router
      .route(`${path}/${name}`)
      .post(visiting(services, fromOwnForm(handle)))
      // A browser that shows a refusal has this address, and requests it when it restores its tabs.
      .get(visiting(services, async (visit) => backToPage(visit)));
  return router;
}

function visiting(services: Services, handle: (visit: Visit) => Promise<void>): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'directoryPage';
    const directory = await findDirectoryByCode(services.database, String(request.params.code));
    const language = pageLanguage(request);
    response.vary('Accept-Language');
    if (!directory) return sendNoPage(request, response, 'noDirectory');
    const browser = new Browser(request, response, services, directory);
    await onClockOf(services.database, directory.accountId, () =>
      handle({ directory, services, request, response, browser, language }),
    );
  };
}

/** Rejects a form unless this service has sent it to the same browser. */
function fromOwnForm(handle: (visit: Visit) => Promise<void>): (visit: Visit) => Promise<void> {
  return async (visit) => {
    await readForm(visit.request, longestForm);
    if (visit.browser.isFormToken(visit.request.body?.form)) return handle(visit);
    await showPage(visit, { status: 403, notice: wordsOf(visit).formExpired });
  };
}

async function showPage(visit: Visit, saying: Partial<Pick<View, 'status' | 'notice' | 'email'>> = {}): Promise<void> {
  const { directory, browser, services, response, language } = visit;
  const user = await memberOf(visit);
  if (!user && browser.signInToken) browser.forgetSignIn();
  const showcase = await showcaseOf(services.database, directory);
  const formToken = browser.formToken();
  const status = saying.status ?? (user?.blockedAt ? 403 : 200);
  sendPage(response, directoryPage({ ...showcase, language, user, formToken, ...saying, status }));
}

async function memberOf({ directory, browser, services }: Visit): Promise<DirectoryUser | null> {
  const token = browser.signInToken;
  return token ? findSignedIn(services.database, directory, token) : null;
}

async function signIn(visit: Visit): Promise<void> {
  const { directory, browser, services, request, response } = visit;
  const email = textOf(request.body.email);
  const password = textOf(request.body.password);
  const address = request.ip ?? '';
  const deviceOf = (emailKey: string) => browser.device.of(emailKey);
  const outcome = await signInByPassword(services.database, directory, { email, password, address, deviceOf });
  if ('token' in outcome) {
    browser.keepSignIn(outcome.token);
    browser.device.keep(outcome.emailKey);
    return backToPage(visit);
  }
  const words = wordsOf(visit);
  if (outcome.refused === 'BLOCKED') return refuseBlocked(visit, outcome.user);
  if (outcome.refused === 'WRONG') return showPage(visit, { status: 403, email, notice: words.wrong });
  response.set('Retry-After', String(windowMinutes * 60));
  await showPage(visit, { status: 429, email, notice: words.tooMany(windowMinutes) });
}

async function signOut(visit: Visit): Promise<void> {
  const { directory, browser, services } = visit;
  const token = browser.signInToken;
  if (token) await endSignIn(services.database, directory, token);
  browser.forgetSignIn();
  backToPage(visit);
}

/**
 * Follows a link that signs a member in. A redirect removes the link from the address bar. Link previews and prefetches
 * do not use up the link.
 */
async function followSignOn(visit: Visit): Promise<void> {
  const { directory, browser, services, request, response, language } = visit;
  if (isLook(request)) {
    response.status(204).end();
    return;
  }
  const outcome = await signInBySingleSignOn(services.database, directory, textOf(request.query.token));
  if ('token' in outcome) {
    browser.keepSignIn(outcome.token);
    browser.device.keep(outcome.emailKey);
    return backToPage(visit);
  }
  if (outcome.refused === 'BLOCKED') return refuseBlocked(visit, outcome.user);
  const { badLink, linkProblems, newLink } = wordsOf(visit);
  const status = outcome.refused === 'UNKNOWN' ? 403 : 410;
  sendMessage(response, { status, language }, badLink, linkProblems[outcome.refused], newLink);
}

function refuseBlocked({ response, language }: Visit, user: DirectoryUser): void {
  const { noAccess } = dictionaries[language].directoryPage;
  sendMessage(response, { status: 403, language }, noAccess, ...blockNotice(user, language));
}

function wordsOf({ language }: Visit) {
  return dictionaries[language].directoryPage;
}

async function open(visit: Visit): Promise<void> {
  const words = wordsOf(visit);
  const { directory, services, request, response } = visit;
  const user = await memberOf(visit);
  if (!user || user.blockedAt) return showPage(visit, { status: 403, notice: words.signInFirst });
  const { campaigns } = await showcaseOf(services.database, directory);
  const campaign = campaigns.find(({ id }) => id === request.body.campaign);
  if (campaign?.type !== 'COUPON') return showPage(visit, { status: 404, notice: words.gone });
  if (closedReason(campaign)) return showPage(visit, { status: 409, notice: words.closed });
  if (campaign.paidSince && !hasPaidAccess(user, now()))
    return showPage(visit, { status: 403, notice: words.forPaying });
  const session = await openCampaign(services.database, directory, user, campaign.id);
  response.redirect(303, sessionPath(campaign.code, session));
}

function backToPage({ directory, response }: Visit): void {
  response.redirect(303, directoryPath(directory.code));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const signInDays = 14;

/**
 * The cookies of a directory: the member's sign-in token, the member's device, and a token that ties forms to the
 * browser.
 */
class Browser {
  readonly #cookies: SignedCookies;
  /** Remembers that a member has signed in with this browser, even after the member has signed out. */
  readonly device: KnownDevice;
  readonly #services: Services;
  readonly #directory: Directory;

  constructor(request: Request, response: Response, services: Services, directory: Directory) {
    const path = directoryPath(directory.code);
    this.#cookies = new SignedCookies(request, response, services, { purpose: directory.id, path, sameSite: 'lax' });
    this.device = new KnownDevice(this.#cookies);
    this.#services = services;
    this.#directory = directory;
  }

  get signInToken(): string | null {
    return this.#cookies.read('member');
  }

  keepSignIn(token: string): void {
    this.#cookies.write('member', token, signInDays * 86_400_000);
  }

  forgetSignIn(): void {
    this.#cookies.forget('member');
  }

  /** Returns the token with which a form proves that it was sent to this browser. */
  formToken(): string {
    return this.#services.secrets.sign(this.#formText(this.#visit()));
  }

  isFormToken(given: unknown): boolean {
    const visit = this.#cookies.read('visit');
    return (
      visit !== null && typeof given === 'string' && this.#services.secrets.isSignature(this.#formText(visit), given)
    );
  }

  #visit(): string {
    const known = this.#cookies.read('visit');
    if (known) return known;
    const visit = randomBytes(16).toString('base64url');
    this.#cookies.write('visit', visit);
    return visit;
  }

  #formText(tied: string): string {
    return `form ${this.#directory.id} ${tied}`;
  }
}
