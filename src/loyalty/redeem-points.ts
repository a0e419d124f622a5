import { z } from 'zod';
import { mutation } from '../kernel/api/mutation.ts';
import { changingBalance } from './change-balances.ts';
import { merchant, rewardId, userName } from './inputs.ts';
import { LoyaltyUserType } from './user.type.ts';

mutation({
  name: 'redeemPoints',
  description: 'Takes the points that a reward costs, and gives the user the reward, to be used later.',
  scope: 'REDEEM',
  input: z.object({ ...userName, reward: rewardId, merchant }),
  type: LoyaltyUserType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'MERCHANT_NOT_FOUND',
    'LOYALTY_USER_VOIDED',
    'REWARD_NOT_FOUND',
    'BALANCE_TOO_LOW',
  ],
  ...changingBalance(({ reward }: { reward: string }) => ({ action: 'REDEEM', reward })),
});
