import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { cardInputs, cardMedium, cardType } from './card.inputs.ts';
import { blankCard, changeCard, loyaltyCards, recordCard } from './card.ts';
import { LoyaltyCardType } from './card.type.ts';

mutation({
  name: 'createLoyaltyCard',
  description: 'Creates a loyalty card. Add rewards with `createReward`.',
  scope: 'WRITE',
  input: z
    .object({
      ...cardInputs,
      type: cardType.meta({ description: 'The type of the card. It cannot be changed later.' }),
      medium: cardMedium
        .default('WEB')
        .meta({ description: 'Where customers keep the card. It cannot be changed later.' }),
      active: z.boolean().default(true).meta({
        description:
          'Whether the card is in use. A card that is not in use is not shown to customers and can be deleted with its users.',
      }),
    })
    .superRefine(({ type, stampsRequired }, context) => {
      if ((type === 'STAMP') === (stampsRequired != null)) return;
      context.addIssue({
        code: 'custom',
        path: ['stampsRequired'],
        ...(type === 'STAMP'
          ? { message: 'is required for a stamp card', params: { missing: true } }
          : { message: 'is allowed only for a stamp card' }),
      });
    }),
  type: LoyaltyCardType,
  problems: [],
  run: async ({ input, viewer, transaction }) => {
    const card = blankCard(viewer.account, input.type, input.medium);
    changeCard(card, input);
    await insertRow(transaction, loyaltyCards, card);
    await recordCard(transaction, card, 'loyalty_card_created', viewer.keyId);
    return card;
  },
});
