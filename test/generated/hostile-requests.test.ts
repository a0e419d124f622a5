import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { type Answer, answerTo, inParallel, post } from './answers.ts';
import { headerTexts, send } from './headers.ts';

const app = useApp();
const graphqlBody = JSON.stringify({ query: '{ viewer { keyId } }' });
const doors = [
  { door: 'REST', path: '/v3/coupon/list', good: '{}' },
  { door: 'GraphQL', path: '/graphql', good: graphqlBody },
];

afterEach(async () => {
  const { codes } = await (await app.client()).graphql('{ viewer { keyId } }');
  expect(codes, 'it answers as before').toEqual([]);
});

describe.each(doors)('$door', ({ door, path, good }) => {
  const refusal = (body: Answer['body']) =>
    door === 'REST'
      ? body.status.errors.error_code
      : body.errors.map((error: { extensions: { code: string } }) => error.extensions.code);

  test('takes no hostile text for credentials', async () => {
    const { url, headers } = await app.client();
    const pairs = ['X-Client-Id', 'X-Client-Secret', 'x-api-key', 'x-api-secret', 'Authorization'].flatMap((name) =>
      headerTexts.map((value) => ({ [name]: value })),
    );
    const withOneHalfRight = headerTexts.map((value) => ({ ...headers, 'X-Client-Secret': value }));

    const answers = await inParallel([...pairs, ...withOneHalfRight, ...authorizations(headers)], (credentials) =>
      send(url + path, credentials, good),
    );

    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(refusal(body)).toEqual(door === 'REST' ? [1000] : ['UNAUTHENTICATED']);
    }
  });

  test('takes no hostile text for an account to act for', async () => {
    const { url, headers } = await app.client();

    const answers = await inParallel(headerTexts, (account) =>
      send(url + path, { ...headers, 'X-Account': account }, good),
    );

    for (const { body } of answers) expect(refusal(body)).toEqual(door === 'REST' ? [1001] : ['FORBIDDEN']);
  });

  test('serves requests with hostile ids and keys, and gives them ids of its own', async () => {
    const { url, headers } = await app.client();

    const answers = await inParallel(headerTexts, (value) =>
      send(url + path, { ...headers, 'X-Request-Id': value, 'Idempotency-Key': value }, good),
    );

    for (const { failed, headers } of answers) {
      expect(failed).toBe(false);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{1,64}$/);
    }
  });

  test.each(bodies)('survives a body of $kind', async ({ body }) => {
    await post(await app.client(), path, body);
  });

  test('refuses a body over the limit', async () => {
    const { status, body } = await post(await app.client(), path, JSON.stringify({ query: 'x'.repeat(1024 * 1024) }));

    expect(status).toBe(413);
    expect(refusal(body)).toEqual(door === 'REST' ? [1003] : ['BODY_TOO_LARGE']);
  });

  test.each(contentTypes)('survives the content type %s', async (type) => {
    await post(await app.client(), path, good, { 'Content-Type': type });
  });

  test.each(encodings)('refuses $kind', async ({ encoding, body, status }) => {
    const answer = await post(await app.client(), path, body, { 'Content-Encoding': encoding });

    expect(answer.status).toBe(status);
  });

  test('survives callers that hang up in the middle of a body', async () => {
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a`);

    socket.resume();
    await once(socket, 'close');
  });

  test.each(['not a chunk', '5\r\nhello\r\n-1\r\n', `${'f'.repeat(17)}\r\n`])(
    'survives the broken chunks %j',
    async (chunks) => {
      const answer = await raw(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}\r\n\r\n`,
      );

      expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    },
  );
});

test.each([
  '/v3',
  '/v3/',
  '/v3//coupon/list',
  '/v3/coupon/list/..%2f..%2fetc',
  '/v3/coupon/%00',
  '/v3/coupon/%ff',
  '/v3/%',
  '/v3/__proto__',
  '/v4/constructor/prototype',
  '/nothing',
  '/%ff',
  '/..%2f..%2fetc%2fhosts',
  '/docs/%00',
  '/exports/%ff',
  '/imports/%',
  `/v4/${'a'.repeat(7000)}`,
])('answers the path %s as unknown', async (path) => {
  const { status, body } = await post(await app.client(), path, '{}');

  expect(status).toBe(404);
  expect(body.status.errors.error_code).toEqual([1006]);
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  'answers the method %s as wrong',
  async (method) => {
    const { headers } = await app.client();

    const answer = await answerTo(`${app.url}/v3/coupon/list`, { method, headers });

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.body.status.errors.error_code).toEqual([1007]);
  },
);

