import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { onClockOf } from '../../accounts/account/account-clock.ts';
import type { Services } from '../../api/context.ts';
import { findCouponLocations } from '../../coupons/coupon/coupon-locations.ts';
import { isUsedUp, type LandingPage } from '../../coupons/landing-page/landing-page.ts';
import { isFromOtherOrigin } from '../../http/authentication.ts';
import { readForm } from '../../http/body/form-body.ts';
import { isOpening } from '../../http/browser/link-opening.ts';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { traceOf } from '../../http/request-trace.ts';
import { networkOf } from '../../kernel/values/client-network.ts';
import { type CampaignTags, campaignTags, tagParameters } from '../../sessions/landing/campaign-tags.ts';
import { type SubmissionProblem, submitLandingForm } from '../../sessions/landing/landing-submission.ts';
import { findPublicCoupon, type PublicCoupon, recordVisit } from '../../sessions/landing/landing-visit.ts';
import { couponPath, existingPath, sessionPath } from '../../vocabulary/links.ts';
import { findDesign } from '../../wallets/design/wallet-design.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { senderOfCoupon } from '../offer/sender.ts';
import { sendNoPage } from '../public/no-page.ts';
import { sendPage } from '../public/site.tsx';
import { formPass, readPass } from './form-pass.ts';
import { type Attempt, readAnswers } from './landing-answers.ts';
import { closedReason, isListed, type LandingView, landingView } from './landing-view.tsx';

const minutes = (amount: number) => amount * 60;

/** The limit on forms from one network for one coupon. Many visitors in a shop or a mobile network share an address. */
const forms = { points: 100, duration: minutes(10) };
/**
 * The limit on openings that a process records for a coupon. An advertisement can bring more visitors than this in an
 * hour.
 */
const openings = { points: 2000, duration: minutes(60) };
const openingsOfNetwork = { points: 20, duration: minutes(30) };
/** A visitor who reloads the page or soon comes back counts once. */
const openingsOfVisitor = { points: 1, duration: minutes(30) };

interface Opening {
  couponId: string;
  address: string;
  request: Pick<IncomingMessage, 'method' | 'headers'>;
}

/** Limits the load from anonymous visitors of public pages. Each process counts in memory and stores nothing. */
class VisitorLimits {
  readonly #forms = new RateLimiterMemory(forms);
  readonly #openings = new RateLimiterMemory(openings);
  readonly #openingsOfNetwork = new RateLimiterMemory(openingsOfNetwork);
  readonly #openingsOfVisitor = new RateLimiterMemory(openingsOfVisitor);

  /** Counts a form. Returns null if the network may send it, and otherwise the number of seconds until it may. */
  async untilNextForm({ couponId, address }: Pick<Opening, 'couponId' | 'address'>): Promise<number | null> {
    const { consumedPoints, msBeforeNext } = await this.#forms.penalty(`${couponId} ${networkOf(address)}`);
    return consumedPoints <= forms.points ? null : Math.max(1, Math.ceil(msBeforeNext / 1000));
  }

