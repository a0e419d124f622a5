import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { unknown } from '../refusals/table.ts';

const app = useApp();
const path = '/v3/multiplesingleuse/create';

test('a form is equivalent to JSON', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const fields = { campaign: id, amount: '3', status: 'voided', automated_codes: '1', code_prefix: 'AB-' };
  const form = new URLSearchParams({ ...fields, code_length: '12', code_type: 'numeric' });
  const { body } = await client.rest(path, form);
  expect(body).toMatchObject({ amount: 3, data: Array(3).fill({}) });
  for (const item of body.data) expect(item.custom_validation_code).toMatch(/^AB-\d{12}$/);
  const { body: read } = await client.rest('/v3/couponsession/data', { couponsession: body.data[2].single_use_code });
  expect(read.data).toMatchObject({ campaign: id, status: { voided: '1' } });
});

test.for([
  [1, 502],
  ['100000', 502],
  [100_001, 301],
] as const)('an amount of %s leads to code %s', async ([amount, code]) => {
  const client = await app.client();
  const { codes } = await client.rest(path, { campaign: unknown.coupon, amount });
  expect(codes).toEqual([code]);
});

test.for([
  [9, [301]],
  [10, [502]],
  [25, [502]],
  [26, [301]],
] as const)('a code length of %s leads to codes %j', async ([code_length, expected]) => {
  const client = await app.client();
  const { codes } = await client.rest(path, { campaign: unknown.coupon, automated_codes: true, code_length });
  expect(codes).toEqual(expected);
});

test('multiplesingleuse/create reports every violation in the words of the specification', async () => {
  const client = await app.client();
  const fields = { amount: 0, status: 'open', automated_codes: 2, code_prefix: '?', code_length: 30, code_type: 'x' };
  const { body } = await client.rest(path, fields);
  const { error_code, error_message_description } = body.status.errors;
  expect(error_code.map((code: number, index: number) => `${code} ${error_message_description[index]}`).sort()).toEqual(
    [
      '200 Missing parameter campaign.',
      '300 Invalid character in code_prefix. The value may contain letters, digits and hyphens only.',
      '301 Code length out of range: 3 to 30. The value must be at most 25.',
      '301 Invalid character in amount. The value must be at least 1.',
      '302 Code_type not numeric or alphanumeric. The value must be one of numeric, alphanumeric.',
      '302 Invalid status: normal, voided or active. The value must be one of normal, voided, activated, active.',
      '302 Invalid value of automated_codes. The value must be true or false.',
    ],
  );
});
