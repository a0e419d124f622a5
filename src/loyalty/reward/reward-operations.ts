import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { insertRow, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';
import { cardRow, recordCard } from '../card/card.ts';
import { balanceUnit, rewardFields, rewardId } from './reward.inputs.ts';
import {
  changeReward,
  type LoyaltyReward,
  loyaltyRewards,
  milestoneAt,
  requireReward,
  requireRewardAllowed,
  retireReward,
  rewardsOfCard,
} from './reward.ts';
import { LoyaltyRewardType } from './reward.type.ts';

export const createReward = mutation({
  name: 'createReward',
  description:
    'Adds a reward to a loyalty card. A stamp card earns its stamp rewards automatically: one when it is full, and others at milestones, such as 3 and 6 of 10 stamps. It has at most one reward at each number of stamps. Users choose which point rewards to redeem.',
  scope: 'WRITE',
  input: z
    .object({
      card: loyaltyCardId,
      unit: balanceUnit.meta({ description: 'The unit of the cost: stamps or points. It cannot be changed later.' }),
      ...rewardFields,
    })
    .superRefine(({ unit, points, stamps }, context) => {
      if (unit === 'POINTS' && stamps != null)
        context.addIssue({ code: 'custom', path: ['stamps'], message: 'is allowed only for a stamp reward' });
      if ((unit === 'POINTS') === (points != null)) return;
      context.addIssue({
        code: 'custom',
        path: ['points'],
        ...(unit === 'POINTS'
          ? { message: 'is required for a point reward', params: { missing: true } }
          : { message: 'is allowed only for a point reward' }),
      });
    }),
  type: LoyaltyRewardType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'NOT_A_STAMP_CARD', 'STAMP_REWARD_EXISTS'],
  run: async ({ input, viewer, transaction }) => {
    const card = await lockRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card });
    const { name, description = null, unit, points = null, validDays = null } = input;
    const reward: LoyaltyReward = {
      ...{ id: newId('reward'), accountId: card.accountId, cardId: card.id, createdAt: now(), retiredAt: null },
      ...{ name, description, unit, points, stamps: milestoneAt(card, input.stamps), validDays },
    };
    requireRewardAllowed(card, reward, await rewardsOfCard(transaction, card.id));
    await insertRow(transaction, loyaltyRewards, reward);
    await recordCard(transaction, card, 'loyalty_reward_created', viewer.keyId, reward);
    return reward;
  },
});

mutation({
  name: 'updateReward',
  description:
    'Updates a reward. Omitted fields keep their values; `null` clears `description` or `validDays`. Rewards that were already earned keep their expiry. Another number of stamps applies to stamps that are added later.',
  scope: 'WRITE',
  input: z.object({ id: rewardId, ...rewardFields, name: rewardFields.name.nullish() }),
  type: LoyaltyRewardType,
  problems: ['REWARD_NOT_FOUND', 'STAMP_REWARD_EXISTS'],
  run: async ({ input, viewer, transaction }) => {
    const { card, reward } = await requireReward(transaction, viewer.account.id, input.id);
    changeReward(card, reward, input);
    if (reward.retiredAt === null) requireRewardAllowed(card, reward, await rewardsOfCard(transaction, card.id));
    await updateRows(transaction, loyaltyRewards, { id: reward.id }, reward);
    await recordCard(transaction, card, 'loyalty_reward_updated', viewer.keyId, reward);
    return reward;
  },
});

mutation({
  name: 'retireReward',
  description: 'Retires a reward. Users can no longer earn or redeem it. Rewards that users already have stay usable.',
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
