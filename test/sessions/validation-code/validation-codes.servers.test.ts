import { expect, test } from 'vitest';
import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import { insertRow } from '../../../src/kernel/database/rows.ts';
import { validationCodeSpaces } from '../../../src/sessions/validation-code/validation-code.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();

const forms = [
  [6, '6digits', 'DIGITS_6'],
  [8, '8digits', 'DIGITS_8'],
  [10, '10digits', 'DIGITS_10'],
] as const;

test.for(forms)('creations generate distinct codes of %i digits', async ([length, autovalcode, autoValCode]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const codes = await Promise.all([
    ...Array.from({ length: 10 }, async () => (await create(client, coupon, { autovalcode })).code),
    ...Array.from({ length: 10 }, () => createByGraphQL(client, coupon, { autoValCode })),
  ]);
  for (const code of codes) expect(code).toMatch(new RegExp(`^\\d{${length}}$`));
  expect(new Set(codes).size).toBe(20);
});

test('a creation never repeats a generated code', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await takeCodesThatBeginWith1(coupon);
  const codes = await Promise.all(
    Array.from({ length: 50 }, async () => (await create(client, coupon, { autovalcode: '6digits' })).code),
  );
  expect(codes.filter((code) => code.startsWith('1'))).toEqual([]);
});

test.for(forms)(
  'generates codes of %i digits until 90 %% of the space is used',
  async ([length, autovalcode, form]) => {
    const client = await app.client();
    const coupon = await makeCoupon(app.database, client.owner);
    await use(coupon, form, 0.9 * 10 ** length - 1);
    expect((await create(client, coupon, { autovalcode, email: 'ada@example.com' })).code).toHaveLength(length);
    const refused = await client.rest('/v3/singleuse/create', {
      campaign: coupon.id,
      autovalcode,
      email: 'eve@example.com',
    });
    expect([refused.status, refused.codes]).toEqual([422, [601]]);
    expect(await createByGraphQL(client, coupon, { autoValCode: form })).toBe('VALIDATION_CODES_EXHAUSTED');
    expect(await eventTypesOf(app.database, { campaignId: coupon.id })).toEqual(['coupon_session_created']);
    const { body } = await client.rest('/v3/campaign/data', { campaign: coupon.id });
    expect(body.amount_of_results).toBe(1);
  },
);

test('a refused creation leaves no values for later duplicate checks', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await use(coupon, 'DIGITS_6', 900_000);
  const fields = { campaign: coupon.id, email: 'eve@example.com', duplicate_check: 'email' };
  expect((await client.rest('/v3/singleuse/create', { ...fields, autovalcode: '6digits' })).codes).toEqual([601]);
  expect((await client.rest('/v3/singleuse/create', fields)).body.duplicate_found).toBe(false);
});

test('every form and every coupon has its own code space', async () => {
  const client = await app.client();
  const [coupon, other] = await Promise.all([
    makeCoupon(app.database, client.owner),
    makeCoupon(app.database, client.owner),
  ]);
  await use(coupon, 'DIGITS_6', 900_000);
  expect((await create(client, coupon, { autovalcode: '8digits' })).code).toHaveLength(8);
  expect((await create(client, other, { autovalcode: '6digits' })).code).toHaveLength(6);
});

test('a code given by the caller may repeat', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const first = await create(client, coupon, { customvalcode: 'BREAD-2026' });
  const second = await create(client, coupon, { customvalcode: 'BREAD-2026' });
  expect([first.code, second.code]).toEqual(['BREAD-2026', 'BREAD-2026']);
  expect(second.session).not.toBe(first.session);
  expect(await createByGraphQL(client, coupon, { customValCode: 'x'.repeat(100) })).toBe('x'.repeat(100));
});

async function create(client: Client, coupon: Coupon, fields: object) {
  const { body } = await client.rest('/v3/singleuse/create', { campaign: coupon.id, ...fields });
  return { code: String(body.custom_validation_code), session: body.single_use_code };
}

/** Returns the code, or the code of the problem. */
async function createByGraphQL(client: Client, coupon: Coupon, input: object): Promise<string> {
  const { data, codes } = await client.graphql(
    'mutation ($input: CreateSingleUseUrlInput!) { created: createSingleUseUrl(input: $input) { session { customValidationCode } } }',
    { input: { coupon: coupon.id, ...input } },
  );
  return codes[0] ?? data.created.session.customValidationCode;
}

async function use(coupon: Coupon, auto: `DIGITS_${number}`, used: number): Promise<void> {
  const form = `${'#'.repeat(Number(auto.slice('DIGITS_'.length)))} 0123456789`;
  await app.database.transaction((transaction) =>
    insertRow(transaction, validationCodeSpaces, { couponId: coupon.id, form, used }),
  );
}

/** Uses a tenth of the space. If 50 new codes ignored it, some would begin with 1 in 199 of 200 runs. */
async function takeCodesThatBeginWith1(coupon: Coupon): Promise<void> {
  const digits = `(SELECT 0 AS d ${Array.from({ length: 9 }, (_, index) => `UNION ALL SELECT ${index + 1}`).join(' ')})`;
  const tables = ['a', 'b', 'c', 'd', 'e'].map((name) => `${digits} ${name}`).join(', ');
  await app.database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO validation_codes (coupon_id, code) SELECT ?, CONCAT('1', a.d, b.d, c.d, d.d, e.d) FROM ${tables}`,
      [coupon.id],
    ),
  );
}