  /**
   * Counts an opening, and returns whether it counts: it must come from a person, be no repetition and be within the
   * limits.
   */
  async isNewVisit({ couponId, address, request }: Opening): Promise<boolean> {
    if (!isOpening(request)) return false;
    const agent = request.headers['user-agent'];
    const network = networkOf(address);
    const visitor = createHash('sha256')
      .update(JSON.stringify([couponId, network, agent]))
      .digest('base64url');
    const place = `${couponId} ${network}`;
    // Check before counting, so that refused visits neither use up the limits of others nor fill the memory.
    if ((await isReached(this.#openings, couponId)) || (await isReached(this.#openingsOfNetwork, place))) return false;
    const { consumedPoints } = await this.#openingsOfVisitor.penalty(visitor);
    if (consumedPoints > openingsOfVisitor.points) return false;
    await Promise.all([this.#openings.penalty(couponId), this.#openingsOfNetwork.penalty(place)]);
    return true;
  }
}

async function isReached(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  const counted = await limiter.get(key);
  return counted !== null && counted.consumedPoints >= limiter.points;
}

interface Visit extends PublicCoupon {
  services: Services;
  limits: VisitorLimits;
  language: Language;
  request: Request;
  response: Response;
}

const path = couponPath(':code');
const paths = [path, existingPath(path)];

/**
 * The maximum size of a form, in bytes. Eleven answers of the maximum length take less, even with twelve bytes per
 * character.
 */
const longestForm = 64 * 1024;

/** Serves the form, which works without scripts. */
export function landingRoutes(services: Services): Router {
  const router = Router();
  const limits = new VisitorLimits();
  router.get(paths, visiting(services, limits, open));
  router.post(paths, visiting(services, limits, submit));
  return router;
}

function visiting(services: Services, limits: VisitorLimits, handle: (visit: Visit) => Promise<void>): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'landingPage';
    const language = pageLanguage(request);
    const found = await findPublicCoupon(services.database, String(request.params.code));
    if (!found) return sendNoPage(request, response, 'noCoupon');
    // With `no-referrer`, browsers would not say which page has sent the form.
    response.set('Referrer-Policy', 'same-origin');
    response.vary('Accept-Language');
    if (!isListed(found.coupon, found.page)) response.set('X-Robots-Tag', 'noindex');
    const visit = { ...found, services, limits, language, request, response };
    await onClockOf(services.database, found.coupon.accountId, () => handle(visit));
  };
}

async function open(visit: Visit): Promise<void> {
  const { coupon, services, limits, request } = visit;
  const tags = campaignTags(request.query);
  if (await limits.isNewVisit({ couponId: coupon.id, address: request.ip ?? '', request }))
    await recordVisit(services.database, coupon, tags);
  await show(visit, tags);
}

async function submit(visit: Visit): Promise<void> {
  const { coupon, page, services, limits, language, request, response } = visit;
  const words = dictionaries[language].landingPage;
  await readForm(request, longestForm);
  const body: Record<string, unknown> = request.body ?? {};
  const tags = campaignTags(body);
  if (!page || closedReason(coupon, page, language)) return show(visit, tags, { status: 409 });
  const attempt = readAnswers(page, body, language);
  const again = (status: number, notice: string, more: Saying = {}) =>
    show(visit, tags, { attempt, ...more, status, notice });
  if (isFromOtherOrigin(request.headers, services.publicUrl)) return again(403, words.otherSite);
  const wait = await limits.untilNextForm({ couponId: coupon.id, address: request.ip ?? '' });
  if (wait !== null) {
    response.set('Retry-After', String(wait));
    return again(429, words.tooMany);
  }
  const { age, form } = readPass(services.secrets, coupon.id, body.pass);
  const pass = age === 'RIGHT' || age === 'TOO_EARLY' ? String(body.pass) : undefined;
  if (Object.keys(attempt.problems).length > 0) return again(422, words.correct, { pass });
  if (age !== 'RIGHT') return again(422, age === 'TOO_EARLY' ? words.tooEarly : words.tooOld, { pass });
  const { answers, labelled } = attempt;
  const outcome = await submitLandingForm(services.database, coupon, {
    ...{ form, answers, labelled, tags, consent: page.consent },
  });
  if ('session' in outcome) return response.redirect(303, sessionPath(coupon.code, outcome.session.session));
  await refuse(visit, tags, attempt, { refused: outcome.refused, page });
}

async function refuse(
  visit: Visit,
  tags: CampaignTags,
  attempt: Attempt,
  { refused, page }: { refused: SubmissionProblem; page: LandingPage },
): Promise<void> {
  const words = dictionaries[visit.language].landingPage;
  if (refused === 'FORM_USED') return show(visit, tags, { status: 409, attempt, notice: words.formUsed });
  if (refused === 'HAS_ONE') {
    const name = page.unique === 'PHONE' ? 'phone' : 'email';
    const problems = { [name]: words.hasOne[page.unique ?? 'EMAIL'] };
    return show(visit, tags, { status: 409, attempt: { ...attempt, problems }, notice: words.correct });
  }
  // The coupon or its page has changed in the meantime.
  const present = await findPublicCoupon(visit.services.database, visit.coupon.code);
  if (!present) return sendNoPage(visit.request, visit.response, 'noCoupon');
  const notice = present.page && !isUsedUp(present.page) ? words.correct : null;
  await show({ ...visit, ...present }, tags, { status: 409, attempt, notice });
}

type Saying = Partial<Pick<LandingView, 'status' | 'attempt' | 'notice'>> & {
  /** The pass of the form that the visitor is correcting. */
  pass?: string | undefined;
};

async function show(visit: Visit, tags: CampaignTags, { pass, ...saying }: Saying = {}): Promise<void> {
  const { coupon, page, accountName, services, language, response } = visit;
  const [design, locations] = await Promise.all([
    findDesign(services.database, coupon.id),
    findCouponLocations(services.database, coupon),
  ]);
  const hidden = { ...tagParameters(tags), pass: pass ?? formPass(services.secrets, coupon.id) };
  const sender = senderOfCoupon(coupon, accountName, design);
  const view = { coupon, locations, page, sender, language, publicUrl: services.publicUrl, hidden, ...saying };
  sendPage(response, landingView(view));
}
