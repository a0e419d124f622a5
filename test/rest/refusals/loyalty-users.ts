import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { unfitData } from './loyalty-data.ts';
import { withoutCard, withoutUser } from './loyalty-names.ts';
import { type Refusals, refusal } from './table.ts';

const users = '/v4/loyalty/loyalty-cards/{loyaltyCardId}/stats';
const oneUser = `${users}/{userId}` as const;

const inPath = ({ card, user }: { card: string; user: string }) => ({ loyaltyCardId: card, userId: user });

export const userList: Refusals = {
  method: 'GET',
  path: users,
  document: `query ($card: ID!, $filter: LoyaltyUserFilter, $first: Int, $page: Int, $includeVoided: Boolean) {
    loyaltyUsers(card: $card, filter: $filter, first: $first, page: $page, includeVoided: $includeVoided) {
      nodes { id }
    }
  }`,
  of: async (app, client) => {
    const { id: card } = await makeCard(app.database, client.owner);
    const of = (fields: object, variables?: object) =>
      [{ loyaltyCardId: card, ...fields }, variables && { card, ...variables }] as const;
    const long = 'x'.repeat(256);
    return [
      refusal('include_voided is not a boolean', [302], ...of({ include_voided: 'maybe' }, { includeVoided: 'maybe' })),
      refusal('the page is not a number', [301], ...of({ 'pagination[page]': 'two' }, { page: 'two' })),
      refusal('the page is zero', [301], ...of({ 'pagination[page]': 0 }, { page: 0 })),
      refusal('the page is negative', [301], ...of({ 'pagination[page]': -1 }, { page: -1 })),
      refusal('the page is a fraction', [301], ...of({ 'pagination[page]': 1.5 }, { page: 1.5 })),
      refusal('the limit is not a number', [301], ...of({ 'pagination[limit]': 'all' }, { first: 'all' })),
      refusal('the limit is zero', [301], ...of({ 'pagination[limit]': 0 })),
      refusal('the limit is more than 1,000', [301], ...of({ 'pagination[limit]': 1001 }, { first: 1001 })),
      refusal('count is not a boolean', [302], ...of({ 'pagination[count]': 'maybe' })),
      refusal('a filter is too long', [300], ...of({ 'filter[email]': long }, { filter: { email: long } })),
      refusal('filter is not an object', [302], ...of({ filter: 'Ada' }, { filter: 'Ada' })),
      refusal('filter is a list', [302], ...of({ filter: '["Ada"]' }, { filter: ['Ada', 'Grace'] })),
      refusal('filter is half an object', [302], ...of({ filter: '{"first_name":' })),
      refusal(
        'a filter in JSON is an object',
        [300],
        ...of({ filter: '{"custom_8":{}}' }, { filter: { custom8: {} } }),
      ),
      refusal('pagination is not an object', [302], ...of({ pagination: '2' })),
      refusal('the page in JSON is not a number', [301], ...of({ pagination: '{"page":"x"}' })),
      refusal('everything is invalid', [301, 301, 302, 302], {
        loyaltyCardId: card,
        include_voided: 2,
        filter: 'x',
        'pagination[page]': 0,
        'pagination[limit]': 0,
      }),
      refusal('the id is malformed and the page is not a number', [505], {
        loyaltyCardId: 'loy_!',
        'pagination[page]': 'x',
      }),
      ...(await withoutCard(app, client, (card) => [{ loyaltyCardId: card }, { card }])),
    ];
  },
};

export const userGet: Refusals = {
  method: 'GET',
  path: oneUser,
  document: 'query ($card: ID!, $user: ID!) { loyaltyUser(card: $card, user: $user) { id } }',
  of: (app, client) => withoutUser(app, client, (name) => [inPath(name), name]),
};

export const userCreate: Refusals = {
  path: users,
  document: 'mutation ($input: CreateLoyaltyUserInput!) { createLoyaltyUser(input: $input) { id } }',
  of: async (app, client) => {
    const { id: card } = await makeCard(app.database, client.owner);
    return [
      ...unfitData(
        (data) => ({ loyaltyCardId: card, ...data }),
        (data) => ({ input: { card, ...data } }),
      ),
      ...(await withoutCard(app, client, (card) => [{ loyaltyCardId: card }, { input: { card } }])),
    ];
  },
};

export const userBulk: Refusals = {
  path: '/v4/loyalty/loyalty-cards/{id}/stats/bulk',
  document: 'mutation ($input: CreateLoyaltyUsersInput!) { createLoyaltyUsers(input: $input) { id } }',
  of: async (app, client) => {
    const { id: card } = await makeCard(app.database, client.owner);
    const of = (users: unknown) => [{ id: card, users }, { input: { card, users } }] as const;
    const good = { email: 'ada@example.com' };
    const many = Array(1001).fill({});
    return [
      refusal('users is missing', [200], { id: card }, { input: { card } }),
      refusal('users is null', [200], ...of(null)),
      refusal('there are no users', [200], ...of([])),
      refusal('there are more than 1,000 users', [301], ...of(many)),
      refusal('users is text', [301], { id: card, users: 'Ada' }),
      refusal('users is an object', [301], { id: card, users: { email: 'ada@example.com' } }),
      refusal('a user is text', [301], ...of([good, 'Ada'])),
      refusal('a user is a list', [301], ...of([[good], good])),
      refusal('a user is null', [301], ...of([good, null])),
      ...unfitData(
        (data) => ({ id: card, users: [good, good, data] }),
        (data) => ({ input: { card, users: [good, good, data] } }),
        'of the third user ',
      ),
      ...(await withoutCard(app, client, (id) => [{ id, users: [good] }, { input: { card: id, users: [good] } }])),
    ];
  },
};

export const userUpdate: Refusals = {
  method: 'PUT',
  path: oneUser,
  document: 'mutation ($input: UpdateLoyaltyUserInput!) { updateLoyaltyUser(input: $input) { id } }',
  of: async (app, client) => {
    const { id: user, cardId: card } = await makeUser(app.database, client.owner);
    return [
      ...unfitData(
        (data) => ({ ...inPath({ card, user }), ...data }),
        (data) => ({ input: { card, user, ...data } }),
      ),
      ...(await withoutUser(app, client, (name) => [inPath(name), { input: name }])),
    ];
  },
};

export const userVoid: Refusals = {
  method: 'PUT',
  path: `${oneUser}/void`,
  document: 'mutation ($input: VoidLoyaltyUserInput!) { voidLoyaltyUser(input: $input) { id } }',
  of: async (app, client) => {
    const { id: user, cardId: card } = await makeUser(app.database, client.owner, { voided: true });
    const name = { card, user };
    return [
      refusal('the user is already void', [362], inPath(name), { input: name }, 'LOYALTY_USER_ALREADY_VOIDED'),
      ...(await withoutUser(app, client, (name) => [inPath(name), { input: name }])),
    ];
  },
};

export const userDelete: Refusals = {
  method: 'DELETE',
  path: oneUser,
  document: 'mutation ($input: DeleteLoyaltyUserInput!) { deleteLoyaltyUser(input: $input) { id } }',
  of: (app, client) => withoutUser(app, client, (name) => [inPath(name), { input: name }]),
};
