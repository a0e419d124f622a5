import { z } from 'zod';
import { query } from '../../api/query.ts';
import { sessionOrWidgetCode } from './session.inputs.ts';
import { findSession, isWidgetCode, requireSessionBy } from './session.ts';
import { CouponSessionType } from './session.type.ts';

export const couponSession = query({
  name: 'couponSession',
  description: 'A coupon session, by its code.',
  scope: 'READ',
  input: z.object({ session: sessionOrWidgetCode }),
  type: CouponSessionType,
  problems: ['SESSION_NOT_FOUND'],
  run: ({ input: { session }, viewer, database }) => {
    const which = { session, accountId: viewer.account.id };
    return isWidgetCode(session) ? requireSessionBy(database, which) : findSession(database, which);
  },
});
