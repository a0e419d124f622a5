import { date } from '../../representations/wire-values.ts';
import { batchUpdateCouponSessions } from '../../sessions/batch/batch-operations.ts';
import { customFields } from '../../sessions/session/session.fields.ts';
import { choice, sequenceId } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { campaign } from '../fields/campaign-arguments.ts';
import { nounFields } from '../fields/wire-fields.ts';
import { sessionCodes } from './sessions.ts';

const operations = ['void', 'unvoid', 'lock', 'unlock', 'claim', 'activate'];

const update = call(batchUpdateCouponSessions, {
  COUPON_NOT_FOUND: 502,
  SEQUENCES_OF_DIFFERENT_COUPONS: 502,
  SEQUENCES_OF_OTHER_COUPON: 502,
  RANGE_TOO_LONG: 301,
  SEQUENCE_ORDER: 513,
  START_SEQUENCE_NOT_FOUND: 513,
  END_SEQUENCE_NOT_FOUND: 513,
  SESSIONS_REFUSED: null, // The codes of the sessions take its place.
  ...sessionCodes,
  SESSION_NOT_CLAIMED: 359,
});

const messages = {
  SEQUENCES_OF_DIFFERENT_COUPONS: 'Start and end not of the same campaign.',
  SEQUENCES_OF_OTHER_COUPON: 'Start and end not of the given campaign.',
  SEQUENCE_ORDER: 'End id before start id.',
  START_SEQUENCE_NOT_FOUND: 'Start id not found (or not part of the campaign).',
  END_SEQUENCE_NOT_FOUND: 'End id not found (or not part of the campaign).',
  SESSION_EXPIRED: 'Some sessions expired.',
  SESSION_ALREADY_CLAIMED: 'Some already claimed.',
  SESSION_LOCKED: 'Some already locked.',
  SESSION_ALREADY_LOCKED: 'Some already locked.',
  SESSION_ALREADY_VOIDED: 'Some already voided.',
  SESSION_NOT_LOCKED: 'Some were not locked.',
  SESSION_NOT_VOIDED: 'Some were not voided.',
  SESSION_ALREADY_VALIDATED: 'Some already validated.',
  SESSION_NOT_CLAIMED: 'Some were not claimed.',
};

export const updateSessions = row({
  path: '/v3/batch/update',
  summary: 'Update all sessions in a range of sequence ids, all or none',
  section: 'v3 coupon sessions',
  fields: {
    campaign: campaign('coupon', 'COUPON_NOT_FOUND'),
    startsequence: sequenceId({
      argument: 'startSequence',
      invalid: 301,
      complaint: 'Sequence not numeric: startsequence.',
      description: 'The sequence id of the first session. Required if `endsequence` is omitted.',
      example: 1,
    }),
    endsequence: sequenceId({
      argument: 'endSequence',
      invalid: 301,
      complaint: 'Sequence not numeric: endsequence.',
      description: 'The sequence id of the last session. Required if `startsequence` is omitted.',
      example: 100,
    }),
    operation: choice(Object.fromEntries(operations.map((name) => [name, name.toUpperCase()])), {
      argument: 'operation',
      invalid: 302,
      complaint: 'Invalid status: no such operation.',
      description:
        'The operation to perform on each session. Required if no custom fields are given. `claim` needs the scope `redeem`.',
      example: 'void',
    }),
    ...nounFields(customFields, 'data.'),
  },
  wording: {
    operation: 'No operation or data provided.',
    startSequence: 'Startsequence or endsequence not provided.',
  },
  calls: {
    claim: { ...update, messages: { ...messages, SESSION_VOIDED: 'Some cannot be claimed because voided.' } },
    other: {
      ...update,
      messages: { ...messages, SESSION_VOIDED: 'Some cannot be locked or unlocked because voided.' },
    },
  },
  choose: ({ operation }) => (operation === 'claim' ? 'claim' : 'other'),
  reply: (batch, { fields }) => ({
    campaign: batch.couponId,
    action: 'sessions_updated',
    action_date: date(batch.updatedAt),
    action_quantity: batch.updated,
    startsequence: fields.startsequence ?? '',
    endsequence: fields.endsequence ?? '',
  }),
});
