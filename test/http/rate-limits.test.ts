import { beforeEach, expect, test, vi } from 'vitest';
import { reserve } from '../../src/kernel/database/sequence.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { stopClocks } from '../support/clocks.ts';
import { makeCoupon, makeSession, makeSessions } from '../support/make.ts';
import { overWebSocket } from './over-websocket.ts';

const app = useApp({ rateLimit: 20 });
/** The burst: what an account may do in five seconds. */
const quota = 100;

/** Within a test, no window ends by itself. */
beforeEach(() => stopClocks('Date', 'setTimeout', 'clearTimeout'));

/** Uses what the account may do in a window with a bulk call. */
async function useUp(client: Client): Promise<void> {
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  await client.rest('/v3/multiplesingleuse/create', { campaign, amount: 10_000 });
}

test('many requests at once are limited, and another account is not', async () => {
  const [client, other] = [await app.client(), await app.client()];

  const answers = await Promise.all(Array.from({ length: 300 }, () => client.rest('/v3/coupon/list')));

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(300 - quota);
  for (const { status, codes, headers } of refused) {
    expect({ status, codes }).toEqual({ status: 429, codes: [1002] });
    expect(Number(headers.get('Retry-After'))).toSatisfy((seconds) => seconds >= 1 && seconds <= 5);
  }
  expect((await other.rest('/v3/coupon/list')).status).toBe(200);
});

test('the address of a file is limited as a request with the key that made it', async () => {
  const client = await app.client();
  const { data } = await client.graphql('mutation { createExport(input: { type: CODES, format: CSV }) { url } }');
  const { url } = data.createExport;
  expect((await fetch(url)).headers.get('RateLimit-Policy')).toBe(`"account";q=${quota};w=5`);

  await useUp(client);
  const refused = await fetch(url);

  expect(refused.status).toBe(429);

  expect(await refused.json()).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
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

  await useUp(client);
  const rest = await client.rest('/v4/loyalty/loyalty-cards', {}, {}, 'GET');
  const graphql = await client.graphql('{ viewer { keyId } }');

  expect([rest.status, rest.codes]).toEqual([429, [1002]]);
  expect(rest.headers.get('RateLimit')).toBe('"account";r=0;t=5');
  expect([graphql.status, graphql.codes]).toEqual([429, ['TOO_MANY_REQUESTS']]);
  for (const { headers } of [rest, graphql]) expect(headers.get('Retry-After')).toBe('5');
  expect(await overWebSocket(app.url, client.headers)).toMatchObject({ closed: 1013 });
  vi.advanceTimersByTime(4000);
  expect((await client.rest('/v3/coupon/list')).status).toBe(429);
  vi.advanceTimersByTime(1000);
  expect((await client.rest('/v3/coupon/list')).status).toBe(200);
});

/** The points that the account has left after a call. */
async function leftAfter(client: Client, call: () => Promise<unknown>): Promise<number> {
  await call();
  const { headers } = await client.rest('/v3/coupon/list');
  return Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
}

/** What is left after a few requests that cost a point each. */
const almaxAll = quota - 20;

test('a batch update costs what it changes, however far apart its sequence ids are', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { sequence: startsequence } = await makeSession(app.database, client.owner, { coupon });
  await reserve(app.database, 'session', 10_000_000);
  const { sequence: endsequence } = await makeSession(app.database, client.owner, { coupon });
  const update = (operation: string, range: object) =>
    client.rest('/v3/batch/update', { campaign: coupon.id, operation, ...range });

  for (const range of [{ startsequence, endsequence }, { startsequence }, { endsequence }]) {
    expect(await leftAfter(client, () => update('void', range))).toBeGreaterThan(almaxAll);
    expect(await leftAfter(client, () => update('unvoid', range))).toBeGreaterThan(almaxAll);
  }
  const { codes } = await client.rest('/v3/coupon/list');
  expect(codes).toEqual([]);
});

test('a far page by number costs what it skips, and one of an unknown coupon only its request', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const open = (campaign: string) => () => client.rest('/v3/campaign/data', { campaign, page: 2001 });

  expect(await leftAfter(client, open('cam_000000000000'))).toBeGreaterThan(almaxAll);
  expect(await leftAfter(client, open(id))).toBeLessThanOrEqual(quota - 40);
});

test('a batch update of many sessions costs a point for each 100', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = await makeSessions(app.database, coupon, Array(3000).fill({}));
  const range = { startsequence: sessions[0]?.sequence, endsequence: sessions.at(-1)?.sequence };

  const left = await leftAfter(client, () =>
    client.rest('/v3/batch/update', { campaign: coupon.id, operation: 'void', ...range }),
  );

  expect(left).toBeLessThanOrEqual(quota - 30);
});

test.each([
  ['a range to an unknown id', '/v3/batch/update', { startsequence: 1, endsequence: 999_999_999, operation: 'void' }],
  ['a creation for an unknown coupon', '/v3/multiplesingleuse/create', { campaign: 'cam_nope', amount: 100_000 }],
  ['a creation with an unknown status', '/v3/multiplesingleuse/create', { amount: 100_000, status: 'gone' }],
])('%s costs no more than its request', async (_, path, fields) => {
  const client = await app.client();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  expect(await leftAfter(client, () => client.rest(path, { campaign, ...fields }))).toBeGreaterThan(almaxAll);
});

const createMany =
  'mutation ($input: CreateSingleUseUrlsInput!) { createSingleUseUrls(input: $input) { sessions { session sequenceId url } } }';

test('a refused bulk mutation costs no more than its request, and one that succeeds its document and its rows', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const create = (document: string, coupon: string, amount: number) => () =>
    client.graphql(document, { input: { coupon, amount } });

  expect(await leftAfter(client, create(createMany, 'cam_nope', 50_000))).toBeGreaterThan(almaxAll);
  // Rows of 4,000 cost 40 points, and the document 4.
  expect(await leftAfter(client, create(createMany, id, 4000))).toBeLessThanOrEqual(quota - 44);
});

test('what else a document asks for is charged, also if its bulk mutation is refused', async () => {
  const client = await app.client();
  const both = `${createMany.slice(0, -2)} notices: updateAccount(input: {}) { id } }`;
  const left = await leftAfter(client, () => client.graphql(both, { input: { coupon: 'cam_nope', amount: 50_000 } }));
  expect(left).toBeLessThanOrEqual(quota - 40);
});

test('a job that creates 600,000 codes costs no more than its request', async () => {
  const client = await app.client();
  const { id: coupon } = await makeCoupon(app.database, client.owner);
  const document =
    'mutation ($input: CreateCouponSessionsJobInput!) { job: createCouponSessionsJob(input: $input) { requested } }';

  const left = await leftAfter(client, async () => {
    const { data } = await client.graphql(document, { input: { coupon, amount: 600_000 } });
    expect(data.job.requested).toBe(600_000);
  });

  expect(left).toBeGreaterThan(almaxAll);
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

  await useUp(client);
  const { status, headers } = await fetch(app.url + path, { method, headers: client.headers });

  expect([status, headers.get('Retry-After')]).toEqual([429, '5']);
});
