import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tillScope } from '../../api/scope.ts';
import { rewardId } from '../reward/reward.inputs.ts';
import { loyaltyUserKey } from '../user/user.inputs.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { merchant } from './balance.inputs.ts';
import { changingBalance } from './balance-changes.ts';

mutation({
  name: 'redeemPoints',
  description: 'Redeems points for a reward: deducts its cost and gives the user the reward, to be used later.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({ ...loyaltyUserKey, reward: rewardId, merchant }),
  type: LoyaltyUserType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'LOYALTY_USER_VOIDED',
    'REWARD_NOT_FOUND',
    'BALANCE_TOO_LOW',
  ],
  ...changingBalance(({ reward }: { reward: string }) => ({ action: 'REDEEM', reward })),
});
