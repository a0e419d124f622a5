import { type RequestHandler, Router } from 'express';
import { type ComponentChild, h } from 'preact';
import type { Services } from '../../../kernel/api/context.ts';
import { now } from '../../../kernel/values/instant.ts';
import {
  applePassPath,
  barcodePath,
  googlePassPath,
  loyaltyCardPath,
  loyaltyUserPath,
} from '../../../kernel/values/links.ts';
import { findPublicCard, type PublicCard } from '../../../loyalty/card/public-card.ts';
import { isUsable } from '../../../loyalty/reward/earned-reward.ts';
import { type LoyaltyReward, rewardsOfCard } from '../../../loyalty/reward/reward.ts';
import type { UserWithRewards } from '../../../loyalty/user/membership.ts';
import { findPublicUser } from '../../../loyalty/user/membership.ts';
import { drawSvg } from '../../../sessions/barcode/barcode.ts';
import { traceOf } from '../../http/request-trace.ts';
import { redirectToGoogle } from './google-redirect.ts';
import { hideFromSearch, sendMessage, sendPage } from './site.ts';
import { sendApplePass, walletLinks } from './wallet-pass.ts';
import { formatDay } from './wording.ts';

const userPath = loyaltyUserPath(':code', ':user');

const nothing = 'There is no loyalty card at this address.';

/** Returns the routes of a loyalty card's page and of the page that a user of the card shows at the till. */
export function loyaltyRoutes(services: Services): Router {
  const router = Router();
  router.get(loyaltyCardPath(':code'), showCard(services));
  router.use(userPath, hideFromSearch);
  router.get(userPath, showUser(services));
  router.get(barcodePath(userPath), showBarcode(services));
  router.get(applePassPath(userPath), sendPass(services, sendApplePass));
  router.get(googlePassPath(userPath), sendPass(services, redirectToGoogle));
  return router;
}

function showCard({ database }: Services): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'loyaltyCardPage';
    const { code } = request.params as { code: string };
    const card = await findPublicCard(database, code);
    if (!card) return sendMessage(response, 404, 'Not found', nothing);
    const rewards = await rewardsOfCard(database, card.id);
    sendPage(response, { title: titleOf(card), main: ticket(card, about(card, rewards)) });
  };
}

function showUser(services: Services): RequestHandler {
  const { database } = services;
  return async (request, response) => {
    traceOf(request).operation = 'loyaltyUserPage';
    const { code, user: id } = request.params as { code: string; user: string };
    const card = await findPublicCard(database, code);
    const user = card && (await findPublicUser(database, card, id));
    if (!user) return sendMessage(response, 404, 'Not found', nothing);
    const isForWallets = card.medium === 'WALLET' && !user.voidedAt;
    const place = { accountId: card.accountId, path: loyaltyUserPath(card.code, user.id) };
    const links = isForWallets && (await walletLinks(services, place, request));
    sendPage(response, { title: titleOf(card), main: ticket(card, [...holdings(card, user), links]) });
  };
}

function sendPass(services: Services, send: typeof sendApplePass): RequestHandler {
  const { database } = services;
  return async (request, response) => {
    const { code, user: id } = request.params as { code: string; user: string };
    const card = await findPublicCard(database, code);
    const user = card?.medium === 'WALLET' ? await findPublicUser(database, card, id) : null;
    if (!card || !user) return sendMessage(response, 404, 'Not found', nothing);
    await send(services, { card, user }, response);
  };
}

function showBarcode({ database }: Services): RequestHandler {
  return async (request, response) => {
    const { code, user: id } = request.params as { code: string; user: string };
    const card = await findPublicCard(database, code);
    const user = card && (await findPublicUser(database, card, id));
    if (!user) return sendMessage(response, 404, 'Not found', nothing);
    response.type('image/svg+xml').send(await drawSvg(user.id, 'QRCODE'));
  };
}

const titleOf = ({ title, name }: PublicCard) => title ?? name;

function ticket(card: PublicCard, content: ComponentChild): ComponentChild {
  return h(
    'div',
    { class: 'width' },
    h(
      'article',
      { class: 'card ticket' },
      card.logoUrl && h('img', { class: 'picture', src: card.logoUrl, alt: '', referrerpolicy: 'no-referrer' }),
      h(
        'div',
        { class: 'card-text' },
        h('h1', null, titleOf(card)),
        card.description && h('p', { class: 'about' }, card.description),
        content,
      ),
    ),
  );
}

function about(card: PublicCard, rewards: readonly LoyaltyReward[]): ComponentChild[] {
  if (card.deactivatedAt) return [h('p', { class: 'closed' }, 'This card is not available at the moment.')];
  return [
    rewards.length > 0 &&
      h(
        'ul',
        { class: 'facts' },
        rewards.map(({ name, points }) =>
          h('li', null, `${name}: ${points ?? card.stampsRequired} ${points === null ? 'stamps' : 'points'}`),
        ),
      ),
    h('p', { class: 'closed' }, 'Ask for this card at the counter.'),
  ];
}

function holdings(card: PublicCard, user: UserWithRewards): ComponentChild[] {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  if (user.voidedAt) return [h('p', { class: 'closed' }, 'This card is no longer valid.')];
  const usable = user.rewards.filter((reward) => isUsable(reward, now()));
  return [
    name && h('p', { class: 'worth' }, name),
    card.stampsRequired !== null && stamps(user.stamps, card.stampsRequired),
    (card.type === 'MEMBERSHIP' || user.points > 0) && h('p', null, `${user.points.toLocaleString('en-GB')} points`),
    usable.length > 0 && h('h2', null, 'Available rewards'),
    usable.length > 0 &&
      h(
        'ul',
        null,
        usable.map(({ name, expiresAt }) =>
          h('li', null, expiresAt ? `${name}, until ${formatDay(expiresAt, card.timezone)}` : name),
        ),
      ),
    h('p', null, 'Show this at the till.'),
    h('img', { class: 'barcode', src: barcodePath(loyaltyUserPath(card.code, user.id)), alt: 'QR code of this card' }),
  ];
}

/** As many fields as fit on a screen. The text below them always shows the exact count. */
const mostFields = 30;

function stamps(collected: number, required: number): ComponentChild {
  const fields = Array.from({ length: Math.min(required, mostFields) }, (_, index) =>
    h('span', { class: index < collected ? 'stamp full' : 'stamp' }),
  );
  return [
    h('div', { class: 'stamps', 'aria-hidden': 'true' }, fields),
    h('p', null, `${collected} of ${required} stamps`),
  ];
}
