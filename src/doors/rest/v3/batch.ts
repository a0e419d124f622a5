import { batchUpdateCouponSessions } from '../../../sessions/batch/batch-update-coupon-sessions.ts';
import { choice, integer } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { graphql } from '../documents/typed-document.ts';
import { campaign, customFields } from '../fields/coupon-fields.ts';
import { sessionCodes } from './sessions.ts';

const operations = ['void', 'unvoid', 'lock', 'unlock', 'claim', 'activate'];

export const updateSessions = row({
  path: '/v3/batch/update',
  summary: 'Update all sessions in a range of sequence ids, all or none',
  section: 'v3 coupon sessions',
  fields: {
    campaign: campaign('coupon', 'COUPON_NOT_FOUND'),
    startsequence: integer({
      argument: 'startSequence',
      invalid: 301,
      description: 'The sequence id of the first session. Give at least one of `startsequence` and `endsequence`.',
      example: 1,
    }),
    endsequence: integer({
      argument: 'endSequence',
      invalid: 301,
      description: 'The sequence id of the last session. Give at least one of `startsequence` and `endsequence`.',
      example: 100,
    }),
    operation: choice(Object.fromEntries(operations.map((name) => [name, name.toUpperCase()])), {
      argument: 'operation',
      invalid: 302,
      description:
        'The operation to perform on each session; `claim` needs the scope `redeem`. Give an operation, custom fields or both.',
      example: 'void',
    }),
    ...customFields('data.'),
  },
  wording: {
    startSequence: 'Neither startsequence nor endsequence provided.',
    operation: 'No operation or data provided.',
  },
  calls: {
    only: call(
      batchUpdateCouponSessions,
      graphql(`
        mutation ($input: BatchUpdateCouponSessionsInput!) {
          batch: batchUpdateCouponSessions(input: $input) { couponId updated }
        }
      `),
      {
        COUPON_NOT_FOUND: 502,
        SEQUENCES_OF_DIFFERENT_COUPONS: 502,
        SEQUENCES_OF_OTHER_COUPON: 502,
        RANGE_TOO_LONG: 301,
        SEQUENCE_ORDER: 513,
        START_SEQUENCE_NOT_FOUND: 513,
        END_SEQUENCE_NOT_FOUND: 513,
        SESSIONS_REFUSED: null, // the codes of the sessions take its place
        ...sessionCodes,
        SESSION_NOT_CLAIMED: 359,
      },
    ),
  },
  reply: ({ batch }, { fields }) => ({
    campaign: batch.couponId,
    action: 'sessions_updated',
    amount_updated: batch.updated,
    startsequence: fields.startsequence ?? '',
    endsequence: fields.endsequence ?? '',
  }),
});
