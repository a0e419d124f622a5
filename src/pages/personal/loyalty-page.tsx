import { type Request, type RequestHandler, type Response, Router } from 'express';
import { onClockOf } from '../../accounts/account/account-clock.ts';
import { rootOf } from '../../accounts/account/account-root.ts';
import type { Services } from '../../api/context.ts';
import { admitFile } from '../../http/address-admission.ts';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { addressOf, traceOf } from '../../http/request-trace.ts';
import { atClockOf } from '../../kernel/clocks/account-clocks.ts';
import { isBlank, titleOf } from '../../kernel/values/blank.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { findPublicCard, type PublicCard } from '../../loyalty/card/card.ts';
import { findExpiringPoints } from '../../loyalty/ledger/point-lot.ts';
import { isUsable } from '../../loyalty/reward/earned-reward.ts';
import { type LoyaltyReward, rewardsOfCard } from '../../loyalty/reward/reward.ts';
import { findPublicUser, type UserWithRewards } from '../../loyalty/user/loyalty-member.ts';
import { drawSvg } from '../../sessions/barcode/barcode.ts';
import {
  applePassPath,
  barcodePath,
  changesPath,
  googlePassPath,
  loyaltyCardPath,
  loyaltyUserPath,
} from '../../vocabulary/links.ts';
import { findDesign } from '../../wallets/design/wallet-design.ts';
import { dictionaries, type Language, locales } from '../../words/languages.ts';
import { followChanges } from '../live/live-changes.ts';
import type { LivePages } from '../live/live-pages.ts';
import { allowLive, liveParts, versionOf } from '../live/live-script.tsx';
import { conditions, offerPage } from '../offer/offer-page.tsx';
import { senderOfCard } from '../offer/sender.ts';
import { sendNoPage } from '../public/no-page.ts';
import { hideFromSearch, sendPage } from '../public/site.tsx';
import { holdingOf } from './card-holding.tsx';
import { redirectToGoogle } from './google-redirect.ts';
import { sendApplePass, walletLinks } from './wallet-pass.tsx';

const userPath = loyaltyUserPath(':code', ':user');

/** Serves the page of a loyalty card, and the page that a user of the card shows at the till. */
export function loyaltyRoutes(services: Services, live: LivePages): Router {
  const router = Router();
  router.get(loyaltyCardPath(':code'), showCard(services));
  router.use(userPath, hideFromSearch);
  router.get(userPath, showUser(services));
  router.get(barcodePath(userPath), admitFile, showBarcode(services));
  router.get(changesPath(userPath), followUser(services, live));
  router.get(applePassPath(userPath), admitFile, sendPass(services, sendApplePass));
  router.get(googlePassPath(userPath), sendPass(services, redirectToGoogle));
  return router;
}

function showCard({ database }: Services): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'loyaltyCardPage';
    const { code } = request.params as { code: string };
    const card = await findPublicCard(database, code);
    if (!card) return sendNoPage(request, response, 'noCard');
    const [rewards, design] = await Promise.all([rewardsOfCard(database, card.id), findDesign(database, card.id)]);
    const language = pageLanguage(request);
    const page = offerPage({
      ...{ language, title: titleOf(card), summary: card.description?.slice(0, 200) ?? null },
      sender: senderOfCard(card, card.accountName, design),
      main: [heading(card), about(card, rewards, language), conditions({ terms: design?.terms ?? null }, language)],
    });
    sendPage(response, page);
  };
}

function showUser(services: Services): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'loyaltyUserPage';
    const found = await findShown(services, request);
    if (!found) return sendNoPage(request, response, 'noCard');
    await onClockOf(services.database, found.card.accountId, () => sendUser(services, found, request, response));
  };
}

