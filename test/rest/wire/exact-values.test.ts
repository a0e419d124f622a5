import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { overWebSocket } from '../../http/over-websocket.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { multipart, rawRequest } from '../../support/raw-request.ts';

/* What callers send is stored as it was sent, or refused: no digit is rounded, and no byte replaced. */

const app = useApp();

const long = '90071992547409931';
const next = '90071992547409932';

/** Returns a value that `JSON.stringify` writes as these digits. The types do not know the function yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => object };

/** Sends JSON as it is written, because `JSON.stringify` would round the numbers too. */
const send = (client: Client, path: string, body: string | Buffer, type = 'application/json', method = 'POST') =>
  rawRequest(app.url + path, { method, headers: { ...client.headers, 'Content-Type': type }, body });

const sessionOf = async (client: Client, code: string) =>
  (await client.rest('/v3/couponsession/data', { couponsession: code })).body.data;

test('customers whose custom ids differ in the 17th digit have coupons of their own', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const create = async (customid: string) =>
    (await send(client, '/v3/singleuse/create', `{"campaign":"${id}","customid":${customid},"duplicate_check":true}`))
      .body;

  const [first, second, again] = [await create(long), await create(next), await create(long)];

  expect([first, second, again].map(({ customid, duplicate_found: found }) => [customid, found])).toEqual([
    [long, false],
    [next, false],
    [long, true],
  ]);
  expect(again.single_use_code).toBe(first.single_use_code);
});

test.for([
  long,
  `-${long}`,
  '9007199254740993',
  '18446744073709551616',
  '123456789012345678901234567890',
  '12345678901234567.89',
  '0.12345678901234567',
  '9007199254740991.4',
  '1.0000000000000001',
  '1e22',
  '1.0e+300',
  '1e-400',
])('text fields keep the digits of %s', async (number) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const card = await makeCard(app.database, client.owner);
  const users = `/v4/loyalty/loyalty-cards/${card.id}/stats`;

  await send(client, '/v3/couponsession/update', `{"couponsession":"${session}","customfield1":${number}}`);
  expect((await sessionOf(client, session)).customfield1).toBe(number);

  const { body: user } = await send(client, users, `{"custom_1":${number}}`);
  const { body: users2 } = await send(client, `${users}/bulk`, `[{"first_name":"Ada","custom_8": ${number} }]`);
  expect([user.custom_1, users2[0].custom_8]).toEqual([number, number]);
  const { body: found } = await send(client, users, `{"filter":{"custom_1":${number}}}`, 'application/json', 'GET');
  const query = `filter=${encodeURIComponent(`{"custom_8":${number}}`)}`;
  const { body: other } = await rawRequest(`${app.url}${users}?${query}`, { headers: client.headers });
  expect([found, other].map((list) => list.map(({ id }: { id: string }) => id))).toEqual([[user.id], [users2[0].id]]);
});

test('numbers that JavaScript represents exactly are written as before', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const body = `{"couponsession":"${session}","customfield1":9007199254740991,"customfield2":1.50,"customfield3":-0.5,"customfield4":1e3,"customfield5":"${long}"}`;

  await send(client, '/v3/couponsession/update', body);

  expect(await sessionOf(client, session)).toMatchObject({
    customfield1: '9007199254740991',
    customfield2: '1.5',
    customfield3: '-0.5',
    customfield4: '1000',
    customfield5: long,
  });
});

test('searches find exactly the code', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  for (const code of [long, next])
    await send(client, '/v3/singleuse/create', `{"campaign":"${id}","customvalcode":${code}}`);

  for (const path of ['/v3/couponsession/search', '/v3/campaignsession/search']) {
    const { body } = await send(client, path, `{"campaign":"${id}","code":${next}}`);
    expect(body.searchresults.map((found: Record<string, string>) => found.custom_validation_code)).toEqual([next]);
  }
});

test.for([long, '1e30', '1.5'])('number fields refuse %s', async (number) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { body } = await send(client, '/v3/multiplesingleuse/create', `{"campaign":"${id}","amount":${number}}`);
  expect(body.status.errors.error_code).toEqual([301]);
});

