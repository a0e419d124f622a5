import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { unknown } from './refusals/table.ts';

const app = useApp();

/** The codes with their descriptions, in response order. */
function notified(body: { status: { errors: { error_code: number[]; error_message_description: string[] } } }) {
  const { error_code, error_message_description } = body.status.errors;
  return error_code.map((code, index) => `${code} ${error_message_description[index]}`);
}

test('couponsession/update reports every violation', async () => {
  const client = await app.client();
  const { body } = await client.rest('/v3/couponsession/update', {
    operation: 'destroy',
    customfield2: 'x'.repeat(51),
    customfield3: ['a'],
    customid: 'a b',
    money_spent: 'much',
  });
  expect(notified(body).sort()).toEqual([
    '200 Missing parameter couponsession.',
    '300 Invalid character in customfield2. The value must have at most 50 characters.',
    '300 Invalid character in customfield3. The value must be text.',
    '300 Invalid character in customid. The value may contain letters, digits and hyphens only.',
    '301 Invalid character in money_spent. The value must be a decimal number in the format 0.000.',
    '302 Invalid operation. The value must be one of void, unvoid, lock, unlock, claim, validate, unvalidate, activate.',
  ]);
});

test('singleuse/create reports every violation', async () => {
  const client = await app.client();
  const { body } = await client.rest('/v3/singleuse/create', {
    email: 'ada',
    customid: 'ä',
    customvalcode: 'A',
    autovalcode: '6digits',
    duplicate_check: 'phone',
    expiry_date: 'tomorrow',
  });
  expect(notified(body).sort()).toEqual([
    '200 Missing parameter campaign.',
    '200 Missing parameter phone. It is required for the duplicate check.',
    '300 Invalid character in customid. The value may contain letters, digits and hyphens only.',
    '302 Invalid value of autovalcode. It cannot be combined with customvalcode.',
    '303 expiry_date is not a valid date. The value must be a date and time in the format yyyy-MM-dd HH:mm:ss.',
    '305 email is not a valid email address.',
  ]);
});

test('addcontact reports the format of a birthday', async () => {
  const client = await app.client();
  const contact = { emailgroup: 'gro_0a1b2c3d4e5f', email: 'ada@example.com' };
  for (const birthday of ['10.12.1990', '1990-02-30', '1990-12-10 00:00:00', 19901210]) {
    const { body } = await client.rest('/v3/emailtool/addcontact', { ...contact, birthday });
    expect(notified(body)).toEqual(['303 birthday is not a date in the format yyyy-MM-dd.']);
  }
});

test('GraphQL names every invalid field', async () => {
  const client = await app.client();
  const { errors } = await client.graphql(
    'mutation ($input: CreateSingleUseUrlInput!) { createSingleUseUrl(input: $input) { duplicate } }',
    {
      input: {
        coupon: 'cam!',
        email: 'ada',
        customId: 'ä',
        customValCode: 'A',
        autoValCode: 'DIGITS_6',
        duplicateCheck: 'PHONE',
      },
    },
  );
  const [{ extensions } = { extensions: { code: '' } }] = errors;
  const inputErrors = (extensions as { inputErrors?: { field: string; kind: string }[] }).inputErrors ?? [];
  expect(extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'coupon' });
  expect(inputErrors.map(({ field, kind }) => `${field} ${kind}`).sort()).toEqual([
    'autoValCode invalid',
    'coupon invalid',
    'customId invalid',
    'email invalid',
    'phone missing',
  ]);
});

test.for([
  [{}, 'coupon', 'missing'],
  [{ coupon: {} }, 'coupon', 'invalid'],
  [{ coupon: 'cam_000000000000', first_name: 'Ada' }, 'first_name', 'invalid'],
  [{ coupon: 'cam_000000000000', duplicateCheck: 'NAME' }, 'duplicateCheck', 'invalid'],
  [null, '', 'invalid'],
] as const)('GraphQL names the field that fails its coercion: %o', async ([input, field, kind]) => {
  const client = await app.client();
  const { errors } = await client.graphql(
    'mutation ($input: CreateSingleUseUrlInput!) { createSingleUseUrl(input: $input) { duplicate } }',
    { input },
  );
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field, inputErrors: [{ field, kind }] });
});

test.for([
  [
    'two malformed dates',
    { start_date: '1.1.2026', end_date: '2026' },
    'is not in the format yyyy-MM-dd or yyyy-MM-dd hh:mm.',
  ],
  [
    'two dates that do not exist',
    { start_date: '2026-02-29', end_date: '2026-01-01 23:60' },
    'is not a valid date. The value must be a day or minute of the calendar, as yyyy-MM-dd or yyyy-MM-dd hh:mm.',
  ],
] as const)('the lists report %s', async ([_, dates, text]) => {
  const client = await app.client();
  const { body } = await client.rest('/v3/campaign/data', dates);
  expect(notified(body)).toEqual(['200 Missing parameter campaign.', `303 start_date ${text}`, `303 end_date ${text}`]);
});

test('validation precedes lookups, and a lookup reports only the first problem', async () => {
  const client = await app.client();
  const campaign = unknown.coupon;
  const create = await client.rest('/v3/singleuse/create', { campaign, email: 'ada' });
  expect(create.codes).toEqual([305]);
  const update = await client.rest('/v3/couponsession/update', { couponsession: unknown.session, operation: 'x' });
  expect(update.codes).toEqual([302]);
  const remove = await client.rest('/v3/singleuse/remove', { campaign, couponsession: unknown.session });
  expect(remove.codes).toEqual([502]);
});
