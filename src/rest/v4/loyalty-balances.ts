import { addStamps, useRewards } from '../../loyalty/balance/balance-operations.ts';
import { loyaltyUserV4Of } from '../../representations/loyalty-info.ts';
import { integer, texts } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { loyaltyCard, loyaltyUser } from '../fields/loyalty-fields.ts';

const section = 'v4 loyalty';
const oneUser = '/v4/loyalty/loyalty-cards/{loyaltyCardId}/stats/{userId}';
const name = { loyaltyCardId: loyaltyCard('card'), userId: loyaltyUser };
const codes = {
  LOYALTY_CARD_NOT_FOUND: 505,
  LOYALTY_USER_NOT_FOUND: 516,
  LOYALTY_USER_VOIDED: 361,
};

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
  calls: only(addStamps, codes),
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
      description: 'The ids of earned rewards of the user that are neither used nor expired.',
      example: ['rwd_0a1b2c3d4e5f6g7h'],
    }),
  },
  calls: only(useRewards, { ...codes, REWARD_NOT_FOUND: 518, REWARD_NOT_USABLE: 363 }),
  reply: (user, { loader }) => loyaltyUserV4Of(user, loader),
});
