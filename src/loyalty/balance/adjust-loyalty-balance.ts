import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tillScope } from '../../api/scope.ts';
import { requireScope, type Viewer } from '../../api/viewer.ts';
import { loyaltyUserKey } from '../user/user.inputs.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { amount, merchant } from './balance.inputs.ts';
import { changingBalance } from './balance-changes.ts';

const adjustments = {
  ADD_POINTS: { action: 'ADD', unit: 'POINTS' },
  ADD_STAMPS: { action: 'ADD', unit: 'STAMPS' },
  REMOVE_POINTS: { action: 'REMOVE', unit: 'POINTS' },
  REMOVE_STAMPS: { action: 'REMOVE', unit: 'STAMPS' },
} as const;

const adjustment = z.enum(['ADD_POINTS', 'ADD_STAMPS', 'REMOVE_POINTS', 'REMOVE_STAMPS']).meta({
  id: 'BalanceAction',
  description: 'A change of the balance of a user.',
  values: {
    ADD_POINTS: 'Add points.',
    ADD_STAMPS: 'Add stamps.',
    REMOVE_POINTS: 'Remove points.',
    REMOVE_STAMPS: 'Remove stamps.',
  },
});

const changing = changingBalance(({ action, amount }: { action: keyof typeof adjustments; amount: number }) => ({
  ...adjustments[action],
  amount,
}));

export const adjustLoyaltyBalance = mutation({
  name: 'adjustLoyaltyBalance',
  description:
    'Adds or removes stamps or points of a user. Added stamps earn rewards as with `addStamps`. With the scope `TILL`, only additions are allowed.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({
    ...loyaltyUserKey,
    action: adjustment.meta({ description: 'The change to make.' }),
    amount,
    merchant,
  }),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND', 'LOYALTY_USER_VOIDED', 'BALANCE_TOO_LOW'],
  share: (call) => {
    requireAddition(call);
    return changing.share(call);
  },
  run: (call) => {
    requireAddition(call);
    return changing.run(call);
  },
});

function requireAddition({ input, viewer }: { input: { action: keyof typeof adjustments }; viewer: Viewer }): void {
  if (adjustments[input.action].action === 'REMOVE') requireScope(viewer, 'REDEEM');
}
