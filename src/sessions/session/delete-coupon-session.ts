import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { sessionCode } from './session.inputs.ts';
import { requireSession } from './session.ts';
import { CouponSessionType } from './session.type.ts';
import { recordSessions } from './session-events.ts';
import { removeSession } from './session-removal.ts';

export const deleteCouponSession = mutation({
  name: 'deleteCouponSession',
  description: 'Deletes a session of a coupon and returns it as it was. Its events stay.',
  scope: 'WRITE',
  input: z.object({ coupon: couponId, session: sessionCode }),
  type: CouponSessionType,
  problems: ['COUPON_NOT_FOUND', 'SESSION_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireRow(transaction, couponRow, { accountId: viewer.account.id, id: input.coupon });
    const session = await requireSession(transaction, { couponId: coupon.id, session: input.session }, 'exclusive');
    await recordSessions(transaction, { type: 'coupon_session_removed', keyId: viewer.keyId }, [session]);
    await removeSession(transaction, session);
    return session;
  },
});
