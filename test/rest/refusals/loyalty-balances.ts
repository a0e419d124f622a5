import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { change, makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { withoutUser } from './loyalty-names.ts';
import { type Refusals, refusal, unknown } from './table.ts';

const oneUser = '/v4/loyalty/loyalty-cards/{loyaltyCardId}/stats/{userId}';

const inPath = ({ card, user }: { card: string; user: string }) => ({ loyaltyCardId: card, userId: user });

export const stamps: Refusals = {
  path: `${oneUser}/stamps`,
  document: 'mutation ($input: AddStampsInput!) { addStamps(input: $input) { id } }',
  of: async (app, client) => {
    const { id: user, cardId: card } = await makeUser(app.database, client.owner);
    const voided = await makeUser(app.database, client.owner, { voided: true });
    const limited = await makeUser(app.database, client.owner, {
      card: await makeCard(app.database, client.owner, { maxPerDay: 1 }),
    });
    const of = (amount: unknown, name = { card, user }) =>
      [{ ...inPath(name), amount }, { input: { ...name, amount } }] as const;
    return [
      refusal('amount is missing', [200], inPath({ card, user }), { input: { card, user } }),
      refusal('amount is null', [200], ...of(null)),
      refusal('amount is zero', [301], ...of(0)),
      refusal('amount is negative', [301], ...of(-3)),
      refusal('amount is a fraction', [301], ...of(1.5)),
      refusal('amount is text', [301], ...of('two')),
      refusal('amount is true', [301], ...of(true)),
      refusal('amount is a list', [301], ...of([1, 2])),
      refusal('amount is too large', [301], ...of(1_000_001)),
      refusal('the user is void', [361], ...of(1, { card: voided.cardId, user: voided.id }), 'LOYALTY_USER_VOIDED'),
      refusal('the day has its limit', [369], ...of(2, { card: limited.cardId, user: limited.id }), 'DAILY_LIMIT'),
      ...(await withoutUser(app, client, (name) => of(1, name))),
    ];
  },
};

export const rewards: Refusals = {
  method: 'PUT',
  path: `${oneUser}/rewards`,
  document: 'mutation ($input: UseRewardsInput!) { useRewards(input: $input) { id } }',
  of: async (app, client) => {
    const { usable, used, expired, others, foreign, voided, ofVoided, card, user } = await makeRewards(app, client);
    const of = (reward_ids: unknown, name = { card, user }) =>
      [{ ...inPath(name), reward_ids }, { input: { ...name, rewards: reward_ids } }] as const;
    return [
      refusal('reward_ids is missing', [200], inPath({ card, user }), { input: { card, user } }),
      refusal('reward_ids is empty', [200], ...of([])),
      refusal('there are more than 100 rewards', [302], ...of(Array(101).fill(unknown.reward))),
      refusal('reward_ids is text', [302], { ...inPath({ card, user }), reward_ids: usable }),
      refusal('a reward is a number', [302], ...of([usable, 7.5])),
      refusal('a reward is malformed', [518], ...of([usable, 'rwd_!'])),
      refusal('a reward is unknown', [518], ...of([usable, unknown.reward]), 'REWARD_NOT_FOUND'),
      refusal('a reward belongs to another user', [518], ...of([usable, others]), 'REWARD_NOT_FOUND'),
      refusal('a reward belongs to another account', [518], ...of([usable, foreign]), 'REWARD_NOT_FOUND'),
      refusal('a reward is used', [363], ...of([usable, used]), 'REWARD_NOT_USABLE'),
      refusal('a reward is expired', [363], ...of([usable, expired]), 'REWARD_NOT_USABLE'),
      refusal(
        'the user is void',
        [361],
        ...of([ofVoided], { card: voided.cardId, user: voided.id }),
        'LOYALTY_USER_VOIDED',
      ),
      ...(await withoutUser(app, client, (name) => of([usable], name))),
    ];
  },
};

/** Rewards of a user in every state, and rewards of other users. */
async function makeRewards(app: App, client: Client) {
  const { database } = app;
  const card = await makeCard(database, client.owner);
  const { id: reward } = await makeReward(database, card, { points: 1 });
  const user = await makeUser(database, client.owner, { card });
  const neighbour = await makeUser(database, client.owner, { card });
  const stranger = await app.client();
  const theirCard = await makeCard(database, stranger.owner);
  const theirReward = await makeReward(database, theirCard, { points: 1 });
  const theirs = await makeUser(database, stranger.owner, { card: theirCard });
  const redeemed = async ({ owner }: Client, to: typeof user, reward: string) => {
    await change(database, owner, to, { action: 'ADD', unit: 'POINTS', amount: 1 });
    const { rewards = [] } = await change(database, owner, to, { action: 'REDEEM', reward });
    return rewards.at(-1)?.id ?? '';
  };
  const [usable, used, expired] = [
    await redeemed(client, user, reward),
    await redeemed(client, user, reward),
    await redeemed(client, user, reward),
  ];
  await change(database, client.owner, user, { action: 'USE', rewards: [used] });
  const voided = await makeUser(database, client.owner, { card });
  const ofVoided = await redeemed(client, voided, reward);
  await client.rest(`/v4/loyalty/loyalty-cards/${card.id}/stats/${voided.id}/void`, {}, {}, 'PUT');
  await database.transaction((transaction) =>
    transaction.change('UPDATE earned_rewards SET expires_at = ? WHERE id = ?', ['2026-01-01 00:00:00.000', expired]),
  );
  return {
    usable,
    used,
    expired,
    others: await redeemed(client, neighbour, reward),
    voided,
    ofVoided,
    foreign: await redeemed(stranger, theirs, theirReward.id),
    card: card.id,
    user: user.id,
  };
}
