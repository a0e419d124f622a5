import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { recordCard } from '../card/card.ts';
import { rewardFields, rewardId } from './reward.inputs.ts';
import { loyaltyRewards, requireReward } from './reward.ts';
import { LoyaltyRewardType } from './reward.type.ts';

mutation({
  name: 'updateReward',
  description:
    'Changes a reward: what is left out stays, `null` takes away what may be absent. Those that were earned keep their expiry.',
  scope: 'WRITE',
  input: z.object({ id: rewardId, ...rewardFields, name: rewardFields.name.nullish() }),
  type: LoyaltyRewardType,
  problems: ['REWARD_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { card, reward } = await requireReward(transaction, viewer.account.id, input.id);
    if (input.points && reward.unit !== 'POINTS') throw invalidInput('points', 'belongs to a reward for points only');
    const { name, points, description = reward.description, validDays = reward.validDays } = input;
    Object.assign(reward, { name: name ?? reward.name, points: points ?? reward.points, description, validDays });
    await transaction.manager.update(loyaltyRewards, { id: reward.id }, reward);
    await recordCard(transaction, card, 'loyalty_reward_updated', viewer.keyId, reward);
    return reward;
  },
});
