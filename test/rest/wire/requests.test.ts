import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { multipart, type RawAnswer, rawRequest } from '../../support/raw-request.ts';

/* The requests of existing callers: section 1 of the wire, "HTTP and values". */

const app = useApp();

const ok = { status: { status: 'OK' } };
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

const send = (client: Client, path: string, type: string, body: string | Buffer, method = 'POST') =>
  rawRequest(app.url + path, { method, headers: { ...client.headers, 'Content-Type': type }, body });

const namesIn = ({ body }: RawAnswer) => body.coupon_info.map(({ name }: { name: string }) => name);

const couponsOf = async (client: Client) => {
  const active = await makeCoupon(app.database, client.owner, { name: 'Rye', status: 'ACTIVE' });
  const example = await makeCoupon(app.database, client.owner, { name: 'Spelt', status: 'EXAMPLE' });
  return { active, example };
};

test('reads of /v3 take GET with a query', async () => {
  const client = await app.client();
  const { active } = await couponsOf(client);
  const { headers } = client;
  const list = await rawRequest(`${app.url}/v3/coupon/list?only_active=true`, { headers });
  expect([list.status, namesIn(list)]).toEqual([200, ['Rye']]);
  const info = await rawRequest(`${app.url}/v3/coupon/info?campaign=${active.id}`, { headers });
  expect(info.body).toMatchObject({ ...ok, coupon_info: { ID: active.id } });
});

test('reads of /v3 take GET with a JSON body, which takes precedence over the query', async () => {
  const client = await app.client();
  await couponsOf(client);
  const list = await send(client, '/v3/coupon/list?only_active=false', json, '{"only_active":"true"}', 'GET');
  expect(namesIn(list)).toEqual(['Rye']);
});

test('reads of /v3 take HEAD', async () => {
  const { headers } = await app.client();
  const { status, body } = await rawRequest(`${app.url}/v3/coupon/list`, { method: 'HEAD', headers });
  expect([status, body]).toEqual([200, null]);
});

test.for(['/v3/couponsession/update', '/v3/singleuse/create', '/v3/singleuse/remove', '/v3/send/sms'])(
  '%s is a write, which takes only POST',
  async (path) => {
    const { headers } = await app.client();
    const answer = await rawRequest(app.url + path, { headers });
    expect([answer.status, answer.headers.allow, answer.body.status.errors]).toEqual([
      405,
      'POST',
      {
        error_message: 'HTTP/1.0 405 Method Not Allowed.',
        error_message_description: ['The path does not accept GET. It accepts POST.'],
        error_code: [1007],
      },
    ]);
  },
);

test('the query of a POST is ignored', async () => {
  const client = await app.client();
  await couponsOf(client);
  const { body } = await client.rest('/v3/coupon/list?only_active=1&page=x');
  expect(body.coupon_info).toHaveLength(2);
});

test('a GET of /v4 reads the object in its JSON body, which takes precedence over the query', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  for (const firstName of ['Ada', 'Grace']) await makeUser(app.database, client.owner, { card, firstName });
  const path = `/v4/loyalty/loyalty-cards/${card.id}/stats`;
  const body = { filter: { first_name: 'Ada' }, pagination: { page: 1 }, include_voided: true };
  const { body: users } = await send(client, `${path}?filter[first_name]=Grace`, json, JSON.stringify(body), 'GET');
  expect(users.map(({ first_name }: { first_name: string }) => first_name)).toEqual(['Ada']);
  const { body: all } = await send(client, path, json, '{"filter":[],"pagination":[]}', 'GET');
  expect(all).toHaveLength(2);
});

test.for(['filter[first]=Ada', 'filter={"first":"Ada"}', 'pagination[size]=3', 'pagination[page][x]=3', 'filter=[1]'])(
  'the list of card users refuses %s',
  async (query) => {
    const client = await app.client();
    const card = await makeCard(app.database, client.owner);
    const path = `/v4/loyalty/loyalty-cards/${card.id}/stats?${query}`;
    const { status, body } = await rawRequest(app.url + encodeURI(path), { headers: client.headers });
    expect([status, body.status.errors.error_code]).toEqual([422, [302]]);
  },
);

