import { expect, test } from 'vitest';
import { pruneRequests, trimRequests } from '../../../src/accounts/requests/logged-request.ts';
import { RequestRecorder, shownBody } from '../../../src/accounts/requests/request-recorder.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { useApp } from '../../support/app.ts';
import type { Client, Owner } from '../../support/client.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { makeSession } from '../../support/make.ts';
import { personOf } from '../../support/make-people.ts';
import { rawRequest } from '../../support/raw-request.ts';

const app = useApp();
const log = createLog('silent');

async function logOf(client: Client, filter: object = {}) {
  const { data } = await client.graphql(
    `query Log($filter: RequestFilter) { requestLog(first: 1000, filter: $filter) {
      nodes { datetime keyId by method path operation status problem milliseconds requestId body } } }`,
    { filter },
    { 'X-Request-Id': 'reads-the-log' },
  );
  return data.requestLog.nodes.filter(({ requestId }: { requestId: string }) => requestId !== 'reads-the-log');
}

const noted = ({ account, keyId }: Owner, given: object = {}) => ({
  ...{ accountId: account.id, keyId, method: 'POST', path: '/graphql', operation: 'folders', status: 200 },
  ...{ problem: null, milliseconds: 3, requestId: 'noted', given: {} },
  ...given,
});

test('requests of GraphQL and REST appear with their outcome', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const claim = 'mutation Claim($s: ID!) { claimCouponSession(input: { session: $s }) { id } }';

  await client.graphql(claim, { s: session }, { 'X-Request-Id': 'first' });
  await client.graphql(claim, { s: session }, { 'X-Request-Id': 'second' });
  await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
  await client.graphql('{ nothing }');

  // A request is noted after its response.
  const stored = async () => {
    await app.storeNoted();
    return logOf(client);
  };
  await expect.poll(stored).toHaveLength(4);
  const [wrong, rest, second, first] = await logOf(client);
  const common = { keyId: client.owner.keyId, by: 'test', method: 'POST' };
  expect(first).toMatchObject({ ...common, operation: 'Claim', path: '/graphql', status: 200, problem: null });
  expect(first.body.variables).toEqual({ s: session });
  expect(second).toMatchObject({ requestId: 'second', status: 200, problem: 'SESSION_ALREADY_CLAIMED' });
  expect(rest).toMatchObject({
    ...{ operation: 'claimCouponSession', path: '/v3/couponsession/update', problem: '352' },
    body: { couponsession: session, operation: 'claim' },
  });
  expect(rest.status).toBeGreaterThanOrEqual(400);
  expect(wrong).toMatchObject({ problem: 'INVALID_QUERY' });
  expect(await logOf(client, { failed: true })).toHaveLength(3);
  expect(await logOf(client, { requestId: 'second', key: client.owner.keyId, operation: 'Claim' })).toEqual([second]);
  expect(await logOf(client, { status: rest.status, since: rest.datetime, until: rest.datetime })).toEqual([rest]);
});

test('only administrators of the account read it, also in the console', async () => {
  const client = await app.client();
  const other = await app.client();
  const marketer = await personOf(app, client.owner, { role: 'MARKETER' });
  const recorder = new RequestRecorder(app.database, log);
  recorder.note(noted(client.owner, { operation: '<i>folders', problem: 'TAG_NOT_FOUND' }));
  await recorder.store();

  expect((await marketer.graphql('{ requestLog { nodes { path } } }')).codes).toEqual(['FORBIDDEN']);
  expect(await logOf(other)).toEqual([]);
  const visitor = await ConsoleVisitor.of(app, client.owner);
  const text = await visitor.read('/requests?outcome=failed');
  expect(text).toContain('TAG_NOT_FOUND');
  expect(text).not.toContain('<i>folders');
  expect(await visitor.read('/requests?operation=nothing')).toContain('No matching requests');
});

