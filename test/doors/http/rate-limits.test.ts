import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';
import { overWebSocket } from './over-websocket.ts';

const app = useApp({ rateLimit: 20 });
/** The burst: what an account may do in five seconds. */
const quota = 100;

/**
 * Uses what the account may do in a window with a bulk call, which costs the same when it fails, and returns the answer to
 * the next request. The window may end in between, so it tries again until the request is refused.
 */
async function afterBurst<Answer>(client: Client, send: () => Promise<Answer>, isRefused: (answer: Answer) => boolean) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await client.rest('/v3/multiplesingleuse/create', { campaign: 'cam_000000000000', amount: 10_000 });
    const answer = await send();
    if (isRefused(answer)) return answer;
  }
  throw new Error('the account was never refused');
}

const is429 = ({ status }: { status: number }) => status === 429;

test('1,000 requests at once are limited, and another account is not', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const began = Date.now();

  const answers = await Promise.all(Array.from({ length: 1000 }, () => client.rest('/v3/coupon/list')));
  const windows = Math.ceil((Date.now() - began) / 5000) + 1;

  const served = answers.filter(({ status }) => status === 200).length;
  expect(served).toBeGreaterThanOrEqual(quota);
  expect(served).toBeLessThanOrEqual(quota * windows);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, codes, headers } of refused) {
    expect({ status, codes }).toEqual({ status: 429, codes: [1002] });
    expect(Number(headers.get('Retry-After'))).toSatisfy((seconds) => seconds >= 1 && seconds <= 5);
  }
  expect((await other.rest('/v3/coupon/list')).status).toBe(200);
});

test('every answer to a known key says what is left, also a failure, and others do not', async () => {
  const client = await app.client();
  const answers = [
    await client.rest('/v3/coupon/list'),
    await client.rest('/v3/coupon/info', { campaign: 'cam_000000000000' }),
    await client.rest('/v4/loyalty/loyalty-cards', {}, {}, 'GET'),
    await client.graphql('{ viewer { keyId } }'),
    await client.graphql('{ nothing }'),
  ];

  const headers = answers.map((answer) => answer.headers);
  expect(headers.map((one) => one.get('RateLimit-Policy'))).toEqual(Array(5).fill(`"account";q=${quota};w=5`));
  for (const one of headers) expect(one.get('RateLimit')).toMatch(/^"account";r=\d+;t=[1-5]$/);
  const unknown = await client.with({}).rest('/v3/coupon/list');
  expect(unknown.headers.get('RateLimit')).toBeNull();
});

test('a call with many rows costs more, and then REST, GraphQL and WebSocket refuse the account', async () => {
  const client = await app.client();

  const rest = await afterBurst(client, () => client.rest('/v4/loyalty/loyalty-cards', {}, {}, 'GET'), is429);
  const graphql = await afterBurst(client, () => client.graphql('{ viewer { keyId } }'), is429);
  await afterBurst(
    client,
    () => overWebSocket(app.url, client.headers),
    (result) => 'closed' in result && result.closed === 1013,
  );

  expect(rest.codes).toEqual([1002]);
  expect(rest.headers.get('RateLimit')).toMatch(/^"account";r=0;t=[1-5]$/);
  expect(graphql.codes).toEqual(['TOO_MANY_REQUESTS']);
  for (const { headers } of [rest, graphql]) expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  await expect.poll(async () => (await client.rest('/v3/coupon/list')).status).toBe(200);
});

test('a far page of a list by number costs what it skips', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  // The window may end in between.
  const next = async () => {
    await client.rest('/v3/campaign/data', { campaign: id, page: 100_000 });
    return (await client.rest('/v3/coupon/list')).status;
  };

  await expect.poll(next).toBe(429);
});

test('each field of the root of a document costs a point, over HTTP and WebSocket', async () => {
  const query = `{ ${Array.from({ length: 40 }, (_, index) => `a${index}: viewer { keyId }`).join(' ')} }`;
  const client = await app.client();
  const statuses = [];
  for (let count = 0; count < 10; count += 1) statuses.push((await client.graphql(query)).status);
  expect(statuses).toContain(429);

  const other = await app.client();
  const codes: unknown[] = [];
  for (let count = 0; count < 10; count += 1) {
    const result = await overWebSocket(app.url, other.headers, query);
    codes.push('closed' in result ? result.closed : result.errors?.[0]?.extensions?.code);
  }
  expect(codes.filter(Boolean).length).toBeGreaterThan(0);
  expect(new Set(codes.filter(Boolean)).difference(new Set(['TOO_MANY_REQUESTS', 1013]))).toEqual(new Set());
});

test.each([
  ['GET', '/outbox'],
  ['POST', '/imports/contacts?group=gro_000000000000'],
])('%s %s is refused too', async (method, path) => {
  const client = await app.client();

  const { headers } = await afterBurst(client, () => fetch(app.url + path, { method, headers: client.headers }), is429);

  expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
});
