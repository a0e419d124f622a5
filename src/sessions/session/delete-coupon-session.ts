import { z } from 'zod';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { requireCoupon } from '../../coupons/coupon/coupon.ts';
import { mutation } from '../../kernel/api/mutation.ts';
import { selectList } from '../../kernel/database/columns.ts';
import { Problem } from '../../kernel/problem.ts';
import { sessionCode } from './session.inputs.ts';
import { type CouponSession, fromSessions, sessionColumns } from './session.ts';
import { CouponSessionType } from './session.type.ts';
import { recordSessions } from './session-events.ts';
import { removeSession } from './session-removal.ts';

export const deleteCouponSession = mutation({
  name: 'deleteCouponSession',
  description: 'Removes a session of a coupon and answers it as it was. Its events stay.',
  scope: 'WRITE',
  input: z.object({ coupon: couponId, session: sessionCode }),
  type: CouponSessionType,
  problems: ['COUPON_NOT_FOUND', 'SESSION_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await requireCoupon(transaction, viewer.account.id, input.coupon);
    const [session] = await transaction.rows<CouponSession>(
      `SELECT ${selectList(sessionColumns)} ${fromSessions} WHERE s.session = ? AND s.coupon_id = ? ${transaction.dialect.forUpdate}`,
      [input.session, coupon.id],
    );
    if (!session) throw new Problem('SESSION_NOT_FOUND');
    const { sequence } = session;
    await recordSessions(transaction, { type: 'coupon_removed', keyId: viewer.keyId }, 's.sequence = :sequence', {
      sequence,
    });
    await removeSession(transaction, session);
    return session;
  },
});
