import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { recordCard } from '../card/card.ts';
import { rewardId } from './reward.inputs.ts';
import { loyaltyRewards, requireReward, retireReward } from './reward.ts';
import { LoyaltyRewardType } from './reward.type.ts';

mutation({
  name: 'retireReward',
  description: 'Retires a reward: it can no longer be earned or redeemed. Rewards that users already have stay usable.',
  scope: 'WRITE',
  input: z.object({ id: rewardId }),
  type: LoyaltyRewardType,
  problems: ['REWARD_NOT_FOUND', 'REWARD_ALREADY_RETIRED'],
  run: async ({ input, viewer, transaction }) => {
    const { card, reward } = await requireReward(transaction, viewer.account.id, input.id);
    retireReward(reward);
    await updateRows(transaction, loyaltyRewards, { id: reward.id }, reward);
    await recordCard(transaction, card, 'loyalty_reward_retired', viewer.keyId, reward);
    return reward;
  },
});
