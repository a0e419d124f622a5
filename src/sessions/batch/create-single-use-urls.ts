import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { codeFields, codeFormOf } from '../validation-code/validation-code.inputs.ts';
import { batchStatus } from './batch.inputs.ts';
import { type BatchSession, createSessionBatch } from './batch-creation.ts';
import { reserveForCoupon } from './sequence-reservation.ts';

const SingleUseUrl = builder.objectType(builder.objectRef<BatchSession>('SingleUseUrl'), {
  description: 'A session created in bulk.',
  fields: (t) => ({
    session: t.exposeID('session', { description: 'The session code.' }),
    sequenceId: t.expose('sequence', { type: 'BigInt', description: 'The sequence id.' }),
    url: t.string({
      description: "The session's public address, to be sent to the customer.",
      resolve: ({ couponCode, session }, _, { services }) => services.publicUrl + sessionPath(couponCode, session),
    }),
    widgetValidationCode: t.string({
      description: 'The first 6 characters of the session code.',
      resolve: ({ session }) => session.slice(0, 6),
    }),
    customValidationCode: t.exposeString('customValidationCode', {
      nullable: true,
      description: 'The generated validation code.',
    }),
    couponId: t.exposeID('couponId', { description: 'The id of the coupon.' }),
  }),
});

const CreatedSingleUseUrls = builder.objectType(
  builder.objectRef<{ sessions: BatchSession[] }>('CreatedSingleUseUrls'),
  {
    description: 'The result of `createSingleUseUrls`.',
    fields: (t) => ({
      couponId: t.id({
        description: 'The id of the coupon.',
        resolve: ({ sessions }) => sessions[0]?.couponId ?? '',
      }),
      sessions: t.field({
        type: [SingleUseUrl],
        description: 'The sessions, in ascending order of sequence id. A plain list.',
        cost: { itemFactor: 0.1 },
        resolve: ({ sessions }) => sessions,
      }),
    }),
  },
);

export const createSingleUseUrls = mutation({
  name: 'createSingleUseUrls',
  description:
    'Creates many sessions of a coupon, all or none, with contiguous ascending sequence ids. Validation codes are generated only if `automatedCodes` is true.',
  scope: 'WRITE',
  input: z.object({
    coupon: couponId,
    amount: z.int().min(1).max(100_000).default(10).meta({ description: 'The number of sessions, 1 to 100,000.' }),
    status: batchStatus,
    ...codeFields,
  }),
  type: CreatedSingleUseUrls,
  problems: ['COUPON_NOT_FOUND', 'VALIDATION_CODES_EXHAUSTED'],
  rows: ({ amount }) => amount,
  cost: { bulk: 'amount' },
  prepare: ({ input: { coupon, amount }, viewer, database }) =>
    reserveForCoupon(database, { accountId: viewer.account.id, coupon, amount }),
  run: async ({ input, viewer, transaction, prepared: { first, at } }) => {
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: viewer.account.id, id: input.coupon },
      'shared',
    );
    const { amount, status } = input;
    return {
      sessions: await createSessionBatch(
        transaction,
        coupon,
        { first, amount, createdAt: at, status, codes: codeFormOf(input) },
        viewer.keyId,
      ),
    };
  },
});
