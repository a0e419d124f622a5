import { change, makeCard, makeUser } from '../../support/make-loyalty.ts';
import { unfitData } from './loyalty-data.ts';
import { withoutCard, withoutUser } from './loyalty-names.ts';
import { type Refusals, refusal, unknown } from './table.ts';

type Name = { card: string; user: string };

export const personCreate: Refusals = {
  path: '/v3/loyaltyusers/create',
  document: 'mutation ($input: CreateLoyaltyPersonInput!) { createLoyaltyPerson(input: $input) { id } }',
  of: async () => {
    const good = { email: 'ada@example.com', password: 'rye & butter' };
    const of = (data: object) => [{ ...good, ...data }, { input: { ...good, ...data } }] as const;
    return [
      refusal('email is missing', [200], { password: good.password }, { input: { password: good.password } }),
      refusal('password is missing', [200], { email: good.email }, { input: { email: good.email } }),
      refusal('both are missing', [200, 200], {}, { input: {} }),
      refusal('password is too short', [300], ...of({ password: '7 chars' })),
      refusal('password is too long', [300], ...of({ password: 'x'.repeat(129) })),
      refusal('password is an object', [300], ...of({ password: {} })),
      refusal('gender has an unknown value', [302], ...of({ gender: 'woman' })),
      refusal('birthday is not in the documented format', [303], ...of({ birthday: '10.12.1990' })),
      refusal('birthday is not a real date', [303], ...of({ birthday: '1990-02-30' })),
      refusal('birthday has a time', [303], ...of({ birthday: '1990-12-10 00:00:00' })),
      ...unfitData(
        (data) => ({ ...good, ...data }),
        (data) => ({ input: { ...good, ...data } }),
      ),
    ];
  },
};

const inFields = ({ card, user }: Name) => ({ loyaltycard: card, user });

export const userLink: Refusals = {
  path: '/v3/loyaltyusers/link',
  document: 'mutation ($input: LinkLoyaltyUserInput!) { linkLoyaltyUser(input: $input) { id } }',
  of: async (app, client) => {
    const { id: user, cardId: card } = await makeUser(app.database, client.owner);
    const foreign = await makeUser(app.database, (await app.client()).owner);
    const of = (name: Name) => [inFields(name), { input: name }] as const;
    return [
      refusal('loyaltycard is missing', [200], { user }, { input: { user } }),
      refusal('user is missing', [200], { loyaltycard: card }, { input: { card } }),
      refusal('both are missing', [200, 200], {}, { input: {} }),
      refusal('loyaltycard is malformed and user is missing', [200], { loyaltycard: 'loy_!' }),
      refusal('the user already has the card', [367], ...of({ card, user }), 'USER_ALREADY_LINKED'),
      refusal('user is malformed', [516], ...of({ card, user: 'usr_!' })),
      refusal('the user is unknown', [516], ...of({ card, user: unknown.user }), 'LOYALTY_USER_NOT_FOUND'),
      refusal(
        'the user belongs to another account',
        [516],
        ...of({ card, user: foreign.id }),
        'LOYALTY_USER_NOT_FOUND',
      ),
      ...(await withoutCard(app, client, (card) => of({ card, user }))),
    ];
  },
};

export const userListV3: Refusals = {
  path: '/v3/loyaltyusers/list',
  document: 'query ($card: ID!) { loyaltyUsers(card: $card) { nodes { id } } }',
  of: async (app, client) => [
    refusal('loyaltycard is missing', [200], {}, {}),
    ...(await withoutCard(app, client, (card) => [{ loyaltycard: card }, { card }], 505, 301)),
  ],
};

