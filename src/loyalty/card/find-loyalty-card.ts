import { query } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { cardIdOnly } from './card.inputs.ts';
import { cardRow } from './card.ts';
import { LoyaltyCardType } from './card.type.ts';

export const loyaltyCard = query({
  name: 'loyaltyCard',
  description: 'A loyalty card of the account.',
  scope: 'READ',
  input: cardIdOnly,
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireRow(database, cardRow, { accountId: viewer.account.id, id: input.id }),
});
