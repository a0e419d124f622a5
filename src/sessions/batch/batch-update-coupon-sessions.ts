import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { requireScope } from '../../api/viewer.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { customInputs } from '../session/session.inputs.ts';
import { refusalsOf } from '../transition/transition.ts';
import { changeRange, findRange, requireShortRange } from './batch-range.ts';

const UpdatedSessions = builder.objectType(
  builder.objectRef<{ couponId: string; updated: number; updatedAt: Instant }>('UpdatedCouponSessions'),
  {
    description: 'The result of a batch update.',
    fields: (t) => ({
      couponId: t.exposeID('couponId', { description: 'The id of the coupon.' }),
      updated: t.exposeInt('updated', { description: 'The number of sessions updated: all sessions of the range.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When they were updated.' }),
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
    'Updates the sessions of a coupon in a range of sequence ids, inclusive: all of them, or none. A range can have at most 250,000 sessions. Without `startSequence` or `endSequence`, the range is open at that end. On `SESSIONS_REFUSED`, `extensions.refusals` lists each reason with its number of sessions; a session is counted only under its first reason. `CLAIM` needs the scope `REDEEM`, everything else `WRITE`.',
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
      // Runs even when other checks failed, so that the caller sees every violation.
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
    ...refusalsOf('update', 'void', 'unvoid', 'lock', 'unlock', 'claim', 'activate'),
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
