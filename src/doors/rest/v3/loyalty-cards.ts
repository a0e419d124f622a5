import { loyaltyCard as findLoyaltyCard } from '../../../loyalty/card/find-loyalty-card.ts';
import { loyaltyCards } from '../../../loyalty/card/list-loyalty-cards.ts';
import { graphql } from '../../documents/typed-document.ts';
import { loyaltyInfo } from '../../representations/loyalty-card-info.ts';
import { flag } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { loyaltyCardFragment } from '../documents/loyalty-fragments.ts';
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
      description: 'Only cards that are active.',
      example: true,
    }),
  },
  calls: {
    only: call(
      loyaltyCards,
      graphql(
        `query ($filter: LoyaltyCardFilter, $first: Int, $after: String) {
          cards: loyaltyCards(filter: $filter, first: $first, after: $after) {
            nodes { ...LoyaltyCardFields }
            pageInfo { hasNextPage endCursor }
          }
        }`,
        [loyaltyCardFragment],
      ),
      {},
      { first: 1000 },
    ),
  },
  whole: {
    name: 'loyalty_info',
    items: ({ cards: { nodes } }) => nodes.map(loyaltyInfo),
    next: ({ cards: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  },
});

export const getLoyaltyCard = row({
  path: '/v3/loyalty/info',
  summary: 'Get a loyalty card',
  section,
  fields: { loyaltycard: loyaltyCard('id') },
  calls: {
    only: call(
      findLoyaltyCard,
      graphql('query ($id: ID!) { card: loyaltyCard(id: $id) { ...LoyaltyCardFields } }', [loyaltyCardFragment]),
      { LOYALTY_CARD_NOT_FOUND: 507 },
    ),
  },
  reply: ({ card }) => ({ loyalty_info: loyaltyInfo(card) }),
});
