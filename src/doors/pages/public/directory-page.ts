import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { onClockOf } from '../../../accounts/account/account-clock.ts';
import { openCampaign } from '../../../directories/campaign/campaign-opening.ts';
import { closedReason, findDirectoryByCode, showcaseOf } from '../../../directories/campaign/showcase.ts';
import type { Directory } from '../../../directories/directory/directory.ts';
import {
  endSignIn,
  findSignedIn,
  type SingleSignOnOutcome,
  signInByPassword,
  signInBySingleSignOn,
} from '../../../directories/sign-in/sign-in.ts';
import { windowMinutes } from '../../../directories/sign-in/sign-in-attempts.ts';
import { hasPaidAccess } from '../../../directories/user/paid-access.ts';
import type { DirectoryUser } from '../../../directories/user/user.ts';
import type { Services } from '../../../kernel/api/context.ts';
import { now } from '../../../kernel/values/instant.ts';
import { directoryPath, sessionPath, signOnPath } from '../../../kernel/values/links.ts';
import { isLook } from '../../http/browser/link-opening.ts';
import { traceOf } from '../../http/request-trace.ts';
import { Browser } from './browser-tokens.ts';
import { blockNotice, directoryPage, type View } from './directory-view.ts';
import { sendMessage, sendPage } from './site.ts';

/** A request for the page of a directory. */
interface Visit {
  directory: Directory;
  browser: Browser;
  services: Services;
  request: Request;
  response: Response;
}

const path = directoryPath(':code');
const readForm = express.urlencoded({ extended: false, limit: '16kb' });

/** Returns the routes of a directory's page and its forms. Everything works without scripts. */
export function directoryRoutes(services: Services): Router {
  const router = Router();
  router.get(path, visiting(services, showPage));
  router.get(signOnPath(':code'), visiting(services, followSignOn));
  router.post(`${path}/sign-in`, readForm, visiting(services, fromOwnForm(signIn)));
  router.post(`${path}/sign-out`, readForm, visiting(services, fromOwnForm(signOut)));
  router.post(`${path}/open`, readForm, visiting(services, fromOwnForm(open)));
  return router;
}

function visiting(services: Services, handle: (visit: Visit) => Promise<void>): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'directoryPage';
    const directory = await findDirectoryByCode(services.database, String(request.params.code));
    if (!directory) return sendMessage(response, 404, 'Not found', 'There is no directory at this address.');
    const browser = new Browser(request, response, services, directory);
    await onClockOf(services.database, directory.accountId, () =>
      handle({ directory, services, request, response, browser }),
    );
  };
}

/** Rejects a form that this service did not send to the same browser. */
function fromOwnForm(handle: (visit: Visit) => Promise<void>): (visit: Visit) => Promise<void> {
  return async (visit) => {
    if (visit.browser.isFormToken(visit.request.body?.form)) return handle(visit);
    const notice = 'This form has expired. Please try again. Your browser must accept cookies from this site.';
    await showPage(visit, { status: 403, notice });
  };
}

async function showPage(visit: Visit, saying: Partial<Pick<View, 'status' | 'notice' | 'email'>> = {}): Promise<void> {
  const { directory, browser, services, response } = visit;
  const user = await memberOf(visit);
  if (!user && browser.signInToken) browser.forgetSignIn();
  const showcase = await showcaseOf(services.database, directory);
  const formToken = browser.formToken();
  const status = saying.status ?? (user?.blockedAt ? 403 : 200);
  sendPage(response, directoryPage({ ...showcase, user, formToken, ...saying, status }));
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
  if (outcome.refused === 'BLOCKED') return sendMessage(response, 403, 'No access', ...blockNotice(outcome.user));
  if (outcome.refused === 'WRONG')
    return showPage(visit, { status: 403, email, notice: 'The email address or the password is wrong.' });
  response.set('Retry-After', String(windowMinutes * 60));
  const notice = `Too many attempts. Please try again in ${windowMinutes} minutes.`;
  await showPage(visit, { status: 429, email, notice });
}

async function signOut(visit: Visit): Promise<void> {
  const { directory, browser, services } = visit;
  const token = browser.signInToken;
  if (token) await endSignIn(services.database, directory, token);
  browser.forgetSignIn();
  backToPage(visit);
}

/**
 * Signs in the member who follows a link. The redirect keeps the link out of the address bar. Link previews and
 * prefetches do not use the link up.
 */
async function followSignOn(visit: Visit): Promise<void> {
  const { directory, browser, services, request, response } = visit;
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
  if (outcome.refused === 'BLOCKED') return sendMessage(response, 403, 'No access', ...blockNotice(outcome.user));
  const [status, reason] = signOnRefusals[outcome.refused];
  sendMessage(
    response,
    status,
    'This link does not work',
    reason,
    'Please ask for a new link, or sign in with your password.',
  );
}

type Unusable = Exclude<
  SingleSignOnOutcome extends infer One ? (One extends { refused: infer Why } ? Why : never) : never,
  'BLOCKED'
>;

const signOnRefusals: Record<Unusable, [status: number, reason: string]> = {
  UNKNOWN: [403, 'The link does not belong to this directory.'],
  USED: [410, 'The link has already been used. Each link works once.'],
  EXPIRED: [410, 'The link has expired. Each link works for 15 minutes.'],
};

/** Redirects a member to the member's own session of a coupon. */
async function open(visit: Visit): Promise<void> {
  const { directory, services, request, response } = visit;
  const user = await memberOf(visit);
  if (!user || user.blockedAt) return showPage(visit, { status: 403, notice: 'Please sign in first.' });
  const { campaigns } = await showcaseOf(services.database, directory);
  const campaign = campaigns.find(({ id }) => id === request.body.campaign);
  if (campaign?.type !== 'COUPON')
    return showPage(visit, { status: 404, notice: 'This campaign is no longer available.' });
  if (closedReason(campaign))
    return showPage(visit, { status: 409, notice: 'This campaign is not available at the moment.' });
  if (campaign.paidSince && !hasPaidAccess(user, now()))
    return showPage(visit, { status: 403, notice: 'This campaign is for members with paid access.' });
  const session = await openCampaign(services.database, directory, user, campaign.id);
  response.redirect(303, sessionPath(campaign.code, session));
}

function backToPage({ directory, response }: Visit): void {
  response.redirect(303, directoryPath(directory.code));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
