import { z } from 'zod';
import { idInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { tillScope } from '../../api/scope.ts';
import { requireScope, type Viewer } from '../../api/viewer.ts';
import { rewardId } from '../reward/reward.inputs.ts';
import { loyaltyUserKey } from '../user/user.inputs.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { location, maxAdded } from './balance.inputs.ts';
import { changingBalance } from './balance-changes.ts';

const earnedRewardId = idInput('earnedReward', 'a reward id', 'An earned reward of the user');

const ledgerEntryId = idInput('ledgerEntry', 'a ledger entry id', 'The ledger entry');

const amount = z.int().min(1).max(maxAdded).meta({ description: 'The number of stamps or points, 1 to 1,000,000.' });

export const addStamps = mutation({
  name: 'addStamps',
  description:
    'Adds stamps to the card of a user. They immediately earn the rewards at the milestones that they reach, and each full card earns its reward and starts anew with the remaining stamps. After 1,000 rewards, a call fills no more cards; the next addition earns the rest. `DAILY_LIMIT` has the start of the next day in `extensions.nextAt`.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({
    ...loyaltyUserKey,
    amount: amount.meta({ description: 'The number of stamps, 1 to 1,000,000.' }),
    location,
  }),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND', 'LOYALTY_USER_VOIDED', 'DAILY_LIMIT'],
  ...changingBalance(({ amount }: { amount: number }) => ({ action: 'ADD', unit: 'STAMPS', amount })),
});

const adjustments = {
  ADD_POINTS: { action: 'ADD', unit: 'POINTS' },
  ADD_STAMPS: { action: 'ADD', unit: 'STAMPS' },
  REMOVE_POINTS: { action: 'REMOVE', unit: 'POINTS' },
  REMOVE_STAMPS: { action: 'REMOVE', unit: 'STAMPS' },
} as const;

const adjustment = z.enum(['ADD_POINTS', 'ADD_STAMPS', 'REMOVE_POINTS', 'REMOVE_STAMPS']).meta({
  id: 'BalanceAction',
  description: "A change to a user's balance.",
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
    'Adds or removes stamps or points of a user. Added stamps earn rewards as with `addStamps`. Stamps that reached the milestone of a reward can be removed only after the entry that earned the reward has been reversed. With the scope `TILL`, only additions are allowed.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({
    ...loyaltyUserKey,
    action: adjustment.meta({ description: 'The change to make.' }),
    amount,
    location,
  }),
  type: LoyaltyUserType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'LOYALTY_USER_VOIDED',
    'BALANCE_TOO_LOW',
    'DAILY_LIMIT',
  ],
  batch: (call) => {
    requireAddition(call);
    return changing.batch(call);
  },
  run: (call) => {
    requireAddition(call);
    return changing.run(call);
  },
});

function requireAddition({ input, viewer }: { input: { action: keyof typeof adjustments }; viewer: Viewer }): void {
  if (adjustments[input.action].action === 'REMOVE') requireScope(viewer, 'REDEEM');
}

mutation({
  name: 'redeemPoints',
  description: 'Redeems points of a user for a reward. Deducts the cost and gives the user the reward for later use.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({ ...loyaltyUserKey, reward: rewardId, location }),
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

export const useRewards = mutation({
  name: 'useRewards',
  description:
    'Uses earned rewards of a user. Either all of the rewards are used or none. Each reward can be used once.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({
    ...loyaltyUserKey,
    rewards: z.array(earnedRewardId).min(1).max(100).meta({
      description: 'The ids of the earned rewards to use, 1 to 100. Each is `rwd_` followed by 16 characters.',
    }),
    location,
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

mutation({
  name: 'reverseLedgerEntry',
  description:
    'Reverses a ledger entry of a user by adding an opposite entry. An entry can be reversed only once. Later entries are kept. To reverse stamps that earned a reward, first reverse the entry that earned it. This removes the reward if it is unused. Reversing the use of a reward makes it usable again. A reversal earns no rewards.',
  scope: 'REDEEM',
  input: z.object({ ...loyaltyUserKey, entry: ledgerEntryId, location }),
  type: LoyaltyUserType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'LOYALTY_USER_VOIDED',
    'LEDGER_ENTRY_NOT_FOUND',
    'LEDGER_ENTRY_ALREADY_REVERSED',
    'LEDGER_ENTRY_NOT_REVERSIBLE',
    'REWARD_NOT_USABLE',
    'BALANCE_TOO_LOW',
  ],
  ...changingBalance(({ entry }: { entry: string }) => ({ action: 'REVERSE', entry })),
});
