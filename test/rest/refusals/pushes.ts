import type { LoyaltyUser } from '../../../src/loyalty/user/loyalty-member.ts';
import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCard, makeUsers } from '../../support/make-loyalty.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';
import { withoutCard, withoutUser } from './loyalty-names.ts';
import { type Refusal, type Refusals, refusal, unknown } from './table.ts';

const message = 'Fresh rye';
const tooLong = 'x'.repeat(501);

/** Refused messages. */
const messageRefusals = (of: (message: unknown) => readonly [object, object]): Refusal[] =>
  [
    refusal('message is missing', [200], ...wide(of(undefined))),
    refusal('message is empty', [200], ...wide(of(''))),
    refusal('message is too long', [300], ...wide(of(tooLong))),
    refusal('message is an object', [300], ...wide(of({}))),
  ] as const satisfies Refusal[];

const wide = ([fields, variables]: readonly [object, object]) => [{ ...fields }, { ...variables }] as const;

/** An account with a platform that has not refused anything, and another one without a platform. */
async function prepare({ database, client: other }: App, client: Client) {
  await connectApple(database, client.owner);
  const disconnected = await other();
  return { disconnected, foreign: await other() };
}

export const couponPush: Refusals = {
  path: '/v3/coupon/pushnotification/list',
  document: 'mutation ($input: SendCouponPushInput!) { sendCouponPush(input: $input) { recipients } }',
  of: async (app, client) => {
    const { database } = app;
    const { disconnected, foreign } = await prepare(app, client);
    const { id } = await makeCoupon(database, client.owner);
    await makeSavedPasses(database, client.owner, id);
    const { id: unsaved } = await makeCoupon(database, client.owner);
    const { id: deleted } = await makeCoupon(database, client.owner, { deletedAt: '2026-01-01 00:00:00.000' });
    const ofOther = (await makeCoupon(database, foreign.owner)).id;
    const alone = (await makeCoupon(database, disconnected.owner)).id;
    const naming = (coupon: unknown) => [{ campaign: coupon, message }, { input: { coupon, message } }] as const;
    return [
      refusal('campaign is missing', [200], { message }, { input: { message } }),
      refusal('campaign has an invalid character', [301], ...naming('cam_!')),
      refusal('everything is missing', [200, 200], {}, { input: {} }),
      refusal('the coupon is unknown', [505], ...naming(unknown.coupon), 'COUPON_NOT_FOUND'),
      refusal('the coupon belongs to another account', [505], ...naming(ofOther), 'COUPON_NOT_FOUND'),
      refusal('the coupon is deleted', [505], ...naming(deleted), 'COUPON_NOT_FOUND'),
      refusal('nobody has saved the coupon', [507], ...naming(unsaved), 'NO_WALLET_HOLDERS'),
      { ...refusal('no wallet is connected', [507], ...naming(alone), 'WALLET_REFUSED'), as: disconnected },
      ...messageRefusals((message) => [{ campaign: id, message }, { input: { coupon: id, message } }]),
    ];
  },
};

export const loyaltyPush: Refusals = {
  path: '/v3/loyalty/pushnotification/list',
  document: 'mutation ($input: SendLoyaltyPushInput!) { sendLoyaltyPush(input: $input) { recipients } }',
  of: async (app, client) => {
    const { card, unsaved, alone, disconnected } = await prepareCards(app, client);
    const naming = (card: unknown) => [{ loyaltycard: card, message }, { input: { card, message } }] as const;
    return [
      refusal('loyaltycard is missing', [200], { message }, { input: { message } }),
      ...(await withoutCard(app, client, naming)),
      refusal('nobody has saved the card', [507], ...naming(unsaved), 'NO_WALLET_HOLDERS'),
      { ...refusal('no wallet is connected', [507], ...naming(alone), 'WALLET_REFUSED'), as: disconnected },
      ...messageRefusals((message) => [{ loyaltycard: card, message }, { input: { card, message } }]),
    ];
  },
};

export const loyaltyPushV4: Refusals = {
  path: '/v4/loyalty/loyalty-cards/{id}/push-notifications',
  document: 'mutation ($input: SendLoyaltyPushInput!) { sendLoyaltyPush(input: $input) { recipients } }',
  of: async (app, client) => {
    const { card, user, unsaved, alone, disconnected } = await prepareCards(app, client);
    const naming = (card: unknown) => [{ id: card, message }, { input: { card, message } }] as const;
    const users = (value: unknown) =>
      [{ id: card, message, recipient_stat_ids: value }, { input: { card, message, users: value } }] as const;
    return [
      ...(await withoutUser(app, client, ({ card, user }) => [
        { id: card, message, recipient_stat_ids: [user] },
        { input: { card, message, users: [user] } },
      ])),
      refusal('nobody has saved the card', [521], ...naming(unsaved), 'NO_WALLET_HOLDERS'),
      refusal('the named users have not saved the card', [521], ...users([user]), 'NO_WALLET_HOLDERS'),
      { ...refusal('no wallet is connected', [522], ...naming(alone), 'WALLET_REFUSED'), as: disconnected },
      refusal('recipient_stat_ids is no list', [302], { id: card, message, recipient_stat_ids: 'usr' }),
      refusal('more than 1,000 users are named', [302], ...users(Array(1001).fill(user))),
      ...messageRefusals((message) => [{ id: card, message }, { input: { card, message } }]),
    ];
  },
};

/** A card that a user has saved and another one has not, a card that nobody has saved, and one without a platform. */
async function prepareCards(app: App, client: Client) {
  const { database } = app;
  const { disconnected } = await prepare(app, client);
  const card = await makeCard(database, client.owner, { medium: 'WALLET' });
  const [saver, other] = await makeUsers(database, client.owner, card, [{}, {}]);
  await makeSavedPasses(database, client.owner, card.id, { user: saver as LoyaltyUser });
  const unsaved = await makeCard(database, client.owner, { medium: 'WALLET' });
  const alone = await makeCard(database, disconnected.owner, { medium: 'WALLET' });
  return { card: card.id, user: other?.id ?? '', unsaved: unsaved.id, alone: alone.id, disconnected };
}
