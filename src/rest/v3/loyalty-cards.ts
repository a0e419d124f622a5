import { loyaltyCard as findLoyaltyCard, loyaltyCards } from '../../loyalty/card/card-operations.ts';
import { loyaltyInfo } from '../../representations/loyalty-info.ts';
import { flag } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { loyaltyCard } from '../fields/loyalty-fields.ts';

const section = 'v3 loyalty';

export const listLoyaltyCards = row({
  path: '/v3/loyalty/list',
  summary: 'List loyalty cards',
  section,
  fields: {
    only_active: flag({
      argument: 'filter.active',
      values: { true: true, false: null },
      invalid: 302,
      description: 'Only active cards.',
      example: true,
    }),
  },
  calls: only(loyaltyCards, {}, { first: 1000 }),
  whole: {
    name: 'loyalty_info',
    item: loyaltyInfo,
  },
});

export const getLoyaltyCard = row({
  path: '/v3/loyalty/info',
  summary: 'Get a loyalty card',
  section,
  fields: { loyaltycard: loyaltyCard('id') },
  calls: only(findLoyaltyCard, { LOYALTY_CARD_NOT_FOUND: 507 }),
  reply: (card, { loader }) => ({ loyalty_info: loyaltyInfo(card, loader) }),
});
