import { singleUseUrlItems } from '../../representations/single-use-url.ts';
import { createSingleUseUrls } from '../../sessions/batch/batch-operations.ts';
import { choice, flag, integer, isGiven, text } from '../adapter/field.ts';
import { call, type Given, row } from '../adapter/row.ts';
import { campaign } from '../fields/coupon-fields.ts';

const automatedCodes = flag({
  argument: 'automatedCodes',
  invalid: 302,
  description: 'Whether to generate a validation code for each session.',
  example: true,
});

/** Returns whether the fields of the codes count. With an invalid flag they do, so that every violation is reported. */
function hasCodes({ automated_codes: given }: Given): boolean {
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
    data: await singleUseUrlItems(sessions, loader),
  }),
});