test('GraphQL variables are as exact, by POST, GET and WebSocket', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const query = 'query ($id: ID!, $page: Int) { couponSessions(coupon: $id, page: $page) { nodes { id } } }';
  const create =
    'mutation ($input: CreateSingleUseUrlInput!) { made: createSingleUseUrl(input: $input) { session { customId } } }';
  const post = (document: string, variables: string) =>
    send(client, '/graphql', `{"query":${JSON.stringify(document)},"variables":${variables}}`);

  expect((await post(create, `{"input":{"coupon":"${id}","customId":${long}}}`)).body.data.made.session.customId).toBe(
    long,
  );
  expect((await post(query, `{"id":"${id}","page":${long}}`)).body.errors[0].extensions.code).toBe('INVALID_INPUT');

  const find = '($id: ID!) { coupon(id: $id) { id } }';
  const address = `${app.url}/graphql?${new URLSearchParams({ query: `query ${find}`, variables: `{"id":${long}}` })}`;
  const { body } = await rawRequest(address, { headers: client.headers });
  expect(body.errors[0].extensions.code).toBe('COUPON_NOT_FOUND');

  const answer = await overWebSocket(app.url, client.headers, `query ${find}`, { id: rawJson(long) });
  expect(answer).toMatchObject({ errors: [{ extensions: { code: 'COUPON_NOT_FOUND' } }] });
});

const form = 'application/x-www-form-urlencoded';
const zoe = Buffer.from('Zo\xeb', 'latin1');
const body = (before: string, after: string) => Buffer.concat([Buffer.from(before), zoe, Buffer.from(after)]);
const parts = multipart({ campaign: 'cam_0a1b2c3d4e5f', firstname: '@' });
const [before = '', after = ''] = parts.body.split('@');

test.for<[string, string, string | Buffer, string?]>([
  ['JSON', 'firstname', body('{"campaign":"x","lastname":"\\u00eb","firstname":"', '"}'), 'application/json'],
  ['JSON without a type', 'firstname', body('{"firstname":"', '"}'), ''],
  ['JSON in a name', 'The request', body('{"', '":1}')],
  ['JSON that is cut off within a character', 'The request', Buffer.from('{"firstname":"Zoë').subarray(0, -1)],
  ['an overlong form of a slash', 'firstname', Buffer.from('{"firstname":"\xc0\xaf"}', 'latin1')],
  ['an encoded surrogate', 'firstname', Buffer.from('{"firstname":"\xed\xa0\x80"}', 'latin1')],
  ['a form', 'firstname', body('campaign=x&firstname=', '&lastname=%C3%AB'), form],
  ['an escaped byte of a form', 'firstname', 'campaign=x&lastname=%C3%AB&firstname=Zo%EB', form],
  ['two halves of a character in two fields', 'firstname', 'firstname=%C3&lastname=%AB', form],
  ['a multipart form', 'firstname', body(before, after), parts.type],
])(
  '%s that is not UTF-8 is refused with the name of the field',
  async ([_, field, bytes, type = 'application/json']) => {
    const client = await app.client();
    const { status, body: refused } = await send(client, '/v3/singleuse/create', bytes, type);
    const { error_code: codes, error_message_description: descriptions } = refused.status.errors;
    expect([status, codes, descriptions]).toEqual([400, [1003], [`${field} is not UTF-8.`]]);
  },
);

