import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { reserveSequence } from '../../sessions/session/session-creation.ts';
import { couponEmail } from '../content/campaign-content.ts';
import { requireIntegration } from '../integration/integration.ts';
import { sendCoupon } from './coupon-letter.ts';
import { couponRecipient, email, subject } from './send.inputs.ts';
import { settleSent } from './sent-message.ts';
import { SentType } from './sent-message.type.ts';

export const sendCouponEmail = mutation({
  name: 'sendCouponEmail',
  description:
    'Sends a coupon by email and waits up to 10 seconds for the platform to accept or refuse it. If `firstName` or `lastName` is given, the email body of the coupon must contain its placeholder.',
  scope: 'SEND',
  input: z.object({ coupon: couponId, email, subject, ...couponRecipient }),
  type: SentType,
  problems: ['NO_EMAIL_INTEGRATION', 'COUPON_NOT_FOUND', 'SESSION_NOT_FOUND', 'EMAIL_NOT_SENT'],
  prepare: ({ input, database }) => (input.session ? null : reserveSequence(database, input.coupon)),
  run: async ({ input, viewer: { account, keyId }, services: { publicUrl }, transaction, prepared: sequence }) => {
    const integration = await requireIntegration(transaction, account.id, 'EMAIL');
    const coupon = await requireRow(transaction, couponRow, { accountId: account.id, id: input.coupon }, 'shared');
    const content = couponEmail(coupon, input);
    const recipient = { ...input, address: input.email };
    return sendCoupon(transaction, { account, keyId, integration, publicUrl }, coupon, content, recipient, sequence);
  },
  settle: settleSent,
});