test('DELETE takes its fields from the query', async () => {
  const client = await app.client();
  const { owner, headers } = client;
  const directory = await makeDirectory(app.database, owner);
  const coupon = await makeCoupon(app.database, owner);
  await makePlacement(app.database, owner, directory, { coupon });
  const path = `/v4/directory/${directory.id}/campaigns?campaign=${coupon.id}`;
  expect((await rawRequest(app.url + path, { method: 'DELETE', headers })).status).toBe(204);
  expect((await rawRequest(app.url + path, { method: 'DELETE', headers })).body.status.errors.error_code).toEqual([
    520,
  ]);
});

test('application/json without a body has no fields', async () => {
  const { headers } = await app.client();
  const answers = await Promise.all([
    rawRequest(`${app.url}/v3/coupon/list`, { method: 'POST', headers: { ...headers, 'Content-Type': json } }),
    rawRequest(`${app.url}/v3/coupon/list`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': json },
      body: '',
    }),
    rawRequest(`${app.url}/v3/coupon/list`, { headers: { ...headers, 'Content-Type': json } }),
    rawRequest(`${app.url}/v4/directory`, { headers: { ...headers, 'Content-Type': json } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

/** The fields that a session was created with, as couponsession/data shows them. */
const created = async (client: Client, type: string, body: string | Buffer) => {
  const { body: made } = await send(client, '/v3/singleuse/create', type, body);
  expect(made).toMatchObject(ok);
  return (await client.rest('/v3/couponsession/data', { couponsession: made.single_use_code })).body.data;
};

test('a form may contain a raw @, and a raw + at the start of a phone number', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const session = await created(
    client,
    form,
    `campaign=${id}&email=ada@example.com&phone=+493012345678&firstname=Ada+B`,
  );
  expect(session).toMatchObject({ email: 'ada@example.com', phone: '+493012345678', firstname: 'Ada B' });
});

test('a query may contain a raw + at the start of a phone number', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  for (const phone of ['+493012345678', '+493087654321']) await makeUser(app.database, client.owner, { card, phone });
  const path = `/v4/loyalty/loyalty-cards/${card.id}/stats?filter[phone]=+493012345678`;
  const { body } = await rawRequest(app.url + path, { headers: client.headers });
  expect(body).toMatchObject([{ phone: '+493012345678' }]);
});

test('a form may be in Latin-1', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const body = Buffer.from(`campaign=${id}&firstname=Zo%EB&lastname=S\xf6hne`, 'latin1');
  const session = await created(client, `${form}; charset=ISO-8859-1`, body);
  expect(session).toMatchObject({ firstname: 'Zoë', lastname: 'Söhne' });
});

test('a form has at most 1,000 names', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const others = Array.from({ length: 998 }, (_, index) => `a${index}=1`).join('&');
  expect(await created(client, form, `campaign=${id}&firstname=Ada&${others}`)).toMatchObject({ firstname: 'Ada' });

  const refused = await send(client, '/v3/singleuse/create', form, `campaign=${id}&firstname=Ada&b=1&${others}`);

  expect([refused.status, refused.body.status.errors.error_code]).toEqual([413, [1003]]);
  expect(refused.body.status.errors.error_message_description).toEqual(['The body has more than 1,000 names.']);
});

test('the last value of a repeated field counts', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const repeated = `firstname=B&${'firstname=A&'.repeat(900)}campaign=${id}&firstname=Ada`;
  expect(await created(client, form, repeated)).toMatchObject({ firstname: 'Ada' });
});

