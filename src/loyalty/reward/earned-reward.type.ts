import { builder } from '../../kernel/api/builder.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { now } from '../../kernel/values/instant.ts';
import { type EarnedReward, findEarnedRewards, isUsable } from './earned-reward.ts';

export const EarnedRewardType = builder.objectType(builder.objectRef<EarnedReward>('EarnedReward'), {
  description: 'A reward that a user earned or redeemed, to be used once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`rwd_` and 16 characters.' }),
    rewardId: t.exposeID('rewardId', { description: 'The reward that it is one of: `rew_` and 12 characters.' }),
    name: t.exposeString('name', { description: 'What that is called.' }),
    earnedAt: t.expose('earnedAt', { type: 'DateTime', description: 'When it was earned or redeemed.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it can no longer be used; never without.',
    }),
    usedAt: t.expose('usedAt', { type: 'DateTime', nullable: true, description: 'When it was used.' }),
    usable: t.boolean({
      description: 'Whether it can be used now.',
      resolve: (reward) => isUsable(reward, now()),
    }),
  }),
});

export const findRewards = shared<number, EarnedReward[]>(async (database, numbers) => {
  const found = await findEarnedRewards(database, numbers);
  return numbers.map((number) => found.get(number) ?? []);
});
