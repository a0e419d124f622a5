import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { makeCoupon } from '../../../support/make.ts';
import { unknown } from '../refusals/table.ts';

const app = useApp();
const path = '/v3/multiplesingleuse/create';

interface Item {
  single_use_code: string;
  sequence_id: number;
  custom_validation_code: string;
}

test('multiplesingleuse/create returns ten new codes and their addresses', async () => {
  const client = await app.client();
  const { id, code } = await makeCoupon(app.database, client.owner);
  const { status, body } = await client.rest(path, { campaign: id });
  const codes = body.data.map((item: Item) => item.single_use_code);
  const first = body.data[0].sequence_id;
  expect(new Set(codes).size).toBe(10);
  expect([status, body]).toEqual([
    200,
    {
      ...{ status: { status: 'OK' }, campaign: id, action: 'multiple_single_use_codes_created', amount: 10 },
      data: codes.map((session: string, index: number) => ({
        ...{ single_use_code: expect.stringMatching(/^[0-9a-z]{21}$/), sequence_id: first + index },
        ...{ single_use_url: `${app.url}/p/${code}/${session}`, widget_validation_code: session.slice(0, 6) },
        custom_validation_code: '',
      })),
    },
  ]);
});

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

test('multiplesingleuse/create ignores the code fields without automated_codes', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const fields = { campaign: id, automated_codes: false, code_prefix: 'AB', code_length: 25, code_type: 'numeric' };
  const { body } = await client.rest(path, { ...fields, amount: 2 });
  expect(body.data.map((item: Item) => item.custom_validation_code)).toEqual(['', '']);
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
      '300 Invalid character in code_prefix.',
      '301 Invalid character in amount.',
      '301 The length of codes must be 3 to 30.',
      '302 Invalid value of automated_codes.',
      '302 Invalid value of code_type.',
      '302 Invalid value of status: normal, voided or active.',
    ],
  );
});
