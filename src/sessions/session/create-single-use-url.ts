import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { createSessionInput } from './session.inputs.ts';
import type { CouponSession } from './session.ts';
import { CouponSessionType } from './session.type.ts';
import { createSession, reserveSequence } from './session-creation.ts';

const CreatedSingleUseUrl = builder.objectType(
  builder.objectRef<{ session: CouponSession; duplicate: boolean }>('CreatedSingleUseUrl'),
  {
    description: 'The result of creating a single-use URL.',
    fields: (t) => ({
      session: t.field({
        type: CouponSessionType,
        description: 'The new session, or the existing one.',
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
  type: CreatedSingleUseUrl,
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