export const userSearch: Refusals = {
  path: '/v3/loyaltyusers/search',
  document: 'query ($card: ID!, $search: String!) { searchLoyaltyUsers(card: $card, search: $search) { id } }',
  of: async (app, client) => {
    const { id: card } = await makeCard(app.database, client.owner);
    const of = (search: unknown, of = card) =>
      [
        { loyaltycard: of, search },
        { card: of, search },
      ] as const;
    return [
      refusal('loyaltycard is missing', [200], { search: 'Ada' }, { search: 'Ada' }),
      refusal('search is missing', [200], { loyaltycard: card }, { card }),
      refusal('search is empty', [200], ...of('')),
      refusal('both are missing', [200, 200], {}, {}),
      refusal('search has only two characters', [300], ...of('Ad')),
      ...['Ada L', 'Ada.', 'a+b', 'a%b', "a'b", 'a*b', 'Ada\n', '\u{1f950}\u{1f950}\u{1f950}'].map((search) =>
        refusal(`search is ${JSON.stringify(search)}`, [300], ...of(search)),
      ),
      refusal('search is an object', [300], ...of({})),
      refusal('search is too long', [300], ...of('a'.repeat(255))),
      ...(await withoutCard(app, client, (card) => of('Ada', card), 505, 301)),
    ];
  },
};

export const balanceUpdate: Refusals = {
  path: '/v3/loyaltyusers/update',
  document: 'mutation ($input: AdjustLoyaltyBalanceInput!) { adjustLoyaltyBalance(input: $input) { id } }',
  of: async (app, client) => {
    const { id: user, cardId: card, ...rest } = await makeUser(app.database, client.owner);
    await change(
      app.database,
      client.owner,
      { id: user, cardId: card, ...rest },
      {
        action: 'ADD',
        unit: 'POINTS',
        amount: 9,
      },
    );
    const voided = await makeUser(app.database, client.owner, { voided: true });
    const limited = await makeUser(app.database, client.owner, {
      card: await makeCard(app.database, client.owner, { maxPerDay: 1 }),
    });
    const of = (action: unknown, amount: unknown, location?: unknown, name: Name = { card, user }) => {
      const given = typeof action === 'string' ? action.toUpperCase() : action;
      return [
        { ...inFields(name), action, amount, ...(location !== undefined && { merchantid: location }) },
        { input: { ...name, action: given, amount, ...(location !== undefined && { location }) } },
      ] as const;
    };
    const name = inFields({ card, user });
    return [
      refusal('everything is missing', [200, 200, 200, 200], {}, { input: {} }),
      refusal('action is missing', [200], { ...name, amount: 1 }),
      refusal('amount is missing', [200], { ...name, action: 'add_points' }),
      refusal('action has an unknown value', [302], ...of('double_points', 1)),
      refusal('action is in capitals', [302], { ...name, action: 'ADD_POINTS', amount: 1 }),
      refusal('action is a JavaScript property', [302], ...of('constructor', 1)),
      refusal('action is a list', [302], ...of(['add_points', 'add_stamps'], 1)),
      refusal('amount is not a number', [301], ...of('add_points', 'ten')),
      refusal('amount is a fraction', [301], ...of('add_points', '1.5')),
      refusal('amount is zero', [301], ...of('add_points', 0)),
      refusal('amount is negative', [301], ...of('remove_points', -1)),
      refusal('amount is too large', [301], ...of('add_stamps', 1_000_001)),
      refusal('merchantid is too long', [300], ...of('add_points', 1, 'M'.repeat(51))),
      refusal('merchantid is a list', [300], { ...name, action: 'add_points', amount: 1, merchantid: ['branch'] }),
      refusal('there are not enough points', [364], ...of('remove_points', 10), 'BALANCE_TOO_LOW'),
      refusal(
        'the day has its limit',
        [369],
        ...of('add_stamps', 2, undefined, { card: limited.cardId, user: limited.id }),
        'DAILY_LIMIT',
      ),
      refusal('there are not enough stamps', [364], ...of('remove_stamps', 1), 'BALANCE_TOO_LOW'),
      refusal(
        'the user is void',
        [361],
        ...of('add_points', 1, undefined, { card: voided.cardId, user: voided.id }),
        'LOYALTY_USER_VOIDED',
      ),
      ...(await withoutUser(app, client, (name) => of('add_points', 1, undefined, name))),
    ];
  },
};
