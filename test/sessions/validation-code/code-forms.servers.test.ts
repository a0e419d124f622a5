import { expect, test } from 'vitest';
import { insertRow, insertRows } from '../../../src/kernel/database/rows.ts';
import { validationCodeSpaces, validationCodes } from '../../../src/sessions/validation-code/validation-code.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();
const numeric = { codeType: 'NUMERIC' };

/** The generated codes, or the code of the problem. */
async function generate(client: Client, coupon: string, amount: number, form: object): Promise<string[] | string> {
  const { data, codes } = await client.graphql(
    `mutation ($input: CreateSingleUseUrlsInput!) {
      createSingleUseUrls(input: $input) { sessions { session customValidationCode } }
    }`,
    { input: { coupon, amount, automatedCodes: true, ...form } },
  );
  if (codes[0]) return codes[0];
  return data.createSingleUseUrls.sessions.map((item: { customValidationCode: string }) => item.customValidationCode);
}

/** Gives codes to the coupon. */
function take(couponId: string, codes: readonly string[]) {
  return app.database.transaction((transaction) =>
    insertRows(
      transaction,
      validationCodes,
      codes.map((code) => ({ couponId, code })),
    ),
  );
}

/** All numbers of two digits except these. */
const allBut = (...left: string[]) =>
  Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0')).filter((code) => !left.includes(code));

test.for([
  ['SUMMER-####-####', {}, /^SUMMER-[0-9A-Z]{4}-[0-9A-Z]{4}$/],
  ['####-12', numeric, /^\d{4}-12$/],
  ['a#b#c#########', numeric, /^a\db\dc\d{9}$/],
] as const)('the pattern %s', async ([codePattern, form, expected]) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const codes = await generate(client, id, 20, { codePattern, ...form });
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(expected);
});

test('a pattern replaces prefix and length', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const form = { codePattern: 'P######', codePrefix: 'X', codeLength: 25, ...numeric };
  expect(await generate(client, id, 1, form)).toEqual([expect.stringMatching(/^P\d{6}$/)]);
});

test.for(['SUMMER', '', '##_#', '# #', 'Ä#', '#'.repeat(81)])('refuses the pattern %j', async (codePattern) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  expect(await generate(client, id, 1, { codePattern })).toBe('INVALID_INPUT');
});

test('generated characters exclude those that look alike; given ones may include them', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const form = { withoutLookAlikes: true, codePrefix: 'SOIL01', codeLength: 25 };
  const codes = await generate(client, id, 200, form);
  const letters = new Set([...codes].flatMap((code) => [...code.slice('SOIL01'.length)]));
  expect([...letters].sort().join('')).toBe('23456789ABCDEFGHJKMNPQRSTUVWXYZ');
});

test('generated digits exclude those that look alike too', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const codes = await generate(client, id, 100, { withoutLookAlikes: true, codeLength: 20, ...numeric });
  expect([...new Set([...codes].join(''))].sort().join('')).toBe('23456789');
});

test('the mutation refuses and writes nothing if fewer than ten times as many codes as requested remain', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const form = { codePattern: '##', ...numeric };
  const first = await generate(client, id, 9, form);
  const second = await generate(client, id, 9, form);
  const codes = [...first, ...second];
  expect(new Set(codes).size).toBe(18);

  expect(await generate(client, id, 9, form)).toBe('VALIDATION_CODES_EXHAUSTED');

  const written = await app.database.rows<{ code: string }>(
    'SELECT custom_validation_code AS code FROM coupon_sessions WHERE coupon_id = ?',
    [id],
  );
  expect(written.map(({ code }) => code).sort()).toEqual(codes.sort());
  expect(await eventsOf(app.database, { campaignId: id })).toHaveLength(2);
  expect(await generate(client, id, 8, form)).toHaveLength(8);
});

test.for([
  [9_900, 10, 'generated'],
  [9_901, 10, 'VALIDATION_CODES_EXHAUSTED'],
  [9_990, 1, 'generated'],
  [9_991, 1, 'VALIDATION_CODES_EXHAUSTED'],
] as const)('with %s of 10,000 codes used, %s more are %s', async ([used, amount, expected]) => {
  const client = await app.client();
  const { id: couponId } = await makeCoupon(app.database, client.owner);
  await app.database.transaction((transaction) =>
    insertRow(transaction, validationCodeSpaces, { couponId, form: '#### 0123456789', used }),
  );
  const codes = await generate(client, couponId, amount, { codePattern: '####', ...numeric });
  expect(typeof codes === 'string' ? codes : 'generated').toBe(expected);
});

test('the generator draws again when the coupon already has the code', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const left = ['03', '14', '15', '92', '65', '35', '89', '79', '32'];
  await take(id, allBut(...left));
  const codes = await generate(client, id, 9, { codePattern: '##', ...numeric });
  expect([...codes].sort()).toEqual(left.sort());
});

test('codes of another coupon do not restrict the generator', async () => {
  const client = await app.client();
  const { id: other } = await makeCoupon(app.database, client.owner);
  const { id } = await makeCoupon(app.database, client.owner);
  await take(other, allBut());
  expect(await generate(client, id, 1, { codePattern: '##', ...numeric })).toHaveLength(1);
});

test('the generator does not reuse the code of a removed session', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await take(id, allBut('04', '71'));
  const [first] = await generate(client, id, 1, { codePattern: '##', ...numeric });
  const { data } = await client.graphql('query ($id: ID!) { couponSessions(coupon: $id) { nodes { session } } }', {
    id,
  });
  const [{ session }] = data.couponSessions.nodes;
  await client.rest('/v3/singleuse/remove', { campaign: id, couponsession: session });
  const [second] = await generate(client, id, 1, { codePattern: '##', ...numeric });
  expect([first, second].sort()).toEqual(['04', '71']);
});

test('the mutation refuses a code space used up by codes of other forms, instead of searching it forever', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await take(id, allBut());
  expect(await generate(client, id, 1, { codePattern: '##', ...numeric })).toBe('VALIDATION_CODES_EXHAUSTED');
  const sessions = await app.database.rows('SELECT 1 FROM coupon_sessions WHERE coupon_id = ?', [id]);
  expect(sessions).toEqual([]);
});
