import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { cardInputs, cardName, loyaltyCardId } from './card.inputs.ts';
import { cardRow, changeCard, loyaltyCards, recordCard } from './card.ts';
import { LoyaltyCardType } from './card.type.ts';

mutation({
  name: 'updateLoyaltyCard',
  description:
    'Updates a loyalty card. Omitted fields keep their values; `null` clears a field, except `name`, `stampsRequired` and `active`, which it leaves unchanged. A new number of required stamps applies when a user next receives stamps.',
  scope: 'WRITE',
  input: z.object({
    id: loyaltyCardId,
    ...cardInputs,
    name: cardName.nullish(),
    active: z.boolean().nullish().meta({
      description:
        'Whether the card is in use. A card that is not in use is not shown to customers and can be deleted with its users.',
    }),
  }),
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'NOT_A_STAMP_CARD'],
  run: async ({ input, viewer, transaction }) => {
    const card = await lockRow(transaction, cardRow, { accountId: viewer.account.id, id: input.id });
    changeCard(card, input);
    await updateRows(transaction, loyaltyCards, { id: card.id }, card);
    await recordCard(transaction, card, 'loyalty_card_updated', viewer.keyId);
    return card;
  },
});
