import { expect, test } from 'vitest';
import { loyaltyOfEvent } from '../../src/representations/loyalty-info.ts';
import { useApp } from '../support/app.ts';
import { eventsOf } from '../support/events.ts';
import { change, makeCard, makeReward, makeUser } from '../support/make-loyalty.ts';

const app = useApp();

test('webhooks carry the user as it is after a change, and the entries of the change', async () => {
  const { owner } = await app.client();
  const card = await makeCard(app.database, owner, { stampsRequired: 5 });
  const reward = await makeReward(app.database, card, { validDays: 1 });
  const user = await makeUser(app.database, owner, { card, firstName: 'Ada', custom8: 'gold' });
  await change(app.database, owner, user, { action: 'ADD', unit: 'STAMPS', amount: 6 });

  const representations = (await eventsOf(app.database, { campaignId: card.id })).map((event) =>
    loyaltyOfEvent({ ...event, data: JSON.stringify(event.data) }, 'https://example.org'),
  );

  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(representations[0]).toEqual({
    id: user.id,
    code: user.id,
    first_name: 'Ada',
    last_name: null,
    address: null,
    zip: null,
    city: null,
    phone: null,
    email: null,
    custom_8: 'gold',
    stamps: 0,
    points: 0,
    download_url: `https://example.org/l/${card.code}/${user.id}`,
    created_at: date,
    voided_at: null,
    rewards: [],
  });
  expect(representations[2]).toMatchObject({
    id: user.id,
    stamps: 1,
    rewards: [{ id: expect.any(String), reward: reward.id, name: 'A loaf', added_at: date, expired_at: date }],
    ledger: [{ unit: 'stamps', delta: -5, balance: 1, reason: 'reward_earned', merchantid: null }],
  });
});

test('webhooks carry cards and rewards', async () => {
  const client = await app.client();
  const create = `mutation ($input: CreateLoyaltyCardInput!) { card: createLoyaltyCard(input: $input) { id code } }`;
  const { data } = await client.graphql(create, { input: { name: 'Club', type: 'MEMBERSHIP', domain: 'a.example' } });
  const { id, code } = data.card;
  await client.graphql(
    `mutation { createReward(input: { card: "${id}", unit: POINTS, points: 80, name: "Cake" }) { id } }`,
  );

  const representations = (await eventsOf(app.database, { campaignId: id })).map((event) =>
    loyaltyOfEvent({ ...event, data: JSON.stringify(event.data) }, 'https://example.org'),
  );

  expect(representations).toEqual([
    {
      id,
      code,
      name: 'Club',
      domain: 'a.example',
      type: 'membership',
      active: true,
      stamps_required: null,
      url: `https://example.org/l/${code}`,
    },
    {
      id: expect.stringMatching(/^rew_/),
      name: 'Cake',
      description: null,
      unit: 'points',
      points: 80,
      stamps: null,
      valid_days: null,
      retired: false,
    },
  ]);
});
