import type { ExecutionResult } from 'graphql';
import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Owner } from '../support/client.ts';
import { overWebSocket } from './over-websocket.ts';

const app = useApp();
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** The accepted forms of credentials as headers (contract, section 2). */
const forms: [string, (owner: Owner) => Record<string, string>][] = [
  ['X-Client-Id', ({ keyId, secret }) => ({ 'X-Client-Id': keyId, 'X-Client-Secret': secret })],
  ['x-api-key', ({ keyId, secret }) => ({ 'x-api-key': keyId, 'x-api-secret': secret })],
  ['Basic', ({ keyId, secret }) => ({ Authorization: basic(`${keyId}:${secret}`) })],
  ['Bearer', ({ keyId, secret }) => ({ Authorization: `Bearer ${keyId}:${secret}` })],
  ['bearer in lower case', ({ keyId, secret }) => ({ authorization: `bearer ${keyId}:${secret}` })],
];

test.for(forms)('REST, GraphQL and WebSocket accept %s', async ([_, headersOf]) => {
  const { owner } = await app.client();
  const client = (await app.client()).with(headersOf(owner));
  expect((await client.rest('/v3/coupon/list')).status).toBe(200);
  const viewer = { keyId: owner.keyId, account: { id: owner.account.id } };
  const { data } = await client.graphql('{ viewer { keyId account { id } } }');
  expect(data).toEqual({ viewer });
  expect(await overWebSocket(app.url, headersOf(owner))).toMatchObject({ data: { viewer } });
});

test('/v3 accepts client_id and client_secret among the fields', async () => {
  const { owner, ...client } = await app.client();
  const anonymous = (await app.client()).with({});
  const pair = { client_id: owner.keyId, client_secret: owner.secret };
  expect((await anonymous.rest('/v3/coupon/list', pair)).status).toBe(200);
  expect((await anonymous.rest('/v3/coupon/list', new URLSearchParams(pair))).status).toBe(200);
  expect((await anonymous.rest('/v3/coupon/list', { ...pair, client_secret: 'x' })).codes).toEqual([1000]);
  const graphql = await fetch(`${client.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { keyId } }', ...pair }),
  });
  expect(await graphql.json()).not.toHaveProperty('data.viewer');
});

/** Headers that do not authenticate. */
const refused: [string, (owner: Owner) => Record<string, string>][] = [
  ['an unknown id', ({ secret }) => ({ 'X-Client-Id': 'key_0000000000000000', 'X-Client-Secret': secret })],
  ['a wrong secret', ({ keyId }) => ({ 'X-Client-Id': keyId, 'X-Client-Secret': 'x'.repeat(40) })],
  ['a secret with a suffix', ({ keyId, secret }) => ({ 'x-api-key': keyId, 'x-api-secret': `${secret}0` })],
  ['an empty secret', ({ keyId }) => ({ 'X-Client-Id': keyId, 'X-Client-Secret': '' })],
  ['an id without a secret', ({ keyId }) => ({ 'X-Client-Id': keyId })],
  ['a secret without an id', ({ secret }) => ({ 'x-api-secret': secret })],
  ['a Bearer without a colon', ({ secret }) => ({ Authorization: `Bearer ${secret}` })],
  ['a Basic that is not base64', () => ({ Authorization: 'Basic %%%' })],
  ['an empty Authorization', () => ({ Authorization: '' })],
  ['the id of a key with SQL in it', ({ secret }) => ({ 'X-Client-Id': "' OR 1=1 --", 'X-Client-Secret': secret })],
];

test.for(refused)('%s does not authenticate, and every such response is the same', async ([_, headersOf]) => {
  const { owner, ...client } = await app.client();
  const other = (await app.client()).with(headersOf(owner));
  const none = await other.with({}).rest('/v3/coupon/list');
  const rest = await other.rest('/v3/coupon/list');
  expect([rest.status, rest.body]).toEqual([401, none.body]);
  expect(rest.codes).toEqual([1000]);
  const graphql = await other.graphql('{ viewer { keyId } }');
  expect([graphql.status, graphql.data, graphql.codes]).toEqual([401, null, ['UNAUTHENTICATED']]);
  expect(await overWebSocket(client.url, headersOf(owner))).toEqual({ closed: 4403 });
});

test('the response does not distinguish an unknown id, a wrong secret, an expired and a revoked key', async () => {
  const client = await app.client();
  const { keyId, secret } = (await app.client({ expiresAt: '2020-01-01 00:00:00.000' })).owner;
  const revoked = await app.client({ account: client.owner.account });
  await client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id } }', { id: revoked.owner.keyId });
  const answers = await Promise.all(
    [
      { 'X-Client-Id': 'key_0000000000000000', 'X-Client-Secret': secret },
      { 'X-Client-Id': client.owner.keyId, 'X-Client-Secret': secret },
      { 'X-Client-Id': keyId, 'X-Client-Secret': secret },
      revoked.headers,
    ].map((headers) => client.with(headers).rest('/v3/coupon/list')),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('a WebSocket without credentials opens but executes nothing', async () => {
  for (const parameters of [undefined, {}]) {
    const { errors } = (await overWebSocket(app.url, parameters)) as ExecutionResult;
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAUTHENTICATED' }]);
  }
});

test('a WebSocket has the same problems and limits as HTTP', async () => {
  const client = await app.client({ scopes: ['READ'] });
  const write = 'mutation { createFolder(input: { name: "x" }) { id } }';
  expect(await overWebSocket(app.url, client.headers, write)).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
  const unknown = '{ nothing }';
  expect(await overWebSocket(app.url, client.headers, unknown)).toMatchObject({
    errors: [{ extensions: { code: 'INVALID_QUERY' } }],
  });
  const aliases = `{ ${Array.from({ length: 60 }, (_, index) => `a${index}: viewer { keyId }`).join(' ')} }`;
  expect(await overWebSocket(app.url, client.headers, aliases)).toMatchObject({
    errors: [{ extensions: { code: 'INVALID_QUERY' } }],
  });
});
