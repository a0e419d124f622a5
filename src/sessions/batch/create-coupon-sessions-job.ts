import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { codeFields, codeFormOf } from '../validation-code/validation-code.inputs.ts';
import { reserveCodes } from '../validation-code/validation-code.ts';
import { batchStatus } from './batch.inputs.ts';
import { type CreationJob, createSessionsJob } from './batch-creation-job.ts';
import { reserveForCoupon } from './sequence-reservation.ts';

mutation({
  name: 'createCouponSessionsJob',
  description:
    'Creates up to 5,000,000 sessions of a coupon in the background, in parts that are committed one by one. The sequence ids are contiguous and reserved at the start. `job` shows the progress; `cancelJob` cancels it. When the job ends, also early, one event `coupon_batch_created` tells how many sessions it has created.',
  scope: 'WRITE',
  input: z.object({
    coupon: couponId,
    amount: z.int().min(1).max(5_000_000).meta({ description: 'The number of sessions, 1 to 5,000,000.' }),
    status: batchStatus,
    ...codeFields,
  }),
  type: JobType,
  problems: ['COUPON_NOT_FOUND', 'VALIDATION_CODES_EXHAUSTED', 'TOO_MANY_JOBS'],
  cost: { bulk: true },
  prepare: ({ input: { coupon, amount }, viewer, database }) =>
    reserveForCoupon(database, { accountId: viewer.account.id, coupon, amount }),
  run: async ({ input, viewer, transaction, prepared: { first, at } }) => {
    await requireRoomForJob(transaction, viewer.account.id);
    const coupon = await requireRow(
      transaction,
      couponRow,
      { accountId: viewer.account.id, id: input.coupon },
      'shared',
    );
    const codes = codeFormOf(input);
    if (codes) await reserveCodes(transaction, coupon.id, codes, input.amount);
    const { amount, status } = input;
    const creation: CreationJob = {
      coupon: coupon.id,
      keyId: viewer.keyId,
      first,
      amount,
      createdAt: at,
      status,
      codes,
    };
    const progress = {
      requested: amount,
      created: 0,
      collisions: 0,
      firstSequence: first,
      lastSequence: first + amount - 1,
    };
    return later(transaction, createSessionsJob, creation, { accountId: viewer.account.id, progress });
  },
});
