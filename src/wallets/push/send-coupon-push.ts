import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { record } from '../../kernel/event-log/event-recorder.ts';
import { startPush } from '../telling/push-start.ts';
import { pushMessage } from './push.inputs.ts';
import { SentPushType } from './push.type.ts';

export const sendCouponPush = mutation({
  name: 'sendCouponPush',
  description:
    'Shows a message on the passes of all who saved a session of the coupon in their wallet, and tells their phones in the background.',
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
    const push = await startPush(transaction, { campaignId, accountId, memberships: null }, input.message);
    const event = { kind: 'COUPON_EDIT', type: 'coupon_push_sent', accountId, keyId, campaignId, data: push } as const;
    await record(transaction, event);
    return { push, recipients: push.recipients };
  },
});
