import { builder } from '../../api/builder.ts';
import { shownTimes } from '../../api/noun-fields.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { now } from '../../kernel/values/instant.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type EarnedReward, findEarnedRewards, findRewardsById, isUsable } from './earned-reward.ts';

export const EarnedRewardType = builder.objectType(builder.objectRef<EarnedReward>('EarnedReward'), {
  interfaces: [NodeType],
  description: 'A reward that a user earned or redeemed. It can be used once.',
  tillFields: ['id', 'rewardId', 'name', 'earnedAt', 'expiresAt', 'usedAt', 'usable'],
  fields: (t) => ({
    id: t.exposeID('id', { description: '`rwd_` followed by 16 characters.' }),
    rewardId: t.exposeID('rewardId', {
      description: 'The id of the reward on the card: `rew_` followed by 12 characters.',
    }),
    name: t.exposeString('name', { description: 'Name of the reward.' }),
    earnedAt: t.expose('earnedAt', { type: 'DateTime', description: 'When the reward was earned or redeemed.' }),
    ...shownTimes(t, {
      expiresAt: 'When the reward expires. Null if it does not expire.',
      usedAt: 'When the reward was used. Null if it was not used.',
    }),
    usable: t.boolean({
      description: 'Whether the reward can be used now.',
      resolve: (reward) => isUsable(reward, now()),
    }),
  }),
});

readableById(EarnedRewardType, {
  form: idPattern('earnedReward'),
  find: ({ database, viewer }, ids) => findRewardsById(database, viewer.account.id, ids),
});

export const findRewards = shared<number, EarnedReward[]>(async (database, numbers) => {
  const found = await findEarnedRewards(database, numbers);
  return numbers.map((number) => found.get(number) ?? []);
});