/** Returns a multipart form with these bytes as first name, in a part that names its type. */
const typed = (campaign: string, type: string, firstname: Buffer, others: Record<string, string> = {}): Buffer => {
  const [start = ''] = multipart({ campaign, ...others }, 'x').body.split('--x--');
  const head = `--x\r\nContent-Disposition: form-data; name="firstname"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(`${start}${head}`), firstname, Buffer.from('\r\n--x--\r\n')]);
};
const multipartOfX = 'multipart/form-data; boundary=x';

test.for<[string, string, Buffer, Record<string, string>?]>([
  ['Latin-1, as Java writes it', 'text/plain; charset=ISO-8859-1', zoe],
  ['Latin-1 in quotes', 'text/plain;\r\n charset="iso-8859-1"', zoe],
  ['UTF-16', 'text/plain; charset=utf-16le', Buffer.from('Zo\xeb', 'utf16le')],
  ['UTF-8', 'text/plain; charset=UTF-8', Buffer.from('Zo\xeb')],
  ['ASCII that is UTF-8', 'text/plain; charset=US-ASCII', Buffer.from('Zo\xeb')],
  ['Latin-1 that `_charset_` names', 'text/plain', zoe, { _charset_: 'iso-8859-1' }],
  ['UTF-8 in spite of `_charset_`', 'text/plain; charset=utf-8', Buffer.from('Zo\xeb'), { _charset_: 'iso-8859-1' }],
])('a part of a multipart form is read in its charset: %s', async ([_, type, bytes, others]) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { body: made } = await send(client, '/v3/singleuse/create', typed(id, type, bytes, others), multipartOfX);
  expect((await sessionOf(client, made.single_use_code)).firstname).toBe('Zoë');
});

test.for<[string, string, Buffer, string, Record<string, string>?]>([
  ['Latin-1 as UTF-8', 'text/plain; charset=utf-8', zoe, 'firstname is not UTF-8.'],
  ['Latin-1 beside a part of Latin-1', 'text/plain', zoe, 'firstname is not UTF-8.'],
  [
    'another charset',
    'text/plain; charset=koi8-r',
    Buffer.from('Zoe'),
    'The charset koi8-r is not supported. Use UTF-8.',
  ],
  ['an encoding', 'text/plain; charset=base64', Buffer.from('Zoe'), 'The charset base64 is not supported. Use UTF-8.'],
  ['half of a character', 'text/plain; charset=utf-16le', Buffer.from('Z\0o'), 'firstname is not UTF-16LE.'],
  ['half of a pair', 'text/plain; charset=utf-16le', Buffer.from('\x00\xd8', 'latin1'), 'firstname is not UTF-16LE.'],
  [
    'what `_charset_` does not name',
    'text/plain',
    zoe,
    'The charset koi8-r is not supported. Use UTF-8.',
    { _charset_: 'koi8-r' },
  ],
])('a part of a multipart form is refused: %s', async ([_, type, bytes, description, others]) => {
  const client = await app.client();
  const { status, body: refused } = await send(
    client,
    '/v3/singleuse/create',
    typed('cam_0a1b2c3d4e5f', type, bytes, others),
    multipartOfX,
  );
  const { error_code: codes, error_message_description: descriptions } = refused.status.errors;
  expect([status, codes, descriptions]).toEqual([400, [1003], [description]]);
});

test('a part of a multipart form without a name is ignored', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { type, body } = multipart({ campaign: id });
  const { status } = await send(
    client,
    '/v3/coupon/info',
    body.replace(/^/, '------x\r\nContent-Disposition: form-data\r\n\r\nx\r\n'),
    type,
  );
  expect(status).toBe(200);
});

test('a form is read in the charset that its field `_charset_` names', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { body: made } = await send(
    client,
    '/v3/singleuse/create',
    `_charset_=iso-8859-1&campaign=${id}&firstname=Zo%EB`,
    form,
  );
  expect((await sessionOf(client, made.single_use_code)).firstname).toBe('Zoë');
  const { status } = await send(client, '/v3/singleuse/create', `campaign=${id}&_charset_=koi8-r`, form);
  expect(status).toBe(400);
});

test('an address is UTF-8, whatever `_charset_` says', async () => {
  const client = await app.client();
  const refused = `${app.url}/graphql?_charset_=latin1&query=${encodeURIComponent('{ viewer { keyId } } #')}%FF`;
  const read = `${app.url}/graphql?_charset_=koi8-r&query=${encodeURIComponent('{ viewer { keyId } }')}`;
  expect((await rawRequest(refused, { headers: client.headers })).status).toBe(400);
  expect((await rawRequest(read, { headers: client.headers })).status).toBe(200);
});

test.for([
  ['/v3/coupon/list?tags=Zo%EB', 'tags is not UTF-8.'],
  ['/v4/loyalty/loyalty-cards/loy_000000000000/stats?filter[first_name]=%C3', 'filter[first_name] is not UTF-8.'],
])('the query of %s is refused', async ([path, description]) => {
  const { headers } = await app.client();
  const { status, body: refused } = await rawRequest(app.url + path, { headers });
  expect([status, refused.status.errors.error_code, refused.status.errors.error_message_description]).toEqual([
    400,
    [1003],
    [description],
  ]);
});

test.for(['/v4/directory/Zo%EB', '/v4/loyalty/loyalty-cards/%C3/stats', '/v3/coupon/%ED%A0%80', '/v4/%C0%AF'])(
  'the path %s is refused',
  async (path) => {
    const { headers } = await app.client();
    const { status, body: refused } = await rawRequest(app.url + path, { headers });
    expect([status, refused.status.errors.error_code, refused.status.errors.error_message_description]).toEqual([
      400,
      [1003],
      ['The path is not UTF-8.'],
    ]);
  },
);

test.for(['/v4/directory/Zo%C3%AB', '/v4/directory/%', '/v4/directory/%zz'])('nothing is at %s', async (path) => {
  const { headers } = await app.client();
  expect((await rawRequest(app.url + path, { headers })).status).toBe(404);
});

test('half of a surrogate pair in an object that is written as text is refused, too', async () => {
  const client = await app.client();
  const { id } = await makeCard(app.database, client.owner);
  const filter = '{"keyword":"\\ud83d"}';
  const path = `/v4/loyalty/loyalty-cards/${id}/stats`;
  const query = await rawRequest(`${app.url}${path}?filter=${encodeURIComponent(filter)}`, { headers: client.headers });
  const inBody = await send(client, path, JSON.stringify({ filter }), 'application/json', 'GET');
  for (const { status, body: refused } of [query, inBody])
    expect([status, refused.status.errors.error_code]).toEqual([400, [1003]]);
});

test('a query may contain everything behind its first question mark', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const path = `/v4/loyalty/loyalty-cards/${card.id}/stats`;
  for (const name of ['Zoë?', 'Zoë']) await client.rest(path, { first_name: name });
  const { body: found } = await rawRequest(`${app.url}${path}?filter[first_name]=Zo%C3%AB?`, {
    headers: client.headers,
  });
  expect(found).toMatchObject([{ first_name: 'Zoë?' }]);
});

test.for(['"\\ud83d"', '"a\\udc00b"', '["\\ud800\\ud800"]'])(
  'half of a surrogate pair, %s, is refused',
  async (half) => {
    const client = await app.client();
    const { session } = await makeSession(app.database, client.owner);
    const { status, body: refused } = await send(
      client,
      '/v3/couponsession/update',
      `{"couponsession":"${session}","customfield1":${half}}`,
    );
    expect([status, refused.status.errors.error_code]).toEqual([400, [1003]]);
    expect((await sessionOf(client, session)).customfield1).toBe('');
  },
);

test('escaped pairs are one character', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  await send(client, '/v3/couponsession/update', `{"couponsession":"${session}","customfield1":"\\ud83e\\udd50"}`);
  expect((await sessionOf(client, session)).customfield1).toBe('🥐');
});

test('a binary message of a WebSocket is text in UTF-8, or closes the connection', async () => {
  const { headers } = await app.client();
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const next = () => once(socket, 'message').then(([message]) => JSON.parse(String(message)));
  socket.send(Buffer.from(JSON.stringify({ type: 'connection_init', payload: headers })), { binary: true });
  expect(await next()).toMatchObject({ type: 'connection_ack' });
  const query = (name: string | Buffer) =>
    Buffer.concat([
      Buffer.from('{"id":"1","type":"subscribe","payload":{"query":"mutation { createFolder(input: { name: \\"'),
      Buffer.from(name),
      Buffer.from('\\" }) { name } }"}}'),
    ]);

  socket.send(query('Zoë'), { binary: true });
  expect(await next()).toMatchObject({ payload: { data: { createFolder: { name: 'Zoë' } } } });
  socket.send(query(zoe), { binary: true });
  const [code, reason] = await once(socket, 'close');

  expect([code, String(reason)]).toEqual([1007, 'The message is not UTF-8']);
  expect(await app.database.rows('SELECT name FROM folders WHERE name LIKE ?', ['Zo%'])).toEqual([{ name: 'Zoë' }]);
});

test('GraphQL refuses bytes that are not UTF-8, in bodies and addresses', async () => {
  const client = await app.client();
  const bytes = body('{"query":"query ($name: String) { __typename }","variables":{"name":"', '"}}');
  const posted = await send(client, '/graphql', bytes);
  const read = await rawRequest(
    `${app.url}/graphql?query={__typename}&variables={"name":"%EB"}`.replaceAll('"', '%22'),
    {
      headers: client.headers,
    },
  );
  expect(
    [posted, read].map(({ status, body: { errors } }) => [status, errors[0].extensions.code, errors[0].message]),
  ).toEqual([
    [400, 'UNREADABLE_BODY', 'name is not UTF-8.'],
    [400, 'UNREADABLE_BODY', 'variables is not UTF-8.'],
  ]);
});
