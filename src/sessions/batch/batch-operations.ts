import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { requireScope } from '../../api/viewer.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { requireRow, shareRow } from '../../kernel/database/rows.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { customInputs } from '../session/session.inputs.ts';
import { checkProblemsOf } from '../transition/transition.ts';
import { codeFields, codeFormOf } from '../validation-code/validation-code.inputs.ts';
import { reserveCodes } from '../validation-code/validation-code.ts';
import {
  type BatchSession,
  batchStatuses,
  type CreationJob,
  createSessionBatch,
  createSessionsJob,
} from './batch-creation.ts';
import { changeRange, findRange, requireShortRange } from './batch-range.ts';
import { reserveForCoupon } from './sequence-reservation.ts';

const batchStatus = z
  .enum(batchStatuses)
  .meta({
    id: 'BatchStatus',
    description: 'The initial state of sessions.',
    values: {
      NORMAL: 'Not started.',
      VOIDED: 'Cannot be used until it is unvoided or activated.',
      ACTIVATED: 'Started.',
    },
  })
  .default('NORMAL')
  .meta({ description: 'The initial state of the sessions.' });

const BulkSession = builder.objectType(builder.objectRef<BatchSession>('BulkSession'), {
  description: 'A session created in bulk.',
  fields: (t) => ({
    session: t.exposeID('session', { description: 'The session code.' }),
    sequenceId: t.expose('sequence', { type: 'BigInt', description: 'The sequence id.' }),
    url: t.string({
      description: 'The public address of the session, to send to the customer.',
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

const CreatedSessions = builder.objectType(builder.objectRef<{ sessions: BatchSession[] }>('CreatedSessions'), {
  description: 'The result of `createSingleUseUrls`.',
  fields: (t) => ({
    couponId: t.id({
      description: 'The id of the coupon.',
      resolve: ({ sessions }) => sessions[0]?.couponId ?? '',
    }),
    sessions: t.field({
      type: [BulkSession],
      description: 'The sessions, sorted by ascending sequence id. Not paginated.',
      cost: { itemFactor: 0.1 },
      resolve: ({ sessions }) => sessions,
    }),
  }),
});

export const createSingleUseUrls = mutation({
  name: 'createSingleUseUrls',
  description:
    'Creates many sessions of a coupon with contiguous, ascending sequence ids. Either all sessions are created or none. Validation codes are generated only if `automatedCodes` is true.',
  scope: 'WRITE',
  input: z.object({
    coupon: couponId,
    amount: z.int().min(1).max(100_000).default(10).meta({ description: 'The number of sessions, 1 to 100,000.' }),
    status: batchStatus,
    ...codeFields,
  }),
  type: CreatedSessions,
  problems: ['COUPON_NOT_FOUND', 'VALIDATION_CODES_EXHAUSTED'],
  rows: ({ amount }) => amount,
  cost: { bulk: 'amount' },
  prepare: ({ input: { coupon, amount }, viewer, database }) =>
    reserveForCoupon(database, { accountId: viewer.account.id, coupon, amount }),
  run: async ({ input, viewer, transaction, prepared: { first, at } }) => {
    const coupon = await shareRow(transaction, couponRow, { accountId: viewer.account.id, id: input.coupon });
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

mutation({
  name: 'createCouponSessionsJob',
  description:
    'Creates up to 5,000,000 sessions of a coupon in a background job. The job commits the sessions in parts. The sequence ids are contiguous and reserved at the start. `job` returns the progress. `cancelJob` cancels the job. When the job ends, even early, one event `coupon_batch_created` contains the number of sessions created.',
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
    const coupon = await shareRow(transaction, couponRow, { accountId: viewer.account.id, id: input.coupon });
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
    return enqueue(transaction, createSessionsJob, creation, { accountId: viewer.account.id, progress });
  },
});

const UpdatedSessions = builder.objectType(
  builder.objectRef<{ couponId: string; updated: number; updatedAt: Instant }>('UpdatedCouponSessions'),
  {
    description: 'The result of a batch update.',
    fields: (t) => ({
      couponId: t.exposeID('couponId', { description: 'The id of the coupon.' }),
      updated: t.exposeInt('updated', {
        description: 'The number of sessions in the range. All of them were updated.',
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the sessions were updated.' }),
    }),
  },
);

const operations = ['VOID', 'UNVOID', 'LOCK', 'UNLOCK', 'CLAIM', 'ACTIVATE'] as const;

const sequence = (description: string) =>
  z
    .int()
    .min(0)
    .nullish()
    .meta({
      scalar: 'BigInt',
      description: `${description} Give at least one of \`startSequence\` and \`endSequence\`.`,
    });

const oneNeeded = (oneOf: [string, string], message: string) => ({
  code: 'custom' as const,
  path: [oneOf[0]],
  message,
  params: { missing: true, oneOf },
});

export const batchUpdateCouponSessions = mutation({
  name: 'batchUpdateCouponSessions',
  description:
    'Updates the sessions of a coupon in an inclusive range of sequence ids. Either all sessions are updated or none. A range can have at most 250,000 sessions. Without `startSequence` or `endSequence`, the range is open at that end. On `SESSIONS_REFUSED`, `extensions.problems` lists each reason with its number of sessions. Each session is counted only under its first reason. `CLAIM` requires the scope `REDEEM`; all other updates require `WRITE`.',
  scope: 'WRITE',
  alternativeScope: 'REDEEM',
  input: z
    .object({
      coupon: couponId,
      startSequence: sequence('The sequence id of the first session.'),
      endSequence: sequence('The sequence id of the last session.'),
      operation: z
        .enum(operations)
        .meta({
          id: 'BatchOperation',
          description: 'An operation that a batch update performs on each session.',
          values: {
            VOID: 'Void the session.',
            UNVOID: 'Unvoid the session.',
            LOCK: 'Lock the session.',
            UNLOCK: 'Unlock the session.',
            CLAIM: 'Claim the session.',
            ACTIVATE: 'Start and unvoid the session.',
          },
        })
        .nullish()
        .meta({ description: 'The operation to perform on each session. Give `operation`, `data` or both.' }),
      data: z
        .object(customInputs)
        .meta({ id: 'BatchData', description: 'Custom fields to store on each session.' })
        .nullish()
        .meta({ description: 'The data to store on each session.' }),
    })
    .superRefine(
      ({ startSequence, endSequence, operation, data }, context) => {
        const given = Object.values(data ?? {}).some((value) => value !== undefined);
        if (!operation && !given) {
          context.addIssue(oneNeeded(['operation', 'data'], 'operation or data is required'));
        }
        if (startSequence == null && endSequence == null) {
          context.addIssue(oneNeeded(['startSequence', 'endSequence'], 'startSequence or endSequence is required'));
        }
      },
      // Runs even if other checks have failed, so that the caller sees every input error.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  type: UpdatedSessions,
  problems: [
    'COUPON_NOT_FOUND',
    'SESSIONS_REFUSED',
    'START_SEQUENCE_NOT_FOUND',
    'END_SEQUENCE_NOT_FOUND',
    'SEQUENCES_OF_DIFFERENT_COUPONS',
    'SEQUENCES_OF_OTHER_COUPON',
    'SEQUENCE_ORDER',
    'RANGE_TOO_LONG',
    'VALIDATION_CODES_EXHAUSTED',
    ...checkProblemsOf('update', 'void', 'unvoid', 'lock', 'unlock', 'claim', 'activate'),
  ],
  rows: (_, { updated }) => updated,
  cost: { bulk: true },
  run: async ({ input, viewer, transaction }) => {
    requireScope(viewer, input.operation === 'CLAIM' ? 'REDEEM' : 'WRITE');
    const accountId = viewer.account.id;
    const coupon = await requireRow(transaction, couponRow, { accountId, id: input.coupon });
    const range = await findRange(transaction, accountId, coupon.id, {
      start: input.startSequence,
      end: input.endSequence,
    });
    await requireShortRange(transaction, range);
    const name = nameOf[input.operation ?? 'UPDATE'];
    const data = Object.fromEntries(Object.entries(input.data ?? {}).filter(([, value]) => value !== undefined));
    const updatedAt = now();
    const change = { ...range, name, accountId, keyId: viewer.keyId, data };
    return { couponId: coupon.id, updated: await changeRange(transaction, change, updatedAt), updatedAt };
  },
});

const nameOf = {
  UPDATE: 'update',
  VOID: 'void',
  UNVOID: 'unvoid',
  LOCK: 'lock',
  UNLOCK: 'unlock',
  CLAIM: 'claim',
  ACTIVATE: 'activate',
} as const;
