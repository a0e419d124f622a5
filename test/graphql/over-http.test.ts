import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = useApp();

/** GraphQL over HTTP: all requirements, recommendations and options. */
const audits = serverAudits({ url: () => `${app.url}/graphql` });

test.each(audits)('$id: $name', async ({ fn }) => {
  expect(await fn()).toMatchObject({ status: 'ok' });
});

const json = 'application/json';
const graphqlJson = 'application/graphql-response+json';

async function post(accept: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': json, Accept: accept, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, type: response.headers.get('content-type'), body: await response.json() };
}

describe.each([
  ['a document that cannot be parsed', { query: '{' }, 'INVALID_QUERY'],
  ['an unknown field', { query: '{ nothing }' }, 'INVALID_QUERY'],
  ['a variable of another type', { query: 'query ($id: ID!) { coupon(id: $id) { id } }' }, 'INVALID_INPUT'],
  ['a request that would cost too much', { query: expensive() }, 'INVALID_QUERY'],
  ['an operation that does not exist', { query: 'query A { __typename }', operationName: 'B' }, 'INVALID_QUERY'],
])('%s', (kind, request, code) => {
  test('is refused with 400 and without data for application/graphql-response+json', async () => {
    const { status, type, body } = await post(graphqlJson, request, (await app.client()).headers);

    expect({ status, type, body }).toEqual({
      status: 400,
      type: `${graphqlJson}; charset=utf-8`,
      body: { errors: [expect.objectContaining({ extensions: expect.objectContaining({ code }) })] },
    });
  });

  test.runIf(kind !== 'an operation that does not exist')('has the status 200 for application/json', async () => {
    const { status, body } = await post(json, request, (await app.client()).headers);

    expect([status, body.errors[0].extensions]).toEqual([200, expect.objectContaining({ code })]);
    expect(body.errors[0].extensions).not.toHaveProperty('http');
  });
});

test('a field error has the status 200 in both types, because the document was executed', async () => {
  const { headers } = await app.client();
  const request = { query: '{ coupon(id: "cam_0123456789ab") { id } }' };

  for (const accept of [json, graphqlJson]) {
    const { status, body } = await post(accept, request, headers);
    expect([status, body.data, body.errors[0].extensions.code]).toEqual([200, null, 'COUPON_NOT_FOUND']);
  }
});

test('an account for which the key may not act is refused with 403 for application/graphql-response+json', async () => {
  const headers = { ...(await app.client()).headers, 'X-Account': 'acc_0123456789abcdef' };

  expect(await post(graphqlJson, { query: '{ viewer { keyId } }' }, headers)).toMatchObject({ status: 403 });
});

test.each([json, graphqlJson, '*/*'])('a mutation by GET that accepts %s is refused with 405', async (accept) => {
  const query = encodeURIComponent('mutation { createFolder(input: { name: "x" }) { id } }');

  const response = await fetch(`${app.url}/graphql?query=${query}`, {
    headers: { ...(await app.client()).headers, Accept: accept },
  });

  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INVALID_QUERY' } }] });
});

test.each(['', '?query=', '?variables={}'])('a GET with the parameters %j is refused with 400', async (parameters) => {
  const response = await fetch(`${app.url}/graphql${parameters}`, { headers: { Accept: json } });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INVALID_QUERY' } }] });
});

describe.each([json, graphqlJson])('a request that accepts %s is refused with 400', (accept) => {
  const query = encodeURIComponent('{ viewer { keyId } }');

  test.each(['variables', 'extensions'].flatMap((name) => ['{', '"text"', '1', '[1]'].map((value) => [name, value])))(
    'by GET if its %s are %s',
    async (name, value) => {
      const response = await fetch(`${app.url}/graphql?query=${query}&${name}=${encodeURIComponent(value)}`, {
        headers: { ...(await app.client()).headers, Accept: accept },
      });

      expect([response.status, await response.json()]).toEqual([
        400,
        { errors: [expect.objectContaining({ message: expect.stringContaining(name) })] },
      ]);
    },
  );

  test.each(['variables', 'extensions'])('by POST if its %s are no object', async (name) => {
    const request = { query: '{ viewer { keyId } }', [name]: 'text' };

    expect(await post(accept, request, (await app.client()).headers)).toMatchObject({ status: 400 });
  });
});

test('a page of another origin can read the response to credentials that it knows', async () => {
  const { headers } = await app.client();
  const ask = (more: Record<string, string>, parameters = '') =>
    fetch(`${app.url}/graphql${parameters}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': json, ...more },
      body: JSON.stringify({ query: '{ viewer { keyId } }' }),
    });

  const [page, program, withParameters] = [
    await ask({ Origin: 'https://shop.example' }),
    await ask({}),
    await ask({}, '?from=shop'),
  ];
  expect(page.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(program.headers.get('access-control-allow-origin')).toBeNull();
  for (const response of [page, program, withParameters])
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"keyId":"key_')]);
});

test('other methods are refused with 405', async () => {
  const { status, headers } = await fetch(`${app.url}/graphql`, { method: 'PUT' });

  expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
});

function expensive(): string {
  return `{ loyaltyUsers(card: "loy_0123456789ab", first: 1000) { nodes { ledger(first: 1000) { nodes { id } } } } }`;
}

test('only /graphql executes documents', async () => {
  for (const path of ['/graphql/', '/graphql/v2']) {
    const { headers } = await app.client();
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': json },
      body: JSON.stringify({ query: 'mutation { createCoupon(input: { name: "Rye" }) { id } }' }),
    });
    expect([path, response.status, (await response.text()).includes('cam_')]).toEqual([
      path,
      path === '/graphql/' ? 200 : 404,
      path === '/graphql/',
    ]);
  }
});
