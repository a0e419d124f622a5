import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { folders } from '../../src/coupons/folder/folder.ts';
import { findRows, insertRow, updateRows } from '../../src/kernel/database/rows.ts';
import { describeError } from '../../src/main/process/log.ts';
import { Visitor } from '../pages/visitor.ts';
import { useAppWithLog } from '../support/app.ts';
import type { Client, Owner } from '../support/client.ts';
import { makeCoupon, makeFolder, makeSession } from '../support/make.ts';
import { fromOwnPage } from '../support/make-people.ts';

interface Line {
  level: number;
  msg?: string;
  requestId?: string;
  [field: string]: unknown;
}

/** Personal values of customers, which no log may contain. */
const personal = {
  firstName: 'Gwendolyn',
  lastName: 'Abernathy-Voss',
  email: 'gwendolyn.abernathy@customers.example',
  phone: '+4915112345678',
  customId: 'member-90210',
  customField1: 'allergic to hazelnuts',
  customValCode: 'GOLDEN-TICKET-7',
};

const app = useAppWithLog();
let owner: Owner;
let client: Client;

beforeAll(async () => {
  client = await app.client();
  owner = client.owner;
});

test('a request is logged in one line with account, key, status and duration', async () => {
  const { session } = await makeSession(app.database, owner);

  const rest = await client.rest('/v3/couponsession/data', { couponsession: session });
  const graphql = await client.graphql('query Who { viewer { keyId } }');

  const who = { account: owner.account.id, key: owner.keyId, status: 200, ms: expect.any(Number) };
  expect(await linesOf(rest.headers)).toEqual([
    expect.objectContaining({ ...who, method: 'POST', path: '/v3/couponsession/data', operation: 'couponSession' }),
  ]);
  expect(await linesOf(graphql.headers)).toEqual([
    expect.objectContaining({ ...who, method: 'POST', path: '/graphql', operation: 'Who' }),
  ]);
});

test('a long name of an operation is cut in the log', async () => {
  const { headers } = await client.graphql(`query ${'Q'.repeat(40_000)} { viewer { keyId } }`);

  expect(await linesOf(headers)).toEqual([expect.objectContaining({ operation: 'Q'.repeat(100) })]);
});

test('a request without credentials is logged without an account', async () => {
  const { headers } = await client
    .with({ 'X-Client-Id': owner.keyId, 'X-Client-Secret': 'wrong' })
    .rest('/v3/coupon/list');

  const [line] = await linesOf(headers);
  expect(line).toMatchObject({ status: 401, path: '/v3/coupon/list' });
  expect(line).not.toHaveProperty('account');
});

test.each([
  ['/p/0a1b2c3d/0a1b2c3d4e5f6g7h8i9j0', '/p/0a1b2c3d/…'],
  ['/p/0a1b2c3d/0a1b2c3d4e5f6g7h8i9j0/barcode.svg', '/p/0a1b2c3d/…'],
  ['/c/0a1b2c3d/0a1b2c3d4e5f6g7h8i9j0', '/c/0a1b2c3d/…'],
  ['/C/0a1b2c3d/0a1b2c3d4e5f6g7h8i9j0', '/C/0a1b2c3d/…'],
  ['/l/0a1b2c3d/usr_0a1b2c3d4e5f6g7h', '/l/0a1b2c3d/…'],
  ['/L/0a1b2c3d/usr_0a1b2c3d4e5f6g7h', '/L/0a1b2c3d/…'],
  ['/u/msg_0a1b2c3d4e5f6g7h/signature', '/u/msg_0a1b2c3d4e5f6g7h/…'],
  ['/exports/payload.signature', '/exports/…'],
  ['/console/invitation/0a1b2c3d', '/console/invitation/…'],
  ['/console/reset/0a1b2c3d', '/console/reset/…'],
  ['/Console/Enter/0a1b2c3d', '/Console/Enter/…'],
  ['/wallet/apple/v1/devices/0a1b2c3d/registrations/pass.example', '/wallet/apple/v1/devices/…'],
  ['/Exports/payload.signature', '/Exports/…'],
  ['/d/0a1b2c3d/sso?token=secret', '/d/0a1b2c3d/sso'],
])('the address %s is logged as %s', async (address, logged) => {
  const { headers } = await fetch(app.url + address);

  expect(await linesOf(headers)).toEqual([expect.objectContaining({ path: logged })]);
});

test.each(['http://x', 'HTTPS://user@x', 'other://x'])('a whole address on %s is masked too', async (origin) => {
  const sent = request(app.url, { path: `${origin}/p/0a1b2c3d/0a1b2c3d4e5f6g7h8i9j0` });
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  response.resume();

  const headers = new Headers({ 'X-Request-Id': String(response.headers['x-request-id']) });
  expect(await linesOf(headers)).toEqual([expect.objectContaining({ path: '/p/0a1b2c3d/…' })]);
});

test('no log line contains a secret, a code or a personal value', async () => {
  const secrets = await useEverything();

  const { headers } = await client.graphql('{ viewer { keyId } }');
  await linesOf(headers);
  const found = [...secrets, ...Object.values(personal)].filter((value) => app.logged().includes(value));
  expect(found).toEqual([]);
});

