import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { insertRow, insertRows, requireRow } from '../../kernel/database/rows.ts';
import { loyaltyRewards, rewardsFor, rewardsOfCard } from '../reward/reward.ts';
import { cardName, loyaltyCardId } from './card.inputs.ts';
import { cardRow, copyOf, loyaltyCards, recordCard } from './card.ts';
import { LoyaltyCardType } from './card.type.ts';

export const copyLoyaltyCard = mutation({
  name: 'copyLoyaltyCard',
  description: 'Copies a loyalty card with its design and rewards, but without its users.',
  scope: 'WRITE',
  input: z.object({
    id: loyaltyCardId,
    name: cardName
      .nullish()
      .meta({ description: 'Name of the new card, 1 to 50 characters. Default: the name of the copied card.' }),
  }),
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const card = await requireRow(transaction, cardRow, { accountId: viewer.account.id, id: input.id }, 'shared');
    const copy = copyOf(card, input.name);
    await insertRow(transaction, loyaltyCards, copy);
    const rewards = await rewardsOfCard(transaction, card.id);
    await insertRows(transaction, loyaltyRewards, rewardsFor(copy, rewards));
    await recordCard(transaction, copy, 'loyalty_card_copied', viewer.keyId);
    return copy;
  },
});