test('/v3 reads the fields of a multipart form, as PHP and .NET write it', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const php = multipart({ campaign: id, firstname: 'Zoë & Söhne', phone: '+493012345678', email: '' });
  expect(await created(client, php.type, php.body)).toMatchObject({ firstname: 'Zoë & Söhne', phone: '+493012345678' });
  const part = (name: string, value: string) =>
    `--x\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
  const net = `${part('campaign', id)}${part('firstname', 'Zoë')}--x--\r\n`;
  expect(await created(client, 'multipart/form-data; boundary="x"', net)).toMatchObject({ firstname: 'Zoë' });
});

test.for([
  ['with a file', 400, '--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\n1\r\n--x--\r\n'],
  ['without an end', 400, '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'],
  ['without parts', 400, 'a=1'],
  ['of 1,001 parts', 413, `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(1001)}--x--\r\n`],
  ['over the limit', 413, 'x'.repeat(1024 * 1024 + 1)],
] as const)('a multipart form %s is refused', async ([_, status, body]) => {
  const answer = await send(await app.client(), '/v3/coupon/list', 'multipart/form-data; boundary=x', body);
  expect([answer.status, answer.body.status.errors.error_code]).toEqual([status, [1003]]);
});

test.for([
  ['no type', {}],
  ['text/plain', { 'Content-Type': 'text/plain' }],
  ['the Latin-1 of Java', { 'Content-Type': 'text/plain; charset=ISO-8859-1' }],
  ['a form', { 'Content-Type': form }],
  ['a multipart form', { 'Content-Type': 'multipart/form-data; boundary=x' }],
  ['octets', { 'Content-Type': 'application/octet-stream' }],
  ['another JSON', { 'Content-Type': 'application/vnd.api+json' }],
] as const)('a body that begins as JSON is JSON with the content type of %s', async ([_, headers]) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const card = await makeCard(app.database, client.owner);
  const post = (path: string, fields: object) =>
    rawRequest(app.url + path, {
      method: 'POST',
      headers: { ...client.headers, ...headers },
      body: ` \r\n${JSON.stringify(fields)}`,
    });

  expect((await post('/v3/coupon/info', { campaign: id })).body).toMatchObject({ ...ok, coupon_info: { ID: id } });
  const { status, body } = await post(`/v4/loyalty/loyalty-cards/${card.id}/stats`, { first_name: 'Ada' });
  expect([status, body.first_name]).toEqual([201, 'Ada']);
});

test('spaces before JSON may be long, and hide no names from their limit', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const spaces = ' \r\n'.repeat(100);
  const names = (count: number) => `{${Array.from({ length: count }, (_, index) => `"a${index}":1`)}}`;
  /** Sends a body in two parts, the first of which has nothing but spaces. */
  const post = async (text: string, type: string, headers: object) => {
    const sending = request(`${app.url}/v3/coupon/info`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': type },
    });
    sending.write(spaces);
    for (let turn = 0; turn < 5; turn += 1) await nextIteration();
    sending.end(text);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  for (const type of [form, 'text/plain', 'multipart/form-data; boundary=x', json]) {
    expect(await post(`{"campaign":"${id}"}`, type, client.headers)).toBe(200);
    expect(await post(names(1000), type, {})).toBe(401);
    expect(await post(names(1001), type, {})).toBe(413);
    expect(await post(names(1001), type, client.headers)).toBe(413);
  }
});

test.for(['[]', '{}', ' [ ] ', '\ufeff[]'])('%j as a body has no fields', async (empty) => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);

  expect((await send(client, '/v3/coupon/list', json, empty)).body).toMatchObject(ok);
  expect((await send(client, '/v3/coupon/list', json, empty, 'GET')).body).toMatchObject(ok);
  expect((await send(client, '/v3/coupon/info', json, empty)).body.status.errors.error_code).toEqual([200]);
  expect((await send(client, `/v4/loyalty/loyalty-cards/${card.id}/stats`, json, empty)).status).toBe(201);
  expect((await send(client, `/v4/loyalty/loyalty-cards/${card.id}/stats`, json, empty, 'GET')).body).toHaveLength(1);
});

test('an empty list stands for an object without fields, as PHP writes it', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const path = `/v4/loyalty/loyalty-cards/${card.id}/stats/bulk`;

  expect((await client.rest(path, '[[], {"first_name": "Ada"}]')).body).toHaveLength(2);
  const { body } = await rawRequest(`${app.url}/graphql`, {
    method: 'POST',
    headers: { ...client.headers, 'Content-Type': json },
    body: '{"query": "{ viewer { keyId } }", "variables": [], "extensions": []}',
  });
  const query = new URLSearchParams({ query: '{ viewer { keyId } }', variables: '[]', extensions: '[]' });
  const { body: read } = await rawRequest(`${app.url}/graphql?${query}`, { headers: client.headers });
  for (const answer of [body, read]) expect(answer).toEqual({ data: { viewer: { keyId: client.owner.keyId } } });
});

test.for(['//v3/coupon/list', '/v3//coupon/list', '/v3/coupon///list//', '//v3//coupon//list?only_active=1'])(
  'the repeated slashes of %s count as one',
  async (path) => {
    const client = await app.client();
    expect((await client.unchecked().rest(path)).body).toMatchObject(ok);
  },
);

test('repeated slashes lead to the same path of every door', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner);
  const { id, code } = await makeCoupon(app.database, client.owner);

  const users = `/v4/loyalty//loyalty-cards/${card.id}//stats`;
  expect((await client.unchecked().rest(users, {}, {}, 'GET')).body).toEqual([]);
  const unknown = await client.unchecked().rest('//v4//webhook/verification', { webhook: 'evt_00000000000000000000' });
  expect([unknown.status, unknown.codes]).toEqual([422, [509]]);
  const paged = await client.unchecked().rest(`//v4/directory//${id}/users`, {}, {}, 'GET');
  expect([paged.status, paged.codes]).toEqual([404, [507]]);
  expect(
    (
      await client
        .with({ ...client.headers })
        .unchecked()
        .rest('//graphql', { query: '{ __typename }' })
    ).body,
  ).toEqual({
    data: { __typename: 'Query' },
  });
  expect((await fetch(`${app.url}//p//${code}`)).status).toBe(200);
});

