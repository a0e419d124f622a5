import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';

const app = useApp();
const cards = '/v4/loyalty/loyalty-cards';

test('an account without cards has an empty list', async () => {
  const client = await app.client();
  const { headers, body } = await client.rest(cards, {}, {}, 'GET');
  expect(body).toEqual([]);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('HEAD returns only the headers', async () => {
  const client = await app.client();
  const { status, body } = await client.rest(cards, {}, {}, 'HEAD');
  expect([status, body]).toEqual([200, null]);
});

test('a copy has the design and the rewards, not the users', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner, { title: 'The tenth is free' });
  await makeReward(app.database, card);
  await makeUser(app.database, client.owner, { card });
  const { status, body } = await client.rest(`${cards}/${card.id}/copy`, { name: 'Cake club' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'Cake club', type: 'stamp', stamps_required: 10, active: true });
  expect(body.id).not.toBe(card.id);
  const query = `query ($id: ID!) {
    loyaltyCard(id: $id) { title rewards { name } } loyaltyUsers(card: $id) { totalCount }
  }`;
  const { data } = await client.graphql(query, { id: body.id });
  expect(data).toEqual({
    loyaltyCard: { title: 'The tenth is free', rewards: [{ name: 'A loaf' }] },
    loyaltyUsers: { totalCount: 0 },
  });
  expect(await eventTypesOf(app.database, { campaignId: body.id })).toEqual(['loyalty_card_copied']);
});

test.for([undefined, null, ''])('a copy with the name %o gets the name of the card', async (name) => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner, { name: 'Rye club' });
  const { body } = await client.rest(`${cards}/${card.id}/copy`, { name });
  expect(body.name).toBe('Rye club');
});

test('a name may have fifty characters', async () => {
  const client = await app.client();
  const { id } = await makeCard(app.database, client.owner);
  const { status, body } = await client.rest(`${cards}/${id}/copy`, { name: 'ä'.repeat(50) });
  expect([status, body.name]).toEqual([201, 'ä'.repeat(50)]);
});