test('of many requests within a second, a process keeps 20 that failed and 5 that succeeded for each account', async () => {
  const [one, other] = [await app.client(), await app.client()];
  const recorder = new RequestRecorder(app.database, log);
  for (let count = 0; count < 100; count += 1) {
    recorder.note(noted(one.owner));
    recorder.note(noted(one.owner, { problem: 'TAG_NOT_FOUND' }));
  }
  recorder.note(noted(other.owner));
  await recorder.store();

  const ofOne = (await logOf(one)).filter(({ requestId }: { requestId: string }) => requestId === 'noted');
  expect(ofOne.filter(({ problem }: { problem: string | null }) => problem)).toHaveLength(20);
  expect(ofOne).toHaveLength(25);
  expect(await logOf(other, { requestId: 'noted' })).toHaveLength(1);
});

test('who stores the requests waits for those that are just being stored', async () => {
  const client = await app.client();
  const recorder = new RequestRecorder(app.database, log);
  recorder.note(noted(client.owner));

  void recorder.store();
  await recorder.store();

  expect(await logOf(client, { requestId: 'noted' })).toHaveLength(1);
});

test('a database that is away stops nobody', async () => {
  const client = await app.client();
  const away = { transaction: () => Promise.reject(new Error('away')) } as never;
  const recorder = new RequestRecorder(away, log);

  recorder.note(noted(client.owner));

  await expect(recorder.store()).resolves.toBeUndefined();
});

