import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { useApp } from '../support/app.ts';
import { Client } from '../support/client.ts';
import { makeCoupon } from '../support/make.ts';
import { fromOwnPage, makeCookie, makePerson } from '../support/make-people.ts';

const app = useApp();
const onHttps = useApp({ publicUrl: 'https://coupons.example' });

/** Headers with which browsers say where a request comes from, and whether the cookie counts. */
const origins: [string, Record<string, string>, boolean][] = [
  ['a page of the service', fromOwnPage, true],
  ['a page of the service, in a browser without Sec-Fetch-Site', { Origin: 'OWN' }, true],
  ['a page of the service that says so twice', { ...fromOwnPage, Origin: 'OWN' }, true],
  ['a program', {}, false],
  ['the address bar', { 'Sec-Fetch-Site': 'none' }, false],
  ['another host of the site', { 'Sec-Fetch-Site': 'same-site' }, false],
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, false],
  ['another site that claims our origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'OWN' }, false],
  ['another site, in a browser without Sec-Fetch-Site', { Origin: 'https://evil.example' }, false],
  ['a hidden origin', { Origin: 'null' }, false],
];

test.each(origins)('a cookie that comes with a request of %s', async (_, headers, counts) => {
  const { owner } = await app.client();
  const Cookie = await makeCookie(app.database, await makePerson(app.database, owner));
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', app.url)]),
  );
  const client = new Client(app.url, owner, { Cookie, ...sent });
  const coupon = await makeCoupon(app.database, owner);

  const graphql = await client.graphql('{ viewer { account { id } } }');
  const mutation = await client.graphql('mutation { createFolder(input: { name: "x" }) { id } }');
  const v3 = await client.rest('/v3/coupon/list');
  const form = await client.rest('/v3/singleuse/create', new URLSearchParams({ campaign: coupon.id }));

  expect(graphql.codes).toEqual(counts ? [] : ['UNAUTHENTICATED']);
  expect(mutation.codes).toEqual(counts ? [] : ['UNAUTHENTICATED']);
  expect([v3.status, form.status]).toEqual(counts ? [200, 200] : [401, 401]);
  const viewer = { account: { id: owner.account.id } };
  expect(await overSocket({ Cookie, ...sent })).toMatchObject(
    counts ? { data: { viewer } } : { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
  );
});

test('credentials that a caller gives count before the cookie', async () => {
  const [one, other] = [await app.client(), await app.client()];
  const Cookie = await makeCookie(app.database, await makePerson(app.database, one.owner));
  const both = other.with({ ...other.headers, Cookie, ...fromOwnPage });

  const { data } = await both.graphql('{ viewer { account { id } } }');
  expect(data.viewer.account.id).toBe(other.owner.account.id);
  const wrong = other.with({ ...other.headers, 'X-Client-Secret': 'wrong', Cookie, ...fromOwnPage });
  expect((await wrong.graphql('{ viewer { keyId } }')).codes).toEqual(['UNAUTHENTICATED']);
});

test.each([
  ['without a signature', (cookie: string) => cookie.replace(/\.[^.]+$/, '')],
  ['with a wrong signature', (cookie: string) => cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['with another token', (cookie: string) => cookie.replace(/=./, (first) => (first === '=A' ? '=B' : '=A'))],
  ['under another name', (cookie: string) => cookie.replace('console', 'member')],
  ['that is empty', () => 'console='],
])('a cookie %s counts as none', async (_, change) => {
  const { owner } = await app.client();
  const Cookie = change(await makeCookie(app.database, await makePerson(app.database, owner)));

  const { codes } = await new Client(app.url, owner, { Cookie, ...fromOwnPage }).graphql('{ viewer { keyId } }');

  expect(codes).toEqual(['UNAUTHENTICATED']);
});

test('on https the cookie has the prefix that keeps other hosts from setting it', async () => {
  const { owner } = await onHttps.client();
  const { email } = await makePerson(onHttps.database, owner);
  const body = new URLSearchParams({ email, password: 'a long usual password' });

  const answer = await fetch(`${onHttps.url}/console/sign-in`, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: fromOwnPage,
  });

  const cookies = answer.headers.getSetCookie();
  expect(cookies.find((line) => line.startsWith('__Host-console='))).toMatch(
    /^__Host-console=[\w-]+\.[\w-]+; Max-Age=1209600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test('a subscription of a person ends when the sign-in does', async () => {
  const { owner } = await app.client();
  const person = await makePerson(app.database, owner);
  const Cookie = await makeCookie(app.database, person);
  const socket = await opened({ Cookie, ...fromOwnPage });
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await expect.poll(() => messages.length).toBe(1);
  const query = 'subscription { webhookEvents { position } }';
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));

  await app.database.transaction((transaction) =>
    transaction.change('DELETE FROM sign_ins WHERE person_id = ?', [person.id]),
  );

  await expect.poll(() => messages.join()).toContain('UNAUTHENTICATED');
  socket.close();
});

async function opened(headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  await once(socket, 'open');
  return socket;
}

/** The result of a query over a WebSocket whose upgrade had these headers. */
async function overSocket(headers: Record<string, string>): Promise<unknown> {
  const socket = await opened(headers);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data));
    if (type === 'connection_ack')
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '{ viewer { account { id } } }' } }));
    if (type === 'next') resolve(payload);
    if (type === 'error') resolve({ errors: payload });
  });
  socket.send(JSON.stringify({ type: 'connection_init' }));
  const result = await promise;
  socket.close();
  return result;
}
