import { z } from 'zod';
import { query } from '../../kernel/api/query.ts';
import { sessionCode } from './session.inputs.ts';
import { CouponSessionType } from './session.type.ts';
import { findSession } from './session-lookup.ts';

export const couponSession = query({
  name: 'couponSession',
  description: 'A coupon session, by its code.',
  scope: 'READ',
  input: z.object({ session: sessionCode }),
  type: CouponSessionType,
  problems: ['SESSION_NOT_FOUND'],
  run: ({ input, viewer, database }) => findSession(database, { session: input.session, accountId: viewer.account.id }),
});
