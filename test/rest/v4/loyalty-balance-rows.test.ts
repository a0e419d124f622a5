import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';

const app = useApp();

test('stamps add up, full cards earn rewards, and a reward can be used once', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const reward = await makeReward(app.database, card, { validDays: 30 });
  const { id } = await makeUser(app.database, client.owner, { card });
  const path = `/v4/loyalty/loyalty-cards/${card.id}/stats/${id}`;

  const few = await client.rest(`${path}/stamps`, { amount: 7 });
  expect([few.status, few.body]).toMatchObject([200, { id, stamps: 7, rewards: [] }]);
  const full = await client.rest(`${path}/stamps`, { amount: 14 });
  const earned = {
    id: expect.stringMatching(/^rwd_[0-9a-z]{16}$/),
    reward: reward.id,
    name: 'A loaf',
  };
  expect(full.body).toMatchObject({ stamps: 1, rewards: [earned, earned] });

  const [first, second] = full.body.rewards;
  const used = await client.rest(`${path}/rewards`, { reward_ids: [first.id] }, {}, 'PUT');
  expect(used.status).toBe(200);
  expect(used.body.rewards).toEqual([{ ...first, used_at: expect.stringMatching(/^\d{4}-/) }, second]);
  const again = await client.rest(`${path}/rewards`, { reward_ids: [second.id, first.id] }, {}, 'PUT');
  expect([again.status, again.codes]).toEqual([409, [363]]);
  const { body } = await client.rest(path, {}, {}, 'GET');
  expect(body.rewards).toEqual(used.body.rewards);
});

test('a REDEEM key may add stamps and use rewards, and nothing else', async () => {
  const client = await app.client();
  const { id, cardId } = await makeUser(app.database, client.owner);
  const till = await app.client({ account: client.owner.account, scopes: ['REDEEM'] });
  const path = `/v4/loyalty/loyalty-cards/${cardId}/stats/${id}`;
  expect((await till.rest(`${path}/stamps`, { amount: 1 })).status).toBe(200);
  expect((await till.rest(path, {}, {}, 'GET')).status).toBe(200);
  expect((await till.rest(`${path}/void`, {}, {}, 'PUT')).codes).toEqual([1001]);
});
