import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { post } from './answers.ts';
import { codesOf, doors, viewerRequest } from './doors.ts';

const app = useApp();

afterEach(async () => {
  const { codes } = await (await app.client()).graphql('{ viewer { keyId } }');
  expect(codes, 'it answers as before').toEqual([]);
});

describe.each(doors)('$door', ({ door, path, good }) => {
  test.each(bodies)('survives a body of $kind', async ({ body }) => {
    await post(await app.client(), path, body);
  });

  test('refuses a body over the limit', async () => {
    const { status, body } = await post(await app.client(), path, JSON.stringify({ query: 'x'.repeat(1024 * 1024) }));

    expect(status).toBe(413);
    expect(codesOf(body)).toEqual(door === 'REST' ? [1003] : ['BODY_TOO_LARGE']);
  });

  test.each(contentTypes)('survives the content type %s', async (type) => {
    await post(await app.client(), path, good, { 'Content-Type': type });
  });

  test.each(encodings)('refuses $kind', async ({ encoding, body, status }) => {
    const answer = await post(await app.client(), path, body, { 'Content-Encoding': encoding });

    expect(answer.status).toBe(status);
  });
});

const deep = 100_000;

const bodies: { kind: string; body: BodyInit }[] = [
  { kind: 'nothing', body: '' },
  { kind: 'spaces', body: '   \n' },
  { kind: 'half an object', body: '{"campaign":' },
  { kind: 'two objects', body: '{}{}' },
  { kind: 'single quotes', body: "{'campaign':1}" },
  { kind: 'NaN', body: '{"campaign":NaN}' },
  { kind: 'null', body: 'null' },
  { kind: 'a huge number', body: '1e999' },
  { kind: 'text', body: '"text"' },
  { kind: 'a list', body: '[]' },
  { kind: 'a list of requests', body: `[${viewerRequest},${viewerRequest}]` },
  { kind: 'a form', body: 'campaign=1&query=2' },
  { kind: 'XML', body: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
  { kind: 'a byte order mark', body: '\ufeff{}' },
  { kind: 'UTF-16', body: Buffer.from('{"campaign":"a"}', 'utf16le') },
  { kind: 'bytes that are not UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]) },
  { kind: 'NUL bytes', body: Buffer.alloc(1000) },
  { kind: 'lists in lists', body: '['.repeat(deep) + ']'.repeat(deep) },
  { kind: 'objects in objects', body: '{"campaign":'.repeat(deep / 2) + 1 + '}'.repeat(deep / 2) },
  { kind: 'a field of lists in lists', body: `{"status":${'['.repeat(deep)}${']'.repeat(deep)}}` },
  { kind: 'the same field many times', body: `{${'"campaign":1,'.repeat(20_000)}"campaign":2}` },
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
  { kind: 'half of a gzip', encoding: 'gzip', body: gzipSync(viewerRequest).subarray(0, 20), status: 400 },
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
