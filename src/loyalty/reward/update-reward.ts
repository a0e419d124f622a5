import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { recordCard } from '../card/card.ts';
import { rewardFields, rewardId } from './reward.inputs.ts';
import { changeReward, loyaltyRewards, requireReward } from './reward.ts';
import { LoyaltyRewardType } from './reward.type.ts';

mutation({
  name: 'updateReward',
  description:
    'Updates a reward. Omitted fields keep their values; `null` clears `description` or `validDays`. Rewards that were already earned keep their expiry.',
  scope: 'WRITE',
  input: z.object({ id: rewardId, ...rewardFields, name: rewardFields.name.nullish() }),
  type: LoyaltyRewardType,
  problems: ['REWARD_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { card, reward } = await requireReward(transaction, viewer.account.id, input.id);
    changeReward(reward, input);
    await updateRows(transaction, loyaltyRewards, { id: reward.id }, reward);
    await recordCard(transaction, card, 'loyalty_reward_updated', viewer.keyId, reward);
    return reward;
  },
});