test('/v4 reads only JSON', async () => {
  const client = await app.client();
  const { type, body } = multipart({ webhook: 'evt_00000000000000000000' });
  for (const each of [type, form])
    expect((await send(client, '/v4/webhook/verification', each, body)).body.status.errors.error_code).toEqual([1003]);
});

test('null and unknown fields count as absent', async () => {
  const client = await app.client();
  await couponsOf(client);
  const { body } = await client.rest('/v3/coupon/list', { tags: null, folder: '', sender: { name: 'Ada' } });
  expect(body.coupon_info).toHaveLength(2);
});

test('an empty value never clears', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  await client.rest('/v3/couponsession/update', { couponsession: session, customfield1: 'rye', customid: 'C-7' });
  await client.rest('/v3/couponsession/update', { couponsession: session, customfield1: '', customid: null });
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect(body.data).toMatchObject({ customfield1: 'rye', customid: 'C-7' });
  const { cardId, id } = await makeUser(app.database, client.owner, { firstName: 'Ada' });
  const path = `/v4/loyalty/loyalty-cards/${cardId}/stats/${id}`;
  const { body: user } = await client.rest(path, { first_name: '', last_name: null }, {}, 'PUT');
  expect(user).toMatchObject({ first_name: 'Ada' });
});

test.for(['', 'Bearer', 'Bearer key_0000000000000000', 'Basic', 'Digest username="a:b"', 'Basic dXNlcjpwYXNz'])(
  'a good pair counts beside the foreign Authorization "%s"',
  async (authorization) => {
    const { owner, url } = await app.client();
    const pairs: Record<string, string>[] = [
      { 'X-Client-Id': owner.keyId, 'X-Client-Secret': owner.secret },
      { 'X-API-KEY': owner.keyId, 'X-API-SECRET': owner.secret },
    ];
    for (const pair of pairs) {
      const headers = { ...pair, Authorization: authorization };
      expect((await rawRequest(`${url}/v3/coupon/list`, { method: 'POST', headers })).status).toBe(200);
      expect((await rawRequest(`${url}/v4/directory`, { headers })).status).toBe(200);
    }
    const inBody = { client_id: owner.keyId, client_secret: owner.secret };
    const headers = { Authorization: authorization, 'Content-Type': json };
    const sent = { method: 'POST', headers, body: JSON.stringify(inBody) };
    expect((await rawRequest(`${url}/v3/coupon/list`, sent)).status).toBe(200);
  },
);