test('an account has a maximum of requests, and old ones go', async () => {
  const client = await app.client();
  const recorder = new RequestRecorder(app.database, log);
  for (let count = 0; count < 20; count += 1) recorder.note(noted(client.owner, { problem: `P${count}` }));
  await recorder.store();

  expect(await trimRequests(app.database, client.owner.account.id, 15)).toBe(5);
  expect(await trimRequests(app.database, client.owner.account.id, 15)).toBe(0);
  const left = await logOf(client, { requestId: 'noted' });
  expect(left.map(({ problem }: { problem: string }) => problem)).toEqual(
    Array.from({ length: 15 }, (_, index) => `P${19 - index}`),
  );
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE logged_requests SET created_at = '2001-01-01 00:00:00.000' WHERE account_id = ?`, [
      client.owner.account.id,
    ]),
  );
  while ((await pruneRequests(app.database, 7)) > 0);
  expect(await logOf(client, { requestId: 'noted' })).toEqual([]);
});

/** What looks like an id, a code, a time, a number or a word of an enum. Each may be a password. */
const passwords = [
  'cam_0123456789ab',
  '0123456789abcdefghijk',
  '2026-01-31 12:00:00',
  '19900131',
  'PASSWORD1',
  'claim',
];

test.each(passwords)('the password %s is hidden in variables of any name, and in literals', async (password) => {
  const client = await app.client();
  const change =
    'mutation Change($code: String!, $b: String!) { changePassword(input: { current: $code, password: $b }) { id } }';
  const input = { current: password, password };

  await client.graphql(change, { code: password, b: password });
  await client.graphql('mutation C($status: ChangePasswordInput!) { changePassword(input: $status) { id } }', {
    status: input,
  });
  await client.graphql(`mutation { changePassword(input: { current: "${password}", password: "x" }) { id } }`);
  await client.graphql(`mutation { changePassword(input: { current: ${password}, password: [${password}] }) { id } }`);
  await client.graphql('mutation M($a: NoSuchInput!) { changePassword(input: $a) { id } }', {
    a: password,
    id: password,
  });
  await client.rest('/v3/loyaltyusers/create', { email: 'ada@example.com', password, pin: password, id: password });
  await client.rest('/v3/coupon/list', { password, operation: password, status: { only_active: password } });

  await expect.poll(() => logOf(client)).toHaveLength(7);
  const logged = await logOf(client);
  expect(logged.filter((request: object) => JSON.stringify(request).includes(password))).toEqual([]);
});

test('ids, numbers, times and words of enums are shown where the schema expects them', async () => {
  const client = await app.client();
  const { session, couponId: campaign } = await makeSession(app.database, client.owner);
  const list =
    'query List($id: ID!, $filter: CouponSessionFilter, $first: Int, $name: ID!) { couponSessions(coupon: $id, filter: $filter, first: $first) { nodes { id } } node(id: $id) { id } other: node(id: $name) { id } }';
  const filter = { opened: true, from: '2026-01-31T12:00:00.000Z', state: 'UNCLAIMED' };
  const create =
    'mutation Create($input: CreateSingleUseUrlInput!) { createSingleUseUrl(input: $input) { duplicate } }';

  await client.graphql(list, { id: campaign, filter, first: 2, name: campaign });
  await client.graphql(create, {
    input: { coupon: campaign, autoValCode: 'DIGITS_8', firstName: 'DIGITS_8', customId: session },
  });
  const fields = { couponsession: session, operation: 'claim', money_spent: '12.5', customid: session };
  await client.rest('/v3/couponsession/update', fields);
  await client.rest('/v3/campaign/data', { campaign, page: '2', start_date: '2026-01-31' });
  await client.rest('/v3/coupon/list', { only_active: true, folder: 'fol_0123456789ab' });

  await expect.poll(() => logOf(client)).toHaveLength(5);
  const bodies = (await logOf(client)).map(({ body }: { body: { variables?: object } }) => body.variables ?? body);
  expect(bodies).toEqual([
    { only_active: true, folder: 'fol_0123456789ab' },
    { campaign, page: '2', start_date: '2026-01-31' },
    { ...fields, customid: '(personal)' },
    { input: { coupon: campaign, autoValCode: 'DIGITS_8', firstName: '(personal)', customId: '(personal)' } },
    { id: campaign, filter, first: 2, name: campaign },
  ]);
});

test.each(['ada@example.com', 'ada%40example.com', '+493012345678', 'correct-horse'])(
  'the path is shown without %s',
  async (value) => {
    const client = await app.client();
    const card = 'loy_0123456789ab';
    await client.rest(`/v4/loyalty/loyalty-cards/${card}/stats/${value}`, {}, {}, 'GET');
    await rawRequest(`${app.url}/v4/directory/${value}/users`, { method: 'POST', headers: client.headers, body: '{' });

    await expect.poll(() => logOf(client)).toHaveLength(2);
    const paths = (await logOf(client)).map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['/v4/directory/…/users', `/v4/loyalty/loyalty-cards/${card}/stats/…`]);
  },
);

test.each([
  [{ '{"password":"hunter22"}': '' }, /hunter/],
  [{ 'hunter22 is my password': '', '+493012345678': '', '4930-12345678': '' }, /hunter|4930/],
  [{ query: '{ node(id: 493012345678) { id } }' }, /4930/],
  [{ query: '{ nodes(ids: [493012345678, 493012345678]) { id } }' }, /4930/],
  [{ email: 'ada@example.com', firstname: 'Ada', phone: '+493012345678', custom_id: 'A-1' }, /ada|Ada|4930|A-1/],
  [{ list: [{ mail: 'x@y.example' }], 'ada@example.com': 1 }, /x@y|ada@/],
  [{ query: 'mutation { a(email: "ada", x: """Ada\n"ada" """) # ada\n { id } }', variables: {} }, /ada|Ada/],
  [{ query: 'mutation { a(email: "ada', variables: {} }, /ada/],
  [{ query: 'mutation { a(email: "ada\\', variables: {} }, /ada/],
  [{ query: '{ a(x: """ # """ y: """ \n """) } # """\n """ada"""', variables: {} }, /ada/],
  [{ query: '{ a(x: """b \\""" ada""") { id } }', variables: {} }, /ada/],
  [{ query: '{ a(x: ada, y: [ada, ada, z: {b:ada}', variables: {} }, /ada/],
  [{ secret: { deep: ['hunter22'] }, username: { a: 'hunter22' } }, /hunter/],
])('%j is shown without secrets and personal values', (given, wrong) => {
  for (const isValid of [true, false]) {
    const fields = { query: { kind: 'DOCUMENT', isValid } } as const;
    if (!isValid || !('query' in given) || !given.query?.includes('[ada'))
      expect(shownBody(given, { kind: 'OBJECT', fields })).not.toMatch(wrong);
  }
});

test('what is shown is short, whatever is given', () => {
  let deep: object = {};
  for (let depth = 0; depth < 5000; depth += 1) deep = { deep, list: [deep] };
  const long = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, 'x'.repeat(500)]));

  for (const given of [
    deep,
    long,
    [long, long],
    'x'.repeat(1_000_000),
    { query: '"'.repeat(1_000_000), variables: {} },
  ])
    expect(Buffer.byteLength(shownBody(given))).toBeLessThan(4000);
});
