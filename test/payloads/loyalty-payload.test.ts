import { expect, test } from 'vitest';
import { useAppWithBackground } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeCard, makeReward } from '../support/make-loyalty.ts';
import { eventId, followInOrder, mutated, time } from './payloads.ts';

const app = useAppWithBackground();

const person = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address: 'Ockham Park 1',
  zip: 'KT11',
  city: 'Cobham',
  phone: '+442079460018',
  email: 'ada@example.com',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`custom${number}`, `value ${number}`])),
};

const contact = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: 'Ockham Park 1',
  zip: 'KT11',
  city: 'Cobham',
  phone: '+442079460018',
  email: 'ada@example.com',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`custom_${number}`, `value ${number}`])),
};

/** Makes a card of two stamps, and a user that fills it. */
async function fillCard(client: Client, medium: 'WEB' | 'WALLET', given: object = person) {
  const card = await makeCard(app.database, client.owner, { medium, stampsRequired: 2 });
  await makeReward(app.database, card);
  const user = await mutated(client, 'createLoyaltyUser', { card: card.id, ...given });
  await mutated(client, 'addStamps', { card: card.id, user: user.id, amount: 2 });
  return { card, user };
}

test('the events of a web card name the card and the user', async () => {
  const client = await app.client();
  const { payloads } = await followInOrder(client);
  const { card, user } = await fillCard(client, 'WEB');
  await mutated(client, 'voidLoyaltyUser', { card: card.id, user: user.id });
  await mutated(client, 'updateLoyaltyCard', { id: card.id, name: 'Rye' });

  const received = await payloads(5);

  const common = { id: eventId, datetime: time, subaccount: '', loyaltycard: card.id, statcode: user.id };
  const extras = { kind: 'WEB_LOYALTY', account: client.owner.account.id, record: expect.any(Object) };
  const types = ['loyalty_user_created', 'loyalty_stamps_added', 'loyalty_complete', 'loyalty_user_voided'];
  expect(received).toEqual([
    ...types.map((type) => ({ ...common, type, ...extras })),
    { ...common, type: 'loyalty_card_updated', statcode: '', ...extras },
  ]);
});

test('the events of a wallet card contain the user', async () => {
  const client = await app.client();
  const { payloads } = await followInOrder(client);
  const { card, user } = await fillCard(client, 'WALLET');
  await mutated(client, 'updateLoyaltyCard', { id: card.id, name: 'Rye' });

  const received = await payloads(4);

  const { id } = user;
  const download_url = `${app.url}/l/${card.code}/${id}`;
  const common = { id: eventId, datetime: time, loyalty_id: card.id };
  const extras = { kind: 'WALLET_LOYALTY', account: client.owner.account.id, record: expect.any(Object) };
  expect(received).toEqual([
    ...['loyalty_v3_created', 'loyalty_stamps_added', 'loyalty_reward_earned'].map((type) => ({
      ...{ ...common, type, user: { id, code: id, ...contact, download_url }, ...extras },
    })),
    { ...common, type: 'loyalty_card_updated', ...extras },
  ]);
});

test('the record is the user as REST returns it, and absent contact data is null', async () => {
  const client = await app.client();
  const { payloads } = await followInOrder(client);
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const { id } = await mutated(client, 'createLoyaltyUser', { card: card.id, email: 'ada@example.com' });

  const [created] = await payloads(1);

  const { body } = await client.rest(`/v4/loyalty/loyalty-cards/${card.id}/stats/${id}`, undefined, {}, 'GET');
  expect(created?.record).toEqual(body);
  expect(created?.user).toMatchObject({ email: 'ada@example.com', first_name: null, custom_8: null });
});
