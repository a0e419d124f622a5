import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/api/idempotency.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { appSecret, makeCoupon, makeSession } from '../support/make.ts';

const app = useApp();

const create = (client: Client, campaign: string, key: string, fields: object = {}) =>
  client.rest('/v3/singleuse/create', { campaign, ...fields }, { 'Idempotency-Key': key });

const count = async (coupon: string) => {
  const [row] = await app.database.rows<{ count: number }>(
    'SELECT COUNT(*) AS count FROM coupon_sessions WHERE coupon_id = ?',
    [coupon],
  );
  return Number(row?.count);
};

test('50 simultaneous calls with one key have one effect, and return equal results or 1012', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(client, id, 'at once')));
  const codes = new Set(answers.map(({ body }) => body.single_use_code).filter(Boolean));
  expect(codes.size).toBe(1);
  expect(
    answers
      .filter(({ status }) => status !== 200)
      .every(({ codes: [code], status }) => code === 1012 && status === 409),
  ).toBe(true);
  expect(await count(id)).toBe(1);
});

test('a repeated call returns the first result and is marked as a replay', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const first = await create(client, id, 'again', { firstname: 'Ada' });
  const second = await create(client, id, 'again', { firstname: 'Ada' });
  expect(second.body).toEqual(first.body);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('a large result is replayed completely', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const createMany = () =>
    client.rest(
      '/v3/multiplesingleuse/create',
      { campaign: id, amount: 5000, automated_codes: true },
      { 'Idempotency-Key': 'many' },
    );

  const first = await createMany();
  const second = await createMany();

  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.body).toEqual(first.body);
  expect(second.body.data).toHaveLength(5000);
  expect(await count(id)).toBe(5000);
});

test('other parameters are refused with 1011', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await create(client, id, 'other', { firstname: 'Ada' });
  const other = await create(client, id, 'other', { firstname: 'Ben' });
  expect([other.status, other.codes]).toEqual([422, [1011]]);
  expect(await count(id)).toBe(1);
});

test('a key is scoped to operation, API key and account', async () => {
  const client = await app.client();
  const other = await app.client({ account: client.owner.account });
  const { id } = await makeCoupon(app.database, client.owner);
  const first = await create(client, id, 'shared');
  const second = await create(other, id, 'shared');
  const third = await client.rest(
    '/v3/coupon/status',
    { campaign: id, status: 'example' },
    { 'Idempotency-Key': 'shared' },
  );
  expect(second.body.single_use_code).not.toBe(first.body.single_use_code);
  expect(third.status).toBe(200);
});

test('the fingerprint covers the parsed input, with fields in schema order', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const input = { data: { customField1: 'till 4' }, session };
  await client.graphql(
    'mutation ($input: ClaimCouponSessionInput!) { claimCouponSession(input: $input) { session } }',
    { input },
    { 'Idempotency-Key': 'print' },
  );

  const [kept] = await app.database.rows<{ fingerprint: string }>(
    'SELECT fingerprint FROM idempotent_calls WHERE account_id = ?',
    [client.owner.account.id],
  );
  const parsed = { session, data: { customField1: 'till 4' }, dryRun: false };
  expect(kept?.fingerprint).toBe(fingerprintOf(new Secrets(appSecret), parsed).made);
});

test('a failure is not stored: the same call may succeed later', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { locked: true });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const claim = () =>
    client.rest(
      '/v3/couponsession/update',
      { couponsession: session, operation: 'claim' },
      { 'Idempotency-Key': 'claim' },
    );
  expect((await claim()).codes).toEqual([354]);
  await client.graphql('mutation ($id: ID!) { unlockCoupon(input: { id: $id }) { id } }', { id: coupon.id });
  const claimed = await claim();
  const replayed = await claim();
  expect(claimed.body.data.status.claimed).toBe('1');
  expect(replayed.body).toEqual(claimed.body);
});

test('a secret is replayed from an encrypted copy', async () => {
  const client = await app.client();
  const createKey = () =>
    client.graphql(
      'mutation { createApiKey(input: { name: "till", scopes: [REDEEM] }) { secret key { id } } }',
      {},
      { 'Idempotency-Key': 'key' },
    );
  const first = await createKey();
  const second = await createKey();
  expect(second.data).toEqual(first.data);
  const rows = await app.database.rows<{ result: string }>('SELECT result FROM idempotent_calls WHERE account_id = ?', [
    client.owner.account.id,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.result).not.toContain(first.data.createApiKey.secret);
});

test('queries ignore the key, and mutations refuse a malformed one', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const tooLong = { 'Idempotency-Key': 'x'.repeat(256) };
  expect((await client.rest('/v3/coupon/info', { campaign: id }, tooLong)).status).toBe(200);
  expect((await client.rest('/v3/singleuse/create', { campaign: id }, tooLong)).status).toBe(422);
});
