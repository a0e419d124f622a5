import { query } from '../../kernel/api/query.ts';
import { cardIdOnly } from './card.inputs.ts';
import { requireCard } from './card.ts';
import { LoyaltyCardType } from './card.type.ts';

export const loyaltyCard = query({
  name: 'loyaltyCard',
  description: 'One loyalty card.',
  scope: 'READ',
  input: cardIdOnly,
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireCard(database, viewer.account.id, input.id),
});
