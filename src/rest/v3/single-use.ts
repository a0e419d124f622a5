import { createdSessionItems } from '../../representations/created-session.ts';
import { createSingleUseUrls } from '../../sessions/batch/batch-operations.ts';
import { customerFields } from '../../sessions/session/session.fields.ts';
import { createSingleUseUrl, deleteCouponSession } from '../../sessions/session/session-operations.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { choice, type Field, flag, flagIn, integer, isGiven, text } from '../adapter/field.ts';
import { call, only, type RequestFields, row } from '../adapter/row.ts';
import { campaign, customId, sessionCode } from '../fields/campaign-arguments.ts';
import { nounFields } from '../fields/wire-fields.ts';

const utm = (name: string) =>
  text({
    argument: `utm${name}`,
    invalid: 300,
    maxLength: 255,
    description: `UTM ${name.toLowerCase()}. It appears in exported statistics.`,
    example: 'autumn',
  });

const checks = { email: 'EMAIL', phone: 'PHONE', customid: 'CUSTOM_ID' };
const isChecked = flag({ values: { true: 'FIRST_GIVEN', false: null }, invalid: 302, description: '' });

const checkedField = choice(
  { ...checks, true: 'FIRST_GIVEN', false: null },
  {
    argument: 'duplicateCheck',
    invalid: 302,
    description:
      'The field to check for duplicates. If a session was created for the same value of the field, that session is returned. `true` checks the first given field of email, phone and customid.',
    example: 'email',
  },
);

const duplicateCheck: Field = {
  ...checkedField,
  read: (value) => (flagIn(value) === undefined ? checkedField : isChecked).read(value),
};

function asksForCheck({ duplicate_check: given }: RequestFields): boolean {
  return isGiven(given) && duplicateCheck.read(given) !== null;
}

const { firstname, lastname, email, phone, ...ofCustomer } = nounFields(customerFields);

export const createSingleUse = row({
  path: '/v3/singleuse/create',
  summary: 'Create a single-use URL',
  section: 'v3 single-use URLs',
  fields: {
    campaign: campaign('coupon'),
    ...{ firstname, lastname, email, phone },
    customid: customId('customId'),
    ...ofCustomer,
    customvalcode: text({
      argument: 'customValCode',
      invalid: 300,
      maxLength: 100,
      description: 'A custom validation code: letters, digits and hyphens. Cannot be combined with autovalcode.',
      example: 'BREAD-2026',
    }),
    autovalcode: choice(
      { '6digits': 'DIGITS_6', '8digits': 'DIGITS_8', '10digits': 'DIGITS_10' },
      {
        argument: 'autoValCode',
        invalid: 302,
        description: 'Generates a unique validation code. Cannot be combined with customvalcode.',
        example: '8digits',
      },
    ),
    duplicate_check: duplicateCheck,
    utm_campaign: utm('Campaign'),
    utm_source: utm('Source'),
    utm_medium: utm('Medium'),
    utm_term: utm('Term'),
    utm_content: utm('Content'),
    expiry_date: text({
      argument: 'expiryDate',
      invalid: 303,
      description: 'When this session expires, `yyyy-MM-dd HH:mm:ss` in the time zone of the coupon.',
      example: '2026-12-31 23:59:59',
    }),
  },
  calls: only(createSingleUseUrl, { COUPON_NOT_FOUND: 502, VALIDATION_CODES_EXHAUSTED: 601 }),
  reply: ({ session, duplicate }, { fields, loader }) => ({
    campaign: session.couponId,
    action: 'single_use_code_created',
    single_use_code: session.session,
    single_use_url: loader.publicUrl + sessionPath(session.couponCode, session.session),
    sequence_id: session.sequence,
    widget_validation_code: session.session.slice(0, 6),
    custom_validation_code: session.customValidationCode ?? '',
    customid: session.customId ?? '',
    ...(asksForCheck(fields) && { duplicate_found: duplicate }),
  }),
});

export const removeSingleUse = row({
  path: '/v3/singleuse/remove',
  summary: 'Delete a session',
  section: 'v3 coupon sessions',
  fields: {
    campaign: campaign('coupon'),
    couponsession: sessionCode,
  },
  calls: only(deleteCouponSession, { COUPON_NOT_FOUND: 502, SESSION_NOT_FOUND: 513 }),
  reply: (removed) => ({
    campaign: removed.couponId,
    action: 'single_use_code_removed',
    single_use_code: removed.session,
  }),
});

const automatedCodes = flag({
  argument: 'automatedCodes',
  invalid: 302,
  description: 'Whether to generate a validation code for each session.',
  example: true,
});

/**
 * Whether the request asks for codes. Even with an invalid flag, the fields of the codes count, so that every input
 * error is reported.
 */
function hasCodes({ automated_codes: given }: RequestFields): boolean {
  try {
    return isGiven(given) && automatedCodes.read(given) === true;
  } catch {
    return true;
  }
}

const bulk = {
  campaign: campaign('coupon'),
  amount: integer({
    argument: 'amount',
    invalid: 301,
    description: 'The number of sessions, 1 to 100,000. Default: 10.',
    example: 3,
  }),
  status: choice(
    { normal: 'NORMAL', voided: 'VOIDED', activated: 'ACTIVATED', active: 'ACTIVATED' },
    {
      argument: 'status',
      invalid: 302,
      complaint: 'Invalid status: normal, voided or active.',
      description: 'The initial state of the sessions. Default: normal.',
      example: 'normal',
    },
  ),
  automated_codes: automatedCodes,
};

const bulkWithCodes = {
  ...bulk,
  code_prefix: text({
    argument: 'codePrefix',
    invalid: 300,
    maxLength: 50,
    description: 'Prefix of the generated codes.',
    example: 'AUTUMN-',
  }),
  code_length: integer({
    argument: 'codeLength',
    invalid: 301,
    complaint: 'Code length out of range: 3 to 30.',
    description: 'Length of the generated codes without the prefix, 10 to 25 characters. Default: 10.',
    example: 12,
  }),
  code_type: choice(
    { numeric: 'NUMERIC', alphanumeric: 'ALPHANUMERIC' },
    {
      argument: 'codeType',
      invalid: 302,
      complaint: 'Code_type not numeric or alphanumeric.',
      description: 'The characters of the generated codes. Default: alphanumeric.',
      example: 'numeric',
    },
  ),
};

const createBulk = call(createSingleUseUrls, { COUPON_NOT_FOUND: 502, VALIDATION_CODES_EXHAUSTED: 601 });

export const createMultipleSingleUse = row({
  path: '/v3/multiplesingleuse/create',
  summary: 'Create multiple single-use URLs, all or none',
  section: 'v3 single-use URLs',
  fields: bulkWithCodes,
  calls: { codes: createBulk, plain: { ...createBulk, fields: bulk } },
  choose: (fields) => (hasCodes(fields) ? 'codes' : 'plain'),
  reply: async ({ sessions }, { loader }) => ({
    campaign: sessions[0]?.couponId ?? '',
    action: 'multiple_single_use_codes_created',
    amount: sessions.length,
    data: await createdSessionItems(sessions, loader),
  }),
});