test('credentials in a query do not count', async () => {
  const { owner, url } = await app.client();
  const query = new URLSearchParams({ client_id: owner.keyId, client_secret: owner.secret });
  expect((await rawRequest(`${url}/v3/coupon/list?${query}`, {})).status).toBe(401);
});

test('GraphQL names its authentication in a 401 too', async () => {
  const sent = { method: 'POST', headers: { 'Content-Type': json }, body: '{"query":"{ viewer { keyId } }"}' };
  const { status, headers } = await rawRequest(`${app.url}/graphql`, sent);
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="campaigns"']);
});

test.for(['/v3/coupon/list', '/v4/directory'])('%s names its authentication in a 401', async (path) => {
  const { status, headers, body } = await rawRequest(app.url + path, {});
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="campaigns"']);
  expect(body).toEqual({
    status: {
      status: 'failed',
      errors: {
        error_message: 'HTTP/1.0 401 Unauthorized.',
        error_message_description: [expect.stringMatching(/^Credentials are missing\. Send /)],
        error_code: [1000],
      },
    },
  });
});

test('a failure lists its codes in ascending order, with a sentence for each', async () => {
  const client = await app.client();
  const { status, body } = await client.rest('/v3/emailtool/addcontact', {
    birthday: 'x',
    emailgroup: 'gro!',
    email: '',
  });
  expect([status, body]).toEqual([
    422,
    {
      status: {
        status: 'failed',
        errors: {
          error_message: 'HTTP/1.0 422 Unprocessable entity.',
          error_message_description: [
            'Missing parameter email.',
            'Invalid character in emailgroup. The value is not a contact group id, which has up to 50 letters, digits, hyphens and underscores.',
            'birthday is not a date in the format yyyy-MM-dd.',
          ],
          error_code: [200, 301, 303],
        },
      },
    },
  ]);
});

test.for([
  ['/v3/coupon/info', { campaign: 'cam_000000000000' }, 502, 'Campaign id not found.'],
  ['/v3/coupon/list', { folder: 'fol_000000000000' }, 515, 'Folder not found.'],
  ['/v3/couponsession/data', { couponsession: '0'.repeat(21) }, 513, 'Session not found.'],
  ['/v4/webhook/verification', { webhook: `evt_${'0'.repeat(20)}` }, 509, 'Webhook not found.'],
] as const)(
  '%s says in the words of the documentation what is not found',
  async ([path, fields, code, description]) => {
    const { body } = await (await app.client()).rest(path, fields);
    expect(body.status.errors).toMatchObject({ error_code: [code], error_message_description: [description] });
  },
);

test.for(['/v3/coupon/list', '/v4/directory', '/v4/nothing'])('%s answers a preflight of a browser', async (path) => {
  const preflight = {
    Origin: 'https://shop.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type,x-client-id,x-client-secret',
  };
  const { status, headers, body } = await rawRequest(app.url + path, { method: 'OPTIONS', headers: preflight });
  expect([status, body]).toEqual([204, null]);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, DELETE');
  expect(headers['access-control-allow-headers']).toBe('authorization,content-type,x-client-id,x-client-secret');
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
});

test('a page of another origin may read a response to credentials that it knows, but not to those of the browser', async () => {
  const { owner, headers } = await app.client();
  const Origin = 'https://shop.example';
  const own = await rawRequest(`${app.url}/v3/coupon/list`, { headers: { ...headers, Origin } });
  expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, '*']);
  const Authorization = `Basic ${Buffer.from(`${owner.keyId}:${owner.secret}`).toString('base64')}`;
  const borrowed = await rawRequest(`${app.url}/v3/coupon/list`, { headers: { Authorization, Origin } });
  expect([borrowed.status, borrowed.body.status.errors.error_code]).toEqual([403, [1001]]);
});

test('OPTIONS that is no preflight is a method like others', async () => {
  const { status, headers } = await rawRequest(`${app.url}/v3/coupon/list`, { method: 'OPTIONS' });
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
});
