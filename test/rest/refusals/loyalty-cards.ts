import { makeCard } from '../../support/make-loyalty.ts';
import { withoutCard } from './loyalty-names.ts';
import { type Refusals, refusal } from './table.ts';

const listDocument = '{ loyaltyCards { nodes { id } } }';

export const cardsV4: Refusals = {
  method: 'GET',
  path: '/v4/loyalty/loyalty-cards',
  document: listDocument,
  of: async () => [],
};

export const cardsV3: Refusals = {
  path: '/v3/loyalty/list',
  document: 'query ($filter: LoyaltyCardFilter) { loyaltyCards(filter: $filter) { nodes { id } } }',
  of: async () => [
    refusal('only_active is not a boolean', [302], { only_active: 'maybe' }, { filter: { active: 'maybe' } }),
    refusal('only_active is a list', [302], { only_active: [true, false] }),
  ],
};

export const cardInfo: Refusals = {
  path: '/v3/loyalty/info',
  document: 'query ($id: ID!) { loyaltyCard(id: $id) { id } }',
  of: async (app, client) => [
    refusal('loyaltycard is missing', [200], {}, {}),
    refusal('loyaltycard is empty', [200], { loyaltycard: '' }, { id: '' }),
    ...(await withoutCard(app, client, (id) => [{ loyaltycard: id }, { id }], 507)),
  ],
};

export const copy: Refusals = {
  path: '/v4/loyalty/loyalty-cards/{id}/copy',
  document: 'mutation ($input: CopyLoyaltyCardInput!) { copyLoyaltyCard(input: $input) { id } }',
  of: async (app, client) => {
    const { id } = await makeCard(app.database, client.owner);
    const named = (name: unknown) => [{ id, name }, { input: { id, name } }] as const;
    return [
      refusal('name is too long', [300], ...named('x'.repeat(51))),
      refusal('name is an object', [300], ...named({})),
      refusal('name is blank', [300], ...named('   ')),
      // A malformed id in the path takes precedence over everything else.
      refusal('the id is malformed and the name is too long', [505], { id: 'loy_!', name: 'x'.repeat(51) }),
      ...(await withoutCard(app, client, (id) => [{ id }, { input: { id } }])),
    ];
  },
};
