import { copyLoyaltyCard, loyaltyCards } from '../../loyalty/card/card-operations.ts';
import { loyaltyCardV4 } from '../../representations/loyalty-info.ts';
import { text } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { loyaltyCard } from '../fields/loyalty-fields.ts';

const section = 'v4 loyalty';

export const listLoyaltyCards = row({
  method: 'GET',
  path: '/v4/loyalty/loyalty-cards',
  summary: 'List loyalty cards',
  section,
  fields: {},
  calls: only(loyaltyCards, {}, { first: 1000 }),
  whole: {
    item: loyaltyCardV4,
  },
});

export const copyCard = row({
  path: '/v4/loyalty/loyalty-cards/{id}/copy',
  summary: 'Copy a loyalty card with its design and rewards, without its users',
  section,
  fields: {
    id: loyaltyCard('id'),
    name: text({
      argument: 'name',
      invalid: 300,
      maxLength: 50,
      description: 'The name of the new card. Default: the name of the copied card.',
      example: 'Bread club',
    }),
  },
  calls: only(copyLoyaltyCard, { LOYALTY_CARD_NOT_FOUND: 505 }),
  status: 201,
  reply: (card, { loader }) => loyaltyCardV4(card, loader),
});