test('an internal error is logged with request id and reason, and without the values of its statement', async () => {
  const coupon = await makeCoupon(app.database, owner);
  await app.database.dataSource.query('ALTER TABLE coupon_sessions RENAME TO hidden_sessions');

  const graphql = await createByGraphQL(client, coupon.id);
  const rest = await client.rest('/v3/singleuse/create', { campaign: coupon.id, email: personal.email });
  await app.database.dataSource.query('ALTER TABLE hidden_sessions RENAME TO coupon_sessions');

  expect([graphql.codes, rest.codes]).toEqual([['INTERNAL'], [1005]]);
  for (const { headers } of [graphql, rest]) {
    const [error] = await linesOf(headers);
    expect(error).toMatchObject({ level: 50, msg: 'internal error' });
    expect(JSON.stringify(error)).toContain('coupon_sessions');
  }
  expect(Object.values(personal).filter((value) => app.logged().includes(value))).toEqual([]);
});

test('a value that a database error quotes is not logged', async () => {
  await makeFolder(app.database, owner, 'fits');
  const twice = app.database.transaction(async (transaction) => {
    const [folder] = await findRows(transaction, folders, { accountId: owner.account.id });
    await updateRows(transaction, folders, { id: folder?.id ?? '' }, { id: personal.lastName });
    await insertRow(transaction, folders, { ...folder, id: personal.lastName });
  });
  const error = await twice.catch((failure: Error) => failure);

  expect(error).toBeInstanceOf(Error);
  const line = JSON.stringify(describeError(error));
  expect(line).toContain('SqliteError');
  expect(line).not.toContain(personal.lastName);
});

/** Calls the service in every way that carries confidential values. Returns the secrets and codes. */
async function useEverything(): Promise<string[]> {
  const { session } = await makeSession(app.database, owner, personal);
  const coupon = await makeCoupon(app.database, owner, { tags: [personal.customField1] });
  const wrong = 'wrong-secret-4711';
  const basic = Buffer.from(`${owner.keyId}:${owner.secret}`).toString('base64');

  const created = await createByGraphQL(client, coupon.id);
  await client.rest('/v3/singleuse/create', {
    campaign: coupon.id,
    email: personal.email,
    firstname: personal.firstName,
  });
  await client.rest('/v3/couponsession/data', { couponsession: session, client_secret: owner.secret });
  await client.rest(`/v3/couponsession/data?couponsession=${session}&email=${personal.email}`, {});
  await client.rest('/v3/couponsession/update', {
    couponsession: session,
    customfield1: personal.customField1,
    operation: 'claim',
  });
  await client.rest('/v3/singleuse/create', { campaign: coupon.id, email: `not an address: ${personal.email}` });
  await client.rest('/v3/coupon/list', `{"half": "${personal.email}`);
  await client.with({ Authorization: `Basic ${basic}` }).graphql('{ viewer { keyId } }');
  await client.with({ Authorization: `Bearer ${owner.keyId}:${wrong}` }).graphql('{ viewer { keyId } }');
  await client.graphql(`query Hidden { couponSession(session: "${session}") { email } }`);
  await client.graphql(`{ nothing(email: "${personal.email}") }`);
  await fetch(`${app.url}/graphql?query={couponSession(session:"${session}"){email}}`, { headers: client.headers });
  const key = await client.graphql('mutation { createApiKey(input: { name: "till", scopes: [READ] }) { secret } }');
  await greetBySocket({ 'X-Client-Id': owner.keyId, 'X-Client-Secret': wrong });

  const personSecrets = await usePeople();
  const codes = [...personSecrets, session, created.data.createSingleUseUrl.session.session];
  return [owner.secret, basic, wrong, key.data.createApiKey.secret, ...codes];
}

/** Invites a person, who joins, signs in and calls. Returns the token of the link, the passwords and the cookie. */
async function usePeople(): Promise<string[]> {
  const [password, wrongPassword] = ['Gwendolyns long password', 'Gwendolyns wrong password'];
  const invited = await client.graphql(
    'mutation ($email: EmailAddress!) { invitePerson(input: { email: $email, role: OWNER }) { url } }',
    { email: personal.email },
  );
  const { pathname } = new URL(invited.data.invitePerson.url);
  const visitor = new Visitor(app.url);
  await visitor.get(pathname);
  await visitor.post(pathname, { name: personal.firstName, password }, fromOwnPage);
  await visitor.post('/console/sign-in', { email: personal.email, password: wrongPassword }, fromOwnPage);
  await visitor.get(`/console/sign-in?email=${personal.email}`);
  const cookie = visitor.cookie('console') ?? '';
  const [token = ''] = cookie.split('.');
  expect(token).toHaveLength(43);
  await client.with({ Cookie: `console=${cookie}`, ...fromOwnPage }).graphql('{ viewer { person { id } } }');
  return [pathname.split('/').at(-1) ?? '', password, wrongPassword, token];
}

function createByGraphQL(by: Client, coupon: string) {
  return by.graphql(
    'mutation ($input: CreateSingleUseUrlInput!) { createSingleUseUrl(input: $input) { session { session } } }',
    { input: { coupon, ...personal } },
  );
}

async function greetBySocket(payload: object): Promise<void> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  await once(socket, 'close');
}

/** The lines of a request, once its final line is there. */
async function linesOf(headers: Headers): Promise<Line[]> {
  const id = headers.get('x-request-id');
  const lines = () => logged().filter(({ requestId }) => requestId === id);
  await expect.poll(() => lines().some(({ status }) => status !== undefined)).toBe(true);
  return lines();
}

function logged(): Line[] {
  const json = app
    .logged()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'));
  return json.map((line) => JSON.parse(line));
}
