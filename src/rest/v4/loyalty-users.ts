import { addStamps, useRewards } from '../../loyalty/balance/balance-operations.ts';
import { loyaltyUsers } from '../../loyalty/search/loyalty-search-operations.ts';
import {
  createLoyaltyUser,
  createLoyaltyUsers,
  deleteLoyaltyUser,
  loyaltyUser as findLoyaltyUser,
  updateLoyaltyUser,
  voidLoyaltyUser,
} from '../../loyalty/user/loyalty-user-operations.ts';
import { loyaltyUserV4Of } from '../../representations/loyalty-info.ts';
import { type Field, flag, integer, jsonObject, listOf, pageOfUsers, phone, text, texts } from '../adapter/field.ts';
import { call, only, row } from '../adapter/row.ts';
import { asksForPage } from '../adapter/whole-list.ts';
import { loyaltyCard, loyaltyUser, loyaltyUserFields } from '../fields/loyalty-fields.ts';

const section = 'v4 loyalty';
const users = '/v4/loyalty/loyalty-cards/{loyaltyCardId}/stats';
const oneUser = `${users}/{userId}` as const;
const name = { loyaltyCardId: loyaltyCard('card'), userId: loyaltyUser };
const userCodes = { LOYALTY_CARD_NOT_FOUND: 505, LOYALTY_USER_NOT_FOUND: 516 };

const filters = Object.fromEntries(
  Object.entries({
    id: text({ argument: 'id', invalid: 300, maxLength: 255, description: 'id', example: 'usr_0a1b2c3d4e5f6g7h' }),
    ...loyaltyUserFields,
  })
    .filter(([name]) => !['address', 'zip', 'city'].includes(name))
    .map(([name, field]): [string, Field] => [
      `filter[${name}]`,
      (name === 'phone' ? phone : text)({
        argument: `filter.${field.argument}`,
        invalid: 300,
        maxLength: 255,
        description: `Only users with this value of \`${name}\`, ignoring case.`,
        example: field.example,
      }),
    ]),
);

export const listUsers = row({
  method: 'GET',
  path: users,
  summary: 'List the users of a loyalty card, newest first: all users, or a page if requested',
  section,
  fields: {
    loyaltyCardId: loyaltyCard('card'),
    filter: jsonObject({ invalid: 302, description: 'All filters in one JSON object: `{"first_name": "Ada"}`.' }),
    'filter[keyword]': text({
      argument: 'filter.keyword',
      invalid: 300,
      maxLength: 255,
      description:
        'Only users with a field that starts with this text, or that has a word starting with it, ignoring case. Fields: id, names, email address, phone number, address, postal code, city and custom fields.',
      example: 'Ada',
    }),
    'filter[strict]': flag({
      argument: 'filter.strict',
      invalid: 302,
      description: 'If true, `filter[keyword]` must equal the whole value of a field.',
      example: true,
    }),
    ...filters,
    ...pageOfUsers,
    'pagination[count]': flag({
      invalid: 302,
      description:
        'If true, `X-Total-Count` contains the number of users in the whole list. To count them, the service reads the whole list.',
      example: true,
    }),
    include_voided: flag({
      argument: 'includeVoided',
      invalid: 302,
      description: 'If true, also returns users whose card is voided.',
      example: true,
    }),
  },
  calls: {
    all: call(loyaltyUsers, { LOYALTY_CARD_NOT_FOUND: 505 }, { first: 1000 }),
    page: call(loyaltyUsers, { LOYALTY_CARD_NOT_FOUND: 505 }, { first: 100, page: 1 }),
  },
  choose: (fields) => (asksForPage(fields) ? 'page' : 'all'),
  whole: {
    item: loyaltyUserV4Of,
    hasPages: true,
  },
});

export const getUser = row({
  method: 'GET',
  path: oneUser,
  summary: 'Get a user',
  section,
  fields: name,
  calls: only(findLoyaltyUser, userCodes),
  reply: (user, { loader }) => loyaltyUserV4Of(user, loader),
});

export const createUser = row({
  path: users,
  summary: 'Create a user',
  section,
  fields: { loyaltyCardId: loyaltyCard('card'), ...loyaltyUserFields },
  calls: only(createLoyaltyUser, { LOYALTY_CARD_NOT_FOUND: 505 }),
  status: 201,
  reply: (user, { loader }) => loyaltyUserV4Of(user, loader),
});

export const createUsers = row({
  path: '/v4/loyalty/loyalty-cards/{id}/stats/bulk',
  summary: 'Create users, all or none',
  section,
  fields: {
    id: loyaltyCard('card'),
    users: listOf(loyaltyUserFields, {
      argument: 'users',
      invalid: 301,
      required: true,
      maxItems: 1000,
      description: 'The users, 1 to 1,000.',
      example: [{ first_name: 'Ada', email: 'ada@example.com' }, { first_name: 'Grace' }],
    }),
  },
  bareList: 'users',
  bodyLimit: '32mb',
  calls: only(createLoyaltyUsers, { LOYALTY_CARD_NOT_FOUND: 505 }),
  status: 201,
  reply: (users, { loader }) => Promise.all(users.map((user) => loyaltyUserV4Of(user, loader))),
});

export const updateUser = row({
  method: 'PUT',
  path: oneUser,
  summary: 'Update the given fields of a user',
  section,
  fields: { ...name, ...loyaltyUserFields },
  calls: only(updateLoyaltyUser, userCodes),
  reply: (user, { loader }) => loyaltyUserV4Of(user, loader),
});

export const voidUser = row({
  method: 'PUT',
  path: `${oneUser}/void`,
  summary: 'Void the card of a user',
  section,
  fields: name,
  calls: only(voidLoyaltyUser, { ...userCodes, LOYALTY_USER_ALREADY_VOIDED: 362 }),
  reply: (user, { loader }) => loyaltyUserV4Of(user, loader),
});

export const deleteUser = row({
  method: 'DELETE',
  path: oneUser,
  summary: 'Delete a user',
  section,
  fields: name,
  calls: only(deleteLoyaltyUser, userCodes),
});

const balanceCodes = { ...userCodes, LOYALTY_USER_VOIDED: 361 };

export const addStampsToUser = row({
  path: `${oneUser}/stamps`,
  summary: 'Add stamps to the card of a user',
  section,
  fields: {
    ...name,
    amount: integer({
      argument: 'amount',
      invalid: 301,
      required: true,
      description: 'The number of stamps, at least 1.',
      example: 1,
    }),
  },
  calls: only(addStamps, { ...balanceCodes, DAILY_LIMIT: 369 }),
  reply: (user, { loader }) => loyaltyUserV4Of(user, loader),
});

export const useRewardsOfUser = row({
  method: 'PUT',
  path: `${oneUser}/rewards`,
  summary: 'Use earned rewards of a user, all or none',
  section,
  fields: {
    ...name,
    reward_ids: texts({
      argument: 'rewards',
      invalid: 302,
      each: 'REWARD_NOT_FOUND',
      required: true,
      description: 'The ids of earned rewards of the user that are not used and not expired.',
      example: ['rwd_0a1b2c3d4e5f6g7h'],
    }),
  },
  calls: only(useRewards, { ...balanceCodes, REWARD_NOT_FOUND: 518, REWARD_NOT_USABLE: 363 }),
  reply: (user, { loader }) => loyaltyUserV4Of(user, loader),
});
