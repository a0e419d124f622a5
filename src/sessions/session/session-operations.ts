import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { query } from '../../api/query.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { createSessionInput, sessionCode, sessionOrWidgetCode } from './session.inputs.ts';
import { type CouponSession, findSession, isWidgetCode, requireSession, requireSessionBy } from './session.ts';
import { CouponSessionType } from './session.type.ts';
import { createSession, reserveSequence } from './session-creation.ts';
import { recordSessions } from './session-events.ts';
import { removeSession } from './session-removal.ts';

export const couponSession = query({
  name: 'couponSession',
  description: 'A session of a coupon, by its session code.',
  scope: 'READ',
  input: z.object({ session: sessionOrWidgetCode }),
  type: CouponSessionType,
  problems: ['SESSION_NOT_FOUND'],
  run: ({ input: { session }, viewer, database }) => {
    const which = { session, accountId: viewer.account.id };
    return isWidgetCode(session) ? requireSessionBy(database, which) : findSession(database, which);
  },
});

const CreatedSession = builder.objectType(
  builder.objectRef<{ session: CouponSession; duplicate: boolean }>('CreatedSession'),
  {
    description: 'The result of creating a single-use URL.',
    fields: (t) => ({
      session: t.field({
        type: CouponSessionType,
        description: 'The new or existing session.',
        resolve: ({ session }) => session,
      }),
      duplicate: t.exposeBoolean('duplicate', { description: 'Whether the session already existed.' }),
    }),
  },
);

export const createSingleUseUrl = mutation({
  name: 'createSingleUseUrl',
  description: 'Creates a session of a coupon with a single-use URL for one customer.',
  scope: 'WRITE',
  input: createSessionInput,
  type: CreatedSession,
  problems: ['COUPON_NOT_FOUND', 'VALIDATION_CODES_EXHAUSTED'],
  prepare: ({ input, database }) => reserveSequence(database, input.coupon),
  run: async ({ input, viewer, transaction, prepared: sequence }) => {
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: viewer.account.id, id: input.coupon },
      'shared',
    );
    return createSession(transaction, coupon, sequence, input, viewer.keyId);
  },
});

export const deleteCouponSession = mutation({
  name: 'deleteCouponSession',
  description: 'Deletes a session of a coupon and returns it. The events of the session are kept.',
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
