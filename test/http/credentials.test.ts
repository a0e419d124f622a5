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

const unknownId = 'key_0000000000000000';
const howToSend =
  'Send the id and the secret of an API key in the headers X-Client-Id and X-Client-Secret, or as "Authorization: Bearer id:secret".';
const isIncomplete = 'Credentials are incomplete:';
const isUnreadable = `${isIncomplete} Authorization does not contain an id and a secret, separated by a colon.`;
const isWrong = 'Credentials are wrong: no API key has this id and this secret, or the key was revoked or has expired.';

/** Headers that do not authenticate, and what the response says of them. */
const refused: [string, (owner: Owner) => Record<string, string>, string][] = [
  ['an unknown id', ({ secret }) => ({ 'X-Client-Id': unknownId, 'X-Client-Secret': secret }), isWrong],
  ['a wrong secret', ({ keyId }) => ({ 'X-Client-Id': keyId, 'X-Client-Secret': 'x'.repeat(40) }), isWrong],
  ['a secret with a suffix', ({ keyId, secret }) => ({ 'x-api-key': keyId, 'x-api-secret': `${secret}0` }), isWrong],
  [
    'an empty secret',
    ({ keyId }) => ({ 'X-Client-Id': keyId, 'X-Client-Secret': '' }),
    `${isIncomplete} X-Client-Secret is missing or empty.`,
  ],
  [
    'an id without a secret',
    ({ keyId }) => ({ 'X-Client-Id': keyId }),
    `${isIncomplete} X-Client-Secret is missing or empty.`,
  ],
  [
    'a secret without an id',
    ({ secret }) => ({ 'x-api-secret': secret }),
    `${isIncomplete} x-api-key is missing or empty.`,
  ],
  ['a Bearer without a colon', ({ secret }) => ({ Authorization: `Bearer ${secret}` }), isUnreadable],
  ['a Basic that is not base64', () => ({ Authorization: 'Basic %%%' }), isUnreadable],
  ['an empty Authorization', () => ({ Authorization: '' }), isUnreadable],
  ['a Bearer without a secret', ({ keyId }) => ({ Authorization: `Bearer ${keyId}:` }), isUnreadable],
  [
    'the id of a key with SQL in it',
    ({ secret }) => ({ 'X-Client-Id': "' OR 1=1 --", 'X-Client-Secret': secret }),
    'Credentials are wrong: the id in X-Client-Id is not key_ followed by 16 characters.',
  ],
  [
    'a wrong pair beside a right one',
    ({ keyId, secret }) => ({
      Authorization: `Bearer ${keyId}:${secret}`,
      'X-Client-Id': keyId,
      'X-Client-Secret': 'x'.repeat(40),
    }),
    'Credentials are ambiguous: Authorization and X-Client-Id carry different pairs. Send only one.',
  ],
  ['none', () => ({}), 'Credentials are missing.'],
];

test.for(refused)('%s does not authenticate, and the response says why', async ([name, headersOf, why]) => {
  const { owner, ...client } = await app.client();
  const other = (await app.client()).with(headersOf(owner));
  const { status, body } = await other.rest('/v3/coupon/list');
  expect([status, body.status.errors]).toEqual([
    401,
    {
      error_message: 'HTTP/1.0 401 Unauthorized.',
      error_message_description: [`${why} ${howToSend}`],
      error_code: [1000],
    },
  ]);
  const graphql = await other.graphql('{ viewer { keyId } }');
  expect([graphql.status, graphql.data, graphql.codes]).toEqual([401, null, ['UNAUTHENTICATED']]);
  expect(graphql.errors[0]?.message).toBe(`${why} ${howToSend}`);
  if (name === 'none') return;
  const closed = await overWebSocket(client.url, headersOf(owner));
  expect(closed).toMatchObject({ closed: 4401, reason: expect.stringMatching(/^Credentials are [\w :,.-]+/) });
});

test('the same pair may be sent twice, and a foreign Authorization counts only alone', async () => {
  const { owner, headers } = await app.client();
  for (const authorization of [`Bearer ${owner.keyId}:${owner.secret}`, 'Bearer foreign', basic('user:password')]) {
    const client = (await app.client()).with({ ...headers, Authorization: authorization });
    expect((await client.rest('/v3/coupon/list')).status, authorization).toBe(200);
  }
});

test('/v3 says what is wrong with the pair among the fields, and refuses two different pairs', async () => {
  const { owner, headers } = await app.client();
  const pair = { client_id: owner.keyId, client_secret: owner.secret };
  const anonymous = (await app.client()).with({});
  const descriptionOf = async (client: typeof anonymous, fields: object) => {
    const { status, body } = await client.rest('/v3/coupon/list', fields);
    return [status, body.status.errors?.error_message_description[0].replace(` ${howToSend}`, '')];
  };
  expect(await descriptionOf(anonymous, { client_id: owner.keyId })).toEqual([
    401,
    `${isIncomplete} client_secret is missing or empty.`,
  ]);
  expect(await descriptionOf(anonymous, { ...pair, client_secret: 'x' })).toEqual([401, isWrong]);
  const known = anonymous.with(headers);
  expect(await descriptionOf(known, pair)).toEqual([200, undefined]);
  expect(await descriptionOf(known, { ...pair, client_secret: 'x' })).toEqual([
    401,
    'Credentials are ambiguous: X-Client-Id and client_id carry different pairs. Send only one.',
  ]);
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
