import { z } from 'zod';
import { query } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';
import { cardRow } from '../card/card.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { findUsersByText } from './text-search.ts';

export const searchLoyaltyUsers = query({
  name: 'searchLoyaltyUsers',
  description:
    'Up to 100 users of a loyalty card, including voided ones, whose first name, last name, a later word of either, email address, phone number or id begins with the search text, ignoring case. Sorted alphabetically by the matching value, so exact matches come first. A plain list.',
  scope: 'READ',
  input: z.object({
    card: loyaltyCardId,
    search: z
      .string()
      .min(3)
      .max(254)
      .regex(/^[\p{L}\p{M}\d_@-]+$/u, 'may contain letters, digits, - _ and @ only')
      .meta({ description: 'The search text: at least 3 characters; letters, digits, `-`, `_` and `@`.' }),
  }),
  type: [LoyaltyUserType],
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const card = await requireRow(database, cardRow, { accountId: viewer.account.id, id: input.card });
    return findUsersByText(database, card, input.search);
  },
});