test.each([
  'GET / HTTP/9.9\r\n\r\n',
  'GET /v3/coupon/list\r\n\r\n',
  'POST /v3/coupon/list HTTP/1.1\r\n\r\n',
  'POST /v3/coupon/list HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
  'POST /v3/coupon/list HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello',
  'POST /v3/coupon/list HTTP/1.1\r\nHost: x\r\nX-Client-Id: a\0b\r\n\r\n',
  `POST /v3/coupon/list HTTP/1.1\r\nHost: x\r\nX-Client-Id: ${'a'.repeat(100_000)}\r\n\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
])('refuses what is not HTTP: %j', async (bytes) => {
  expect(await raw(bytes)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
});

function authorizations(headers: Client['headers']): Record<string, string>[] {
  const { 'X-Client-Id': id = '', 'X-Client-Secret': secret = '' } = headers;
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  return [
    'Basic',
    'Basic !!!',
    'Bearer',
    'Bearer :',
    `Bearer ${id}`,
    `Bearer ${id}:`,
    `Bearer ${id}:${secret}x`,
    `Bearer ${id}:${secret}:`,
    `Bearer ${id} ${secret}`,
    `Bearer ${'a'.repeat(5000)}:${'b'.repeat(5000)}`,
    basic(''),
    basic(':'),
    basic(id),
    basic(`${id}\0:${secret}`),
    basic(`\xff\xfe:${secret}`),
    `${basic(`${id}:${secret}`)} extra`,
  ].map((Authorization) => ({ Authorization }));
}

const deep = 100_000;

const bodies: { kind: string; body: BodyInit }[] = [
  { kind: 'nothing', body: '' },
  { kind: 'spaces', body: '   \n' },
  { kind: 'half an object', body: '{"campaign":' },
  { kind: 'two objects', body: '{}{}' },
  { kind: 'single quotes', body: "{'campaign':1}" },
  { kind: 'NaN', body: '{"campaign":NaN}' },
  { kind: 'null', body: 'null' },
  { kind: 'a number', body: '1e999' },
  { kind: 'a text', body: '"text"' },
  { kind: 'a list', body: '[]' },
  { kind: 'a list of requests', body: `[${graphqlBody},${graphqlBody}]` },
  { kind: 'a form', body: 'campaign=1&query=2' },
  { kind: 'XML', body: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
  { kind: 'a byte order mark', body: '\ufeff{}' },
  { kind: 'UTF-16', body: Buffer.from('{"campaign":"a"}', 'utf16le') },
  { kind: 'bytes that are no UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]) },
  { kind: 'NUL bytes', body: Buffer.alloc(1000) },
  { kind: 'lists in lists', body: '['.repeat(deep) + ']'.repeat(deep) },
  { kind: 'objects in objects', body: '{"campaign":'.repeat(deep / 2) + 1 + '}'.repeat(deep / 2) },
  { kind: 'a field of lists in lists', body: `{"status":${'['.repeat(deep)}${']'.repeat(deep)}}` },
  { kind: 'the same field often', body: `{${'"campaign":1,'.repeat(20_000)}"campaign":2}` },
  { kind: 'many fields', body: `{${Array.from({ length: 50_000 }, (_, index) => `"a${index}":1`)}}` },
  {
    kind: 'prototype keys',
    body: '{"__proto__":{"client_id":"a"},"constructor":{"prototype":{"a":1}},"hasOwnProperty":1}',
  },
  { kind: 'credentials of other types', body: '{"client_id":{"toString":1},"client_secret":["a"]}' },
  { kind: 'a query of another type', body: '{"query":{"a":[]},"variables":"x","operationName":[],"extensions":7}' },
  { kind: 'variables of another type', body: '{"query":"{ viewer { keyId } }","variables":[1]}' },
  {
    kind: 'deep variables',
    body: `{"query":"{ viewer { keyId } }","variables":{"a":${'['.repeat(deep)}${']'.repeat(deep)}}}`,
  },
  {
    kind: 'deep extensions',
    body: `{"query":"{ viewer { keyId } }","extensions":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`,
  },
];

const contentTypes = [
  '',
  'text/plain',
  'text/html; charset=utf-7',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=bogus',
  'application/json; charset="',
  'application/json, application/json',
  'application/json/json',
  '///',
  ';',
  `application/${'a'.repeat(4000)}`,
];

const encodings = [
  { kind: 'broken gzip', encoding: 'gzip', body: Buffer.from('not gzip'), status: 400 },
  { kind: 'half of a gzip', encoding: 'gzip', body: gzipSync(graphqlBody).subarray(0, 20), status: 400 },
  {
    kind: 'a gzip that grows beyond the limit',
    encoding: 'gzip',
    body: gzipSync(Buffer.alloc(50_000_000, ' ')),
    status: 413,
  },
  {
    kind: 'a brotli that grows beyond the limit',
    encoding: 'br',
    body: brotliCompressSync(Buffer.alloc(50_000_000, ' ')),
    status: 413,
  },
  { kind: 'broken deflate', encoding: 'deflate', body: Buffer.from('not deflate'), status: 400 },
  { kind: 'an unknown encoding', encoding: 'bogus', body: Buffer.from('{}'), status: 400 },
  { kind: 'two encodings', encoding: 'gzip, gzip', body: gzipSync(gzipSync('{}')), status: 400 },
];

/** Sends bytes, and answers what comes back until the server or 10 silent seconds end it. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.setTimeout(10_000, () => socket.destroy(new Error('the server keeps the connection')));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  return text(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return '';
    throw error;
  });
}
