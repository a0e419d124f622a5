import { sendLoyaltyPush } from '../../wallets/push/push-operations.ts';
import { type Field, InvalidValue, texts } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';
import { pushMessage } from '../fields/campaign-arguments.ts';
import { loyaltyCard } from '../fields/loyalty-fields.ts';

const users: Field = {
  ...texts({
    argument: 'users',
    invalid: 302,
    each: 'LOYALTY_USER_NOT_FOUND',
    description:
      'The ids of the users, at most 1,000. Default: all users of the card. With an empty list, no notification is sent.',
    example: ['usr_0a1b2c3d4e5f6g7h'],
  }),
  // An empty list counts as a value: otherwise, the push would reach all users.
  read: (value) => {
    if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
      throw new InvalidValue('must be a list of ids');
    return value;
  },
};

export const sendPushToUsers = row({
  path: '/v4/loyalty/loyalty-cards/{id}/push-notifications',
  summary: 'Send a push message to users who saved a loyalty card in their wallet',
  section: 'v4 loyalty',
  fields: { id: loyaltyCard('card'), message: pushMessage, recipient_stat_ids: users },
  calls: only(sendLoyaltyPush, {
    ...{ LOYALTY_CARD_NOT_FOUND: 505, LOYALTY_USER_NOT_FOUND: 516 },
    ...{ WALLET_REFUSED: 522, NO_WALLET_HOLDERS: 521, TOO_MANY_JOBS: 522 },
  }),
  reply: (sent) => ({ message: sent.push.message, total_recipients: sent.recipients }),
});
