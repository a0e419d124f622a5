import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tillScope } from '../../api/scope.ts';
import { loyaltyUserKey } from '../user/user.inputs.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { earnedRewardId, merchant } from './balance.inputs.ts';
import { changingBalance } from './balance-changes.ts';

export const useRewards = mutation({
  name: 'useRewards',
  description: 'Uses earned rewards of a user: all of them or none. Each reward can be used once.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({
    ...loyaltyUserKey,
    rewards: z
      .array(earnedRewardId)
      .min(1)
      .max(100)
      .meta({ description: 'The 1 to 100 earned rewards to use: `rwd_` followed by 16 characters each.' }),
    merchant,
  }),
  type: LoyaltyUserType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'LOYALTY_USER_VOIDED',
    'REWARD_NOT_FOUND',
    'REWARD_NOT_USABLE',
  ],
  ...changingBalance(({ rewards }: { rewards: string[] }) => ({ action: 'USE', rewards })),
});
