import { firstCharacters } from '../../kernel/values/prefix.ts';
import { longestLocation } from '../../locations/location/location.inputs.ts';
import { sessionItemOf } from '../../representations/session-item.ts';
import { date } from '../../representations/wire-values.ts';
import { customFields } from '../../sessions/session/session.fields.ts';
import { couponSession } from '../../sessions/session/session-operations.ts';
import {
  activateCouponSession,
  claimCouponSession,
  lockCouponSession,
  unlockCouponSession,
  unvalidateCouponSession,
  unvoidCouponSession,
  updateCouponSession,
  validateCouponSession,
  voidCouponSession,
} from '../../sessions/transition/transition-operations.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { choice, type Field, text } from '../adapter/field.ts';
import { call, only, row } from '../adapter/row.ts';
import { customId } from '../fields/campaign-arguments.ts';
import { nounFields } from '../fields/wire-fields.ts';

const section = 'v3 coupon sessions';

const session: Field = text({
  argument: 'session',
  invalid: 300,
  required: true,
  description: 'The session code. The first 6 characters suffice if no other session of the account starts with them.',
  example: '0a1b2c3d4e5f6g7h8i9j0',
});

export const getSession = row({
  path: '/v3/couponsession/data',
  summary: 'Get a session',
  section,
  fields: { couponsession: session },
  calls: only(couponSession, { SESSION_NOT_FOUND: 513 }),
  reply: (session, { publicUrl }) => ({
    campaign: session.couponId,
    action: 'retrieve_all_session_data',
    session: session.session,
    session_url: publicUrl + sessionPath(session.couponCode, session.session),
    sequenceid: String(session.sequence),
    customid: session.customId ?? '',
    data: sessionItemOf(session, publicUrl),
  }),
});

export const sessionCodes = {
  SESSION_NOT_FOUND: 512,
  SESSION_EXPIRED: 351,
  SESSION_ALREADY_CLAIMED: 352,
  SESSION_NOT_CLAIMED: 352,
  SESSION_NOT_VALIDATED: 353,
  COUPON_LOCKED: 354,
  SESSION_LOCKED: 354,
  SESSION_ALREADY_LOCKED: 354,
  SESSION_HELD: 354,
  COUPON_VOIDED: 355,
  SESSION_VOIDED: 355,
  SESSION_ALREADY_VOIDED: 355,
  SESSION_NOT_LOCKED: 356,
  SESSION_NOT_VOIDED: 357,
  SESSION_ALREADY_VALIDATED: 358,
  SESSION_NOT_STARTED_YET: 360,
  NOT_AT_THIS_LOCATION: 368,
  VALIDATION_CODES_EXHAUSTED: 601,
} as const;

const operations = ['void', 'unvoid', 'lock', 'unlock', 'claim', 'validate', 'unvalidate', 'activate'];

const dataFields = {
  couponsession: session,
  operation: choice(Object.fromEntries(operations.map((name) => [name, name])), {
    invalid: 302,
    complaint: 'Invalid operation.',
    description: 'The operation.',
    example: 'claim',
  }),
  ...nounFields(customFields, 'data.'),
  customid: customId('data.customId'),
  money_spent: text({
    argument: 'data.moneySpent',
    invalid: 301,
    description: 'The amount of money that the customer spent, a decimal number in the format 0.000.',
    example: '12.500',
  }),
};

const merchant = text({
  argument: 'location',
  invalid: 300,
  description:
    'The id of the location where the session is claimed or validated. Only its first 50 characters count. A location that no coupon names does not have to be registered. Not for other operations.',
  example: 'loc_0a1b2c3d4e5f',
});

/** The fields of the operations that happen at a location. Existing callers send ids of any length. */
const fields = {
  ...dataFields,
  merchantid: {
    ...merchant,
    read: (value: unknown) => firstCharacters(String(merchant.read(value)), longestLocation).toWellFormed(),
  },
};

export const updateSession = row({
  path: '/v3/couponsession/update',
  summary: 'Perform an operation on a session, update its data, or both in one transaction',
  section,
  fields,
  calls: {
    update: { ...call(updateCouponSession, sessionCodes), fields: dataFields },
    void: { ...call(voidCouponSession, sessionCodes), fields: dataFields },
    unvoid: { ...call(unvoidCouponSession, sessionCodes), fields: dataFields },
    lock: {
      ...call(lockCouponSession, sessionCodes),
      fields: dataFields,
      messages: {
        SESSION_ALREADY_VALIDATED: 'Cannot lock because already validated.',
        SESSION_VOIDED: 'Cannot lock or unlock because voided.',
      },
    },
    unlock: {
      ...call(unlockCouponSession, sessionCodes),
      fields: dataFields,
      messages: { SESSION_VOIDED: 'Cannot lock or unlock because voided.' },
    },
    claim: call(claimCouponSession, sessionCodes),
    validate: call(validateCouponSession, sessionCodes),
    unvalidate: {
      ...call(
        unvalidateCouponSession,
        { ...sessionCodes, VALIDATION_FINAL: null }, // Only tills get it, and they call no row.
      ),
      fields: dataFields,
    },
    activate: { ...call(activateCouponSession, sessionCodes), fields: dataFields },
  },
  choose: ({ operation }) => (typeof operation === 'string' ? operation : 'update'),
  reply: (session, { fields: { operation }, publicUrl }) => ({
    campaign: session.couponId,
    action: 'update_session',
    action_date: date(session.updatedAt ?? session.createdAt),
    session: session.session,
    customid: session.customId ?? '',
    operation: operation ? `${operation}_successful` : '',
    data: sessionItemOf(session, publicUrl),
  }),
});
