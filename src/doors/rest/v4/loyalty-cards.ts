import { copyLoyaltyCard } from '../../../loyalty/card/copy-loyalty-card.ts';
import { loyaltyCards } from '../../../loyalty/card/list-loyalty-cards.ts';
import { graphql } from '../../documents/typed-document.ts';
import { loyaltyCardV4 } from '../../representations/loyalty-card-info.ts';
import { text } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { loyaltyCardFragment } from '../documents/loyalty-fragments.ts';
import { loyaltyCard } from '../fields/loyalty-fields.ts';

const section = 'v4 loyalty';

export const listLoyaltyCards = row({
  method: 'GET',
  path: '/v4/loyalty/loyalty-cards',
  summary: 'List loyalty cards',
  section,
  fields: {},
  calls: {
    only: call(
      loyaltyCards,
      graphql(
        `query ($first: Int, $after: String) {
          cards: loyaltyCards(first: $first, after: $after) {
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
    items: ({ cards: { nodes } }) => nodes.map(loyaltyCardV4),
    next: ({ cards: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
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
  calls: {
    only: call(
      copyLoyaltyCard,
      graphql(
        'mutation ($input: CopyLoyaltyCardInput!) { card: copyLoyaltyCard(input: $input) { ...LoyaltyCardFields } }',
        [loyaltyCardFragment],
      ),
      { LOYALTY_CARD_NOT_FOUND: 505 },
    ),
  },
  status: 201,
  reply: ({ card }) => loyaltyCardV4(card),
});
