import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { now } from '../../kernel/values/instant.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { below } from '../../nodes/node-rows.ts';
import { cardRow } from '../card/card.ts';
import { findCard, LoyaltyCardType } from '../card/card.type.ts';
import { type EarnedReward, earnedRewards, findEarnedRewards, findRewardsById, isUsable } from './earned-reward.ts';
import { balanceUnit } from './reward.inputs.ts';
import { findOfferedRewards, type LoyaltyReward, loyaltyRewards, rewardRow } from './reward.ts';

export const LoyaltyRewardType = nodeType<LoyaltyReward>('LoyaltyReward', {
  form: 'reward',
  find: below(rewardRow, cardRow, ({ cardId }) => cardId),
  description:
    'A reward of a loyalty card. The card earns stamp rewards automatically; users redeem points for point rewards.',
  tillFields: ['id', 'cardId', 'name', 'description', 'unit', 'cost', 'validDays', 'createdAt', 'retiredAt'],
  fields: (t) => ({
    ...shownColumns(t, loyaltyRewards, {
      id: '`rew_` followed by 12 characters.',
      cardId: 'The id of the loyalty card.',
      name: 'Name of the reward.',
      description: 'Description that customers see.',
      validDays: 'How many days of 24 hours an earned reward is valid. Null for no limit.',
      createdAt: 'When the reward was created.',
      retiredAt: 'When the reward was retired. Null if it is not retired.',
    }),
    unit: t.expose('unit', { type: enumTypeOf(balanceUnit), description: 'The unit of the cost: stamps or points.' }),
    cost: t.int({
      nullable: true,
      description:
        'Cost in points, or the stamps at which the card earns the reward. Only the reward of the full card takes its stamps.',
      resolve: async ({ points, stamps, cardId }, _, { services }) =>
        points ?? stamps ?? (await findCard(services.database, cardId)).stampsRequired,
    }),
  }),
});

builder.objectField(LoyaltyCardType, 'rewards', (t) =>
  t.field({
    type: [LoyaltyRewardType],
    description: 'The rewards of the card, oldest first, without retired rewards. Not paginated.',
    resolve: ({ id }, _, { services }) => findOfferedRewards(services.database, id),
  }),
);

export const EarnedRewardType = nodeType<EarnedReward>('EarnedReward', {
  form: 'earnedReward',
  find: ({ database, viewer }, ids) => findRewardsById(database, viewer.account.id, ids),
  description: 'A reward that a user earned or redeemed. It can be used once.',
  tillFields: ['id', 'rewardId', 'name', 'earnedAt', 'expiresAt', 'usedAt', 'usable'],
  fields: (t) => ({
    ...shownColumns(t, earnedRewards, {
      id: '`rwd_` followed by 16 characters.',
      rewardId: 'The id of the reward on the card: `rew_` followed by 12 characters.',
      earnedAt: 'When the reward was earned or redeemed.',
      expiresAt: 'When the reward expires. Null if it does not expire.',
      usedAt: 'When the reward was used. Null if it has not been used.',
    }),
    name: t.exposeString('name', { description: 'Name of the reward.' }),
    usable: t.boolean({
      description: 'Whether the reward can be used now.',
      resolve: (reward) => isUsable(reward, now()),
    }),
  }),
});

export const findRewards = batched<number, EarnedReward[]>(async (database, numbers) => {
  const found = await findEarnedRewards(database, numbers);
  return numbers.map((number) => found.get(number) ?? []);
});