async function sendUser(services: Services, found: ShownUser, request: Request, response: Response): Promise<void> {
  const { database } = services;
  const { card, user } = found;
  const isForWallets = card.medium === 'WALLET' && !user.voidedAt;
  const place = { accountId: card.accountId, path: loyaltyUserPath(card.code, user.id) };
  const [design, rewards, expiring, links] = await Promise.all([
    findDesign(database, card.id),
    rewardsOfCard(database, card.id),
    findExpiringPoints(database, user.number),
    isForWallets && walletLinks(services, place, request),
  ]);
  const language = pageLanguage(request);
  allowLive(response);
  const page = offerPage({
    ...{ language, title: titleOf(card), summary: card.description?.slice(0, 200) ?? null },
    sender: senderOfCard(card, card.accountName, design),
    main: [
      heading(card),
      holdingOf({ card, rewards, user, expiring, language }, links),
      description(card),
      conditions({ terms: design?.terms ?? null }, language),
    ],
    ...liveParts({ version: versionOfUser(found, rewards), next: nextExpiry(user) }),
  });
  sendPage(response, page);
}

function nextExpiry({ rewards }: UserWithRewards): Instant | null {
  const at = now();
  const [next] = rewards.flatMap((reward) => (isUsable(reward, at) && reward.expiresAt) || []).sort();
  return next ?? null;
}

function versionOfUser({ card, user }: ShownUser, rewards: readonly LoyaltyReward[]): string {
  return versionOf(card, user, rewards, usableAt(user, now()));
}

function usableAt({ rewards }: UserWithRewards, at: Instant): string[] {
  return rewards.filter((reward) => isUsable(reward, at)).map(({ id }) => id);
}

function followUser(services: Services, live: LivePages): RequestHandler {
  return followChanges(live, async (request) => {
    const found = await findShown(services, request);
    if (!found) return null;
    const { accountId, id: campaignId } = found.card;
    const rewards = await rewardsOfCard(services.database, campaignId);
    return {
      accountId,
      campaignId,
      subject: found.user.id,
      version: atClockOf(accountId, () => versionOfUser(found, rewards)),
    };
  });
}

function sendPass(services: Services, send: typeof sendApplePass): RequestHandler {
  return async (request, response) => {
    const found = await findShown(services, request);
    if (found?.card.medium !== 'WALLET') return sendNoPage(request, response, 'noCard');
    await onClockOf(services.database, found.card.accountId, () => send(services, found, request, response));
  };
}

function showBarcode(services: Services): RequestHandler {
  return async (request, response) => {
    const found = await findShown(services, request);
    if (!found) return sendNoPage(request, response, 'noCard');
    const rootId = await rootOf(services.database, found.card.accountId);
    const of = { rootId, address: addressOf(request) };
    response.type('image/svg+xml').send(await drawSvg(found.user.id, 'QRCODE', of));
  };
}

interface ShownUser {
  card: PublicCard;
  user: UserWithRewards;
}

async function findShown({ database }: Services, request: Request): Promise<ShownUser | null> {
  const { code, user: id } = request.params as { code: string; user: string };
  const card = await findPublicCard(database, code);
  const user = card && (await findPublicUser(database, card, id));
  return card && user ? { card, user } : null;
}

const heading = (card: PublicCard) => <h1>{titleOf(card)}</h1>;

/** Milestones come before the full card. Point rewards keep their order. */
function byStamps(one: LoyaltyReward, other: LoyaltyReward): number {
  if (one.unit !== 'STAMPS' || other.unit !== 'STAMPS')
    return one.unit === other.unit ? 0 : one.unit === 'STAMPS' ? -1 : 1;
  return (one.stamps ?? Infinity) - (other.stamps ?? Infinity);
}

const description = ({ description: text }: PublicCard) => !isBlank(text) && <p class="about">{text}</p>;

function about(card: PublicCard, rewards: readonly LoyaltyReward[], language: Language) {
  const words = dictionaries[language].card;
  if (card.deactivatedAt) return [description(card), <p class="closed">{words.paused}</p>];
  const number = new Intl.NumberFormat(locales[language]);
  return [
    description(card),
    rewards.length > 0 && <h2 class="small">{words.rewards}</h2>,
    rewards.length > 0 && (
      <ul class="rows">
        {rewards.toSorted(byStamps).map(({ name, points, stamps, unit }) => (
          <li>
            <span>{name}</span>
            <span>{words.cost(number.format(points ?? stamps ?? card.stampsRequired ?? 0), unit)}</span>
          </li>
        ))}
      </ul>
    ),
    <p class="closed">{words.askForIt}</p>,
  ];
}
