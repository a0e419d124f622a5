import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { makeCoupon, makeSession } from '../support/make.ts';
import { makeDirectory } from '../support/make-directories.ts';

const app = useApp();

test('a form is equivalent to JSON', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const form = new URLSearchParams({ campaign: coupon.id, firstname: 'Ada & Söhne', email: 'ada@example.com' });
  const { body } = await client.rest('/v3/singleuse/create', form);
  const { body: found } = await client.rest(
    '/v3/couponsession/data',
    new URLSearchParams({ couponsession: body.single_use_code }),
  );
  expect(found.data).toMatchObject({ firstname: 'Ada & Söhne', email: 'ada@example.com' });
});

test('a path may end with a slash, but is written in lower case', async () => {
  const client = await app.client();
  const list = (path: string) => fetch(app.url + path, { method: 'POST', headers: client.headers });

  expect((await list('/v3/coupon/list/')).status).toBe(200);
  expect((await list('/v3/Coupon/List')).status).toBe(404);
});

test('an unescaped plus in a form still begins a phone number', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);

  const response = await fetch(`${app.url}/v3/singleuse/create`, {
    method: 'POST',
    headers: { ...client.headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `campaign=${coupon.id}&phone=+493012345678`,
  });

  const { single_use_code } = (await response.json()) as { single_use_code: string };
  const session = await client.graphql(`{ couponSession(session: "${single_use_code}") { phone } }`);
  expect(session.data.couponSession.phone).toBe('+493012345678');
});

test('an empty field of a form counts as absent on creation', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const form = new URLSearchParams({ campaign: coupon.id, email: '', customid: '', autovalcode: '', expiry_date: '' });
  const { body } = await client.rest('/v3/singleuse/create', form);
  expect(body).toMatchObject({ status: { status: 'OK' }, customid: '', custom_validation_code: '' });
});

test.for([true, 'true', 1, '1'])('%o is true', async (written) => {
  const client = await app.client();
  await makeCoupon(app.database, client.owner, { status: 'EXAMPLE' });
  const { id } = await makeCoupon(app.database, client.owner, { status: 'ACTIVE' });
  const list = await client.rest('/v3/coupon/list', { only_active: written });
  expect(list.body.coupon_info.map(({ ID }: { ID: string }) => ID)).toEqual([id]);
  const info = await client.rest('/v3/coupon/info', { campaign: id, show_usage_stats: written });
  expect(info.body.coupon_info).toHaveProperty('custom_codes_total');
});

test.for([false, 'false', 0, '0', '', null])('%o is false', async (written) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { status: 'EXAMPLE' });
  const list = await client.rest('/v3/coupon/list', { only_active: written });
  expect(list.body.coupon_info).toHaveLength(1);
  const info = await client.rest('/v3/coupon/info', { campaign: id, show_usage_stats: written });
  expect(info.body.coupon_info).not.toHaveProperty('custom_codes_total');
});

test.for([1, '1', ' 1 ', '', null])('page %o is the first page', async (page) => {
  const client = await app.client();
  const { couponId } = await makeSession(app.database, client.owner);
  const { body } = await client.rest('/v3/campaign/data', { campaign: couponId, page });
  expect(body).toMatchObject({ page: 1, amount_of_results: 1 });
});

test.for(['1000001', 2_147_483_648, '4294967297', '9007199254740993', '36893488147419103232'])(
  'page %o is past the end, and the answer repeats its number',
  async (page) => {
    const client = await app.client();
    const [{ couponId }, directory] = [
      await makeSession(app.database, client.owner),
      await makeDirectory(app.database, client.owner),
    ];
    const answers = await Promise.all(
      Object.entries({ campaign: couponId, directory: directory.id }).map(async ([name, id]) => {
        const path = name === 'campaign' ? '/v3/campaign/data' : '/v3/directoryusers/list';
        const body = JSON.stringify({ [name]: id, page });
        const headers = { ...client.headers, 'content-type': 'application/json' };
        return (await fetch(app.url + path, { method: 'POST', headers, body })).text();
      }),
    );
    for (const text of answers) {
      expect(text).toContain(`"page":${page},`);
      expect(JSON.parse(text)).toMatchObject({ status: { status: 'OK' }, amount_of_results: 0 });
    }
  },
);

test('text fields accept numbers', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const { body } = await client.rest('/v3/couponsession/update', {
    couponsession: session,
    customfield1: 7,
    customid: 4711,
  });
  expect(body.data).toMatchObject({ customfield1: '7', customid: '4711' });
});

test('REST ignores unknown fields, and GraphQL refuses them', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const extra = { couponsession: session, foo: { bar: [1] }, constructor: 'x', ['__proto__']: { a: 1 } };
  expect((await client.rest('/v3/couponsession/data', extra)).status).toBe(200);
  const document = 'mutation ($input: ClaimCouponSessionInput!) { claimCouponSession(input: $input) { session } }';
  expect((await client.graphql(document, { input: { session, foo: 1 } })).codes).toEqual(['INVALID_INPUT']);
  expect((await client.graphql(document, { input: { session, data: { name: 'x' } } })).codes).toEqual([
    'INVALID_INPUT',
  ]);
});

test('a request without a body has no fields', async () => {
  const client = await app.client();
  const response = await fetch(`${client.url}/v3/coupon/list`, { method: 'POST', headers: client.headers });
  expect(await response.json()).toEqual({ status: { status: 'OK' }, amount_of_campaigns: '0', coupon_info: [] });
});

test.for([
  ['text/plain', 'campaign=x'],
  ['application/xml', '<campaign/>'],
  ['application/json; charset=koi8-r', '{}'],
])('a body of type %s is refused', async ([type, body]) => {
  const client = await app.client();
  const answer = await client.rest('/v3/coupon/list', body, { 'Content-Type': type ?? '' });
  expect([answer.status, answer.codes]).toEqual([400, [1003]]);
});

test('every response carries the request id that was sent, or a new one', async () => {
  const client = await app.client();
  const sent = { 'X-Request-Id': 'abc-123_Z' };
  const echoed = [
    await client.rest('/v3/coupon/list', {}, sent),
    await client.rest('/v3/nothing', {}, sent),
    await client.with({ ...client.headers, ...sent }).graphql('{ viewer { keyId } }'),
  ];
  expect(echoed.map(({ headers }) => headers.get('x-request-id'))).toEqual(Array(3).fill('abc-123_Z'));
  const odd = await client.rest('/v3/coupon/list', {}, { 'X-Request-Id': 'a b"c' });
  const none = await client.rest('/v3/coupon/list');
  const generated = [odd, none].map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(generated).size).toBe(2);
  for (const id of generated) expect(id).toMatch(/^[\w-]{16,64}$/);
});

test('responses are JSON in UTF-8 and name no software', async () => {
  const client = await app.client();
  const { headers } = await client.rest('/v3/coupon/list');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-powered-by')).toBeNull();
});
