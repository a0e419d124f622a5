import { z } from 'zod';
import { idInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { campaignId } from '../../events/event.inputs.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { listPage } from '../../kernel/database/list.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { record } from '../../kernel/event-log/event.ts';
import { Problem } from '../../kernel/problem.ts';
import { loyaltyCardId } from '../../loyalty/card/card.inputs.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import { readUsers } from '../../loyalty/user/loyalty-member.ts';
import { loyaltyUserKey } from '../../loyalty/user/user.inputs.ts';
import { startPush } from '../notification/push-job.ts';
import { pushRow } from './push.ts';
import { PushType, SentPushType } from './push.type.ts';

const pushId = idInput('walletPush', 'a push id', 'The push message');

const pushMessage = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(500)
  .meta({ description: 'The message, at most 500 characters. The lock screen shows about 100 characters.' });

query({
  name: 'push',
  description: 'A push message of the account, with the number of devices that were notified.',
  scope: 'READ',
  input: z.object({ id: pushId }),
  type: PushType,
  problems: ['WALLET_PUSH_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireRow(database, pushRow, { accountId: viewer.account.id, id: input.id }),
});

const filter = z
  .object({
    campaign: campaignId.nullish().meta({ description: 'Only messages about this coupon or loyalty card.' }),
  })
  .meta({ id: 'WalletPushFilter', description: 'Filters push messages.' });

connection({
  name: 'pushes',
  description: 'The push messages of the account, newest first.',
  scope: 'READ',
  input: z.object({
    filter: filter.nullish().meta({ description: 'Filters push messages. Default: all push messages.' }),
  }),
  type: PushType,
  problems: [],
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: pushRow,
      where: { accountId: viewer.account.id },
      filter: { campaignId: input.filter?.campaign },
      order: ['createdAt', 'number'],
    }),
  keysOf: (push) => [push.createdAt, push.number],
});

export const sendCouponPush = mutation({
  name: 'sendCouponPush',
  description: 'Shows a message on all wallet passes of the coupon, and notifies the devices in the background.',
  scope: 'SEND',
  input: z.object({ coupon: couponId, message: pushMessage }),
  type: SentPushType,
  problems: ['COUPON_NOT_FOUND', 'WALLET_REFUSED', 'NO_WALLET_HOLDERS', 'TOO_MANY_JOBS'],
  cost: { bulk: true },
  run: async ({ input, viewer: { account, keyId }, transaction }) => {
    const { id: campaignId, accountId } = await requireRow(
      transaction,
      couponRow,
      { accountId: account.id, id: input.coupon },
      'shared',
    );
    const push = await startPush(transaction, { campaignId, accountId, members: null }, input.message);
    const event = { kind: 'COUPON_EDIT', type: 'coupon_push_sent', accountId, keyId, campaignId, data: push } as const;
    await record(transaction, event);
    return { push, recipients: push.recipients };
  },
});

export const sendLoyaltyPush = mutation({
  name: 'sendLoyaltyPush',
  description: 'Shows a message on the wallet passes of a loyalty card, and notifies the devices in the background.',
  scope: 'SEND',
  input: z.object({
    card: loyaltyCardId,
    message: pushMessage,
    users: z.array(loyaltyUserKey.user).max(1000).nullish().meta({
      description:
        'The ids of the users, at most 1,000. Default: all users of the card. With an empty list, the message has no recipients.',
    }),
  }),
  type: SentPushType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'WALLET_REFUSED',
    'NO_WALLET_HOLDERS',
    'TOO_MANY_JOBS',
  ],
  cost: { bulk: true },
  run: async ({ input, viewer: { account, keyId }, transaction }) => {
    const card = await requireRow(transaction, cardRow, { accountId: account.id, id: input.card }, 'shared');
    const { id: campaignId, accountId } = card;
    const members = input.users ? await membersOf(transaction, campaignId, input.users) : null;
    const push = await startPush(transaction, { campaignId, accountId, members }, input.message);
    const type = 'loyalty_push_sent';
    await record(transaction, { kind: 'WALLET_LOYALTY', type, accountId, keyId, campaignId, data: push });
    return { push, recipients: push.recipients };
  },
});

/** Returns the members of users. Throws `LOYALTY_USER_NOT_FOUND`. */
async function membersOf(transaction: Transaction, card: string, ids: readonly string[]): Promise<number[]> {
  const users = [...new Set(ids)];
  if (users.length === 0) return [];
  const found = await readUsers(transaction, 'm.card_id = :card AND m.user_id IN (:users)', { card, users });
  if (found.length < users.length) throw new Problem('LOYALTY_USER_NOT_FOUND');
  return found.map(({ number }) => number);
}
