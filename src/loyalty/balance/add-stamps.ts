import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tillScope } from '../../api/scope.ts';
import { loyaltyUserKey } from '../user/user.inputs.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { amount, merchant } from './balance.inputs.ts';
import { changingBalance } from './balance-changes.ts';

export const addStamps = mutation({
  name: 'addStamps',
  description:
    'Adds stamps to the card of a user. Every full card earns the stamp reward at once; the remaining stamps stay on the card.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({
    ...loyaltyUserKey,
    amount: amount.meta({ description: 'The number of stamps, 1 to 1,000,000.' }),
    merchant,
  }),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND', 'LOYALTY_USER_VOIDED'],
  ...changingBalance(({ amount }: { amount: number }) => ({ action: 'ADD', unit: 'STAMPS', amount })),
});
