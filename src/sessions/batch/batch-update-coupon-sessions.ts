import { z } from 'zod';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { builder } from '../../kernel/api/builder.ts';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { customFields } from '../session/session.inputs.ts';
import { refusalsOf } from '../transition/transition.ts';
import { changeRange, findRange } from './batch-range.ts';

const UpdatedSessions = builder.objectType(
  builder.objectRef<{ couponId: string; updated: number }>('UpdatedCouponSessions'),
  {
    description: 'What a batch update did.',
    fields: (t) => ({
      couponId: t.exposeID('couponId', { description: 'The id of the coupon.' }),
      updated: t.exposeInt('updated', { description: 'How many sessions the range has.' }),
    }),
  },
);

const operations = ['VOID', 'UNVOID', 'LOCK', 'UNLOCK', 'CLAIM', 'ACTIVATE'] as const;

const sequence = (description: string) =>
  z
    .int()
    .min(1)
    .nullish()
    .meta({ scalar: 'BigInt', description: `${description} At least one of start and end is needed.` });

const oneNeeded = (oneOf: [string, string], message: string) => ({
  code: 'custom' as const,
  path: [oneOf[0]],
  message,
  params: { missing: true, oneOf },
});

export const batchUpdateCouponSessions = mutation({
  name: 'batchUpdateCouponSessions',
  description:
    'Changes all sessions of a coupon after, before or between sequence ids, inclusive: all of them, or none. `SESSIONS_REFUSED` lists in `extensions.refusals` every reason with the number of sessions behind it; a session counts under its first reason.',
  scope: 'WRITE',
  input: z
    .object({
      coupon: couponId,
      startSequence: sequence('The first session.'),
      endSequence: sequence('The last session.'),
      operation: z
        .enum(operations)
        .meta({
          id: 'BatchOperation',
          description: 'What to do with each session.',
          values: {
            VOID: 'Void it.',
            UNVOID: 'Make it good again.',
            LOCK: 'Lock it.',
            UNLOCK: 'Unlock it.',
            CLAIM: 'Claim it.',
            ACTIVATE: 'Start and unvoid it.',
          },
        })
        .nullish()
        .meta({ description: 'What to do. An operation, data or both are needed.' }),
      data: z
        .object(customFields)
        .meta({ id: 'BatchData', description: 'Custom fields to store with each session.' })
        .nullish()
        .meta({ description: 'What to store.' }),
    })
    .superRefine(
      ({ startSequence, endSequence, operation, data }, context) => {
        if (startSequence == null && endSequence == null) {
          context.addIssue(oneNeeded(['startSequence', 'endSequence'], 'startSequence or endSequence is needed'));
        }
        const given = Object.values(data ?? {}).some((value) => value !== undefined);
        if (!operation && !given) {
          context.addIssue(oneNeeded(['operation', 'data'], 'an operation or data is needed'));
        }
      },
      // Also when something else is wrong already: every violation is reported.
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
    'VALIDATION_CODES_EXHAUSTED',
    ...refusalsOf('update', 'void', 'unvoid', 'lock', 'unlock', 'claim', 'activate'),
  ],
  run: async ({ input, viewer, transaction }) => {
    const accountId = viewer.account.id;
    const coupon = await requireRow(transaction, couponRow, { accountId, id: input.coupon });
    const range = await findRange(transaction, accountId, coupon.id, {
      start: input.startSequence,
      end: input.endSequence,
    });
    const name = nameOf[input.operation ?? 'UPDATE'];
    const data = Object.fromEntries(Object.entries(input.data ?? {}).filter(([, value]) => value !== undefined));
    const updated = await changeRange(transaction, { ...range, name, accountId, keyId: viewer.keyId, data });
    return { couponId: coupon.id, updated };
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
