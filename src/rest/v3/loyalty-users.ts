import { adjustLoyaltyBalance } from '../../loyalty/balance/balance-operations.ts';
import { loyaltyUsers, searchLoyaltyUsers } from '../../loyalty/search/loyalty-search-operations.ts';
import { createLoyaltyPerson, linkLoyaltyUser } from '../../loyalty/user/loyalty-user-operations.ts';
import { loyaltyUserItem, loyaltyUserItemOf } from '../../representations/loyalty-info.ts';
import { choice, integer, text } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { loyaltyCard, loyaltyUser, loyaltyUserFields, personNames } from '../fields/loyalty-fields.ts';
import { emailTo } from '../fields/message-fields.ts';

const section = 'v3 loyalty users';
const userCodes = { LOYALTY_CARD_NOT_FOUND: 505, LOYALTY_USER_NOT_FOUND: 516 };

export const createPerson = row({
  path: '/v3/loyaltyusers/create',
  summary: 'Create a user without a loyalty card',
  section,
  fields: {
    ...loyaltyUserFields,
    ...personNames,
    email: { ...emailTo, description: 'Email address.' },
    password: text({
      argument: 'password',
      invalid: 300,
      required: true,
      description: 'The password to sign in with, 8 to 128 characters.',
      example: 'rye bread & butter',
    }),
    gender: choice(
      { male: 'MALE', female: 'FEMALE', unknown: 'UNKNOWN' },
      { argument: 'gender', invalid: 302, description: 'Gender.', example: 'female' },
    ),
    birthday: text({
      argument: 'birthday',
      invalid: 303,
      description: 'Date of birth, `yyyy-MM-dd`.',
      example: '1990-12-10',
    }),
  },
  calls: only(createLoyaltyPerson, {}),
  reply: (person) => ({
    user: loyaltyUserItem({ ...person, stamps: 0, points: 0, voidedAt: null, url: '', rewards: [] }),
  }),
});

export const linkUser = row({
  path: '/v3/loyaltyusers/link',
  summary: 'Link a user to a loyalty card',
  section,
  fields: { loyaltycard: loyaltyCard('card'), user: loyaltyUser },
  calls: only(linkLoyaltyUser, { ...userCodes, USER_ALREADY_LINKED: 367 }),
  reply: (user) => ({ loyaltycard: user.cardId, user: user.id, action: 'user_linked' }),
});

export const listUsers = row({
  path: '/v3/loyaltyusers/list',
  summary: 'List the users of a loyalty card, newest first',
  section,
  fields: { loyaltycard: loyaltyCard('card', 301) },
  calls: only(loyaltyUsers, { LOYALTY_CARD_NOT_FOUND: 505 }, { first: 1000 }),
  whole: {
    name: 'users',
    item: loyaltyUserItemOf,
    beside:
      ({ fields }) =>
      (amount) => ({ loyaltycard: fields.loyaltycard, amount_of_results: amount }),
  },
});

export const searchUsers = row({
  path: '/v3/loyaltyusers/search',
  summary: 'Search the users of a loyalty card',
  section,
  fields: {
    loyaltycard: loyaltyCard('card', 301),
    search: text({
      argument: 'search',
      invalid: 300,
      required: true,
      description:
        'The beginning of a first name, last name, email address, phone number or id. It needs at least 3 letters, digits, hyphens, underscores or @.',
      example: 'Ada',
    }),
  },
  calls: only(searchLoyaltyUsers, { LOYALTY_CARD_NOT_FOUND: 505 }),
  reply: async (users, { fields, loader }) => ({
    loyaltycard: fields.loyaltycard,
    amount_of_results: users.length,
    users: await Promise.all(users.map((user) => loyaltyUserItemOf(user, loader))),
  }),
});

const actions = ['add_points', 'add_stamps', 'remove_points', 'remove_stamps'];

export const updateBalance = row({
  path: '/v3/loyaltyusers/update',
  summary: 'Update the points or stamps of a user',
  section,
  fields: {
    loyaltycard: loyaltyCard('card'),
    user: loyaltyUser,
    action: choice(Object.fromEntries(actions.map((name) => [name, name.toUpperCase()])), {
      argument: 'action',
      invalid: 302,
      required: true,
      description: 'The operation.',
      example: 'add_points',
    }),
    amount: integer({
      argument: 'amount',
      invalid: 301,
      required: true,
      description: 'The number of points or stamps, an integer of at least 1.',
      example: 10,
    }),
    merchantid: text({
      argument: 'location',
      invalid: 300,
      maxLength: 50,
      description: 'The id of the location that the ledger records. The location does not have to be registered.',
      example: 'loc_0a1b2c3d4e5f',
    }),
  },
  calls: only(adjustLoyaltyBalance, { ...userCodes, LOYALTY_USER_VOIDED: 361, BALANCE_TOO_LOW: 364, DAILY_LIMIT: 369 }),
  reply: async (user, { fields, loader }) => ({
    loyaltycard: user.cardId,
    action: fields.action,
    user: await loyaltyUserItemOf(user, loader),
  }),
});
