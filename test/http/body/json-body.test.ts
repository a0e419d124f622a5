import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '../../../src/api/viewer.ts';
import { jsonReader } from '../../../src/http/body/json-body.ts';
import { traceOf } from '../../../src/http/request-trace.ts';
import { statusOfUnreadable } from '../../../src/http/unreadable-request.ts';

const json = 'application/json';
const viewer = { account: { rootId: 'acc_1' } } as Viewer;
const read = jsonReader('1mb');
let server: Server;
let aborted: unknown;

beforeAll(async () => {
  const app = express();
  app.use(async (incoming, response) => {
    if (incoming.headers['x-known'] === 'yes') traceOf(incoming).viewer = viewer;
    const outcome = await read(incoming).then(
      () => incoming.body,
      (error) => ({ status: statusOfUnreadable(error) }),
    );
    if (incoming.destroyed && !incoming.complete) aborted = outcome;
    response.json(outcome);
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => void server.close());

const text = '{"name":"Ädä 🎟"}';
const value = JSON.parse(text);
const bytes = Buffer.from(text);
const inTexts = JSON.stringify({ a: '\\":"{['.repeat(1200), 'b\\': ':'.repeat(1200) });

test.each<[string, Buffer, Record<string, string>, unknown]>([
  ['JSON', bytes, {}, value],
  ['JSON in UTF-8', bytes, { 'Content-Type': 'Application/JSON; charset=UTF-8' }, value],
  ['JSON with a byte order mark', Buffer.concat([Buffer.from('\ufeff'), bytes]), {}, value],
  ['JSON in UTF-16', Buffer.from(text, 'utf16le'), { 'Content-Type': `${json}; charset=utf-16le` }, value],
  ['JSON with another parameter', bytes, { 'Content-Type': `${json}; profile=x` }, value],
  ['compressed JSON of a known caller', gzipSync(bytes), { 'Content-Encoding': 'gzip', 'X-Known': 'yes' }, value],
  ['compressed JSON of a stranger', gzipSync(bytes), { 'Content-Encoding': 'gzip' }, { status: 400 }],
  ['a thousand names', named(1000), {}, JSON.parse(String(named(1000)))],
  ['a name more', named(1001), {}, { status: 413 }],
  ['a name more of a known caller', named(1001), { 'X-Known': 'yes' }, { status: 413 }],
  ['1,001 objects of a known caller', objects(1001), { 'X-Known': 'yes' }, JSON.parse(String(objects(1001)))],
  ['1,001 objects of a stranger', objects(1001), {}, { status: 413 }],
  ['more names than anybody may send', objects(50_001), { 'X-Known': 'yes' }, { status: 413 }],
  ['names and brackets in texts', Buffer.from(inTexts), {}, JSON.parse(inTexts)],
  ['a hundred levels', nested(100), {}, JSON.parse(String(nested(100)))],
  ['a level more', nested(101), { 'X-Known': 'yes' }, { status: 400 }],
  ['a list', Buffer.from(' [1, 2]'), {}, [1, 2]],
  ['a string', Buffer.from('"x"'), {}, { status: 400 }],
  ['null', Buffer.from('null'), {}, { status: 400 }],
  ['spaces', Buffer.from('   '), {}, { status: 400 }],
  ['half of an object', bytes.subarray(0, 9), {}, { status: 400 }],
  ['JSON of another type', bytes, { 'Content-Type': 'text/plain' }, value],
  [
    'JSON in Latin-1',
    Buffer.from('{"name":"Ädä"}', 'latin1'),
    { 'Content-Type': `${json}; charset=ISO-8859-1` },
    { name: 'Ädä' },
  ],
  ['JSON that is not UTF-8', Buffer.from('{"name":"Ädä"}', 'latin1'), {}, { status: 400 }],
  ['JSON in another charset', bytes, { 'Content-Type': `${json}; charset=koi8-r` }, { status: 400 }],
  ['the longest body', Buffer.from(`[${' '.repeat(1024 ** 2 - 2)}]`), {}, []],
  ['a body that is too long', Buffer.from(`[${' '.repeat(1024 ** 2 - 1)}]`), {}, { status: 413 }],
])('reads %s, at once, in parts and without a length', async (_, body, headers, expected) => {
  expect(await send([body], headers)).toEqual(expected);
  expect(await send(partsOf(body), headers)).toEqual(expected);
  expect(await send(partsOf(body), { ...headers, 'Transfer-Encoding': 'chunked' })).toEqual(expected);
});

test('a caller that leaves before the end of the body gets no response, and the request ends', async () => {
  const outgoing = open({ 'Content-Length': '100' });
  outgoing.on('error', () => undefined);
  outgoing.write('{"name":');
  await once(server, 'request');
  outgoing.destroy();

  await expect.poll(() => aborted).toEqual({ status: 400 });
});

function named(names: number): Buffer {
  return Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, index) => [`a${index}`, 0]))));
}

function objects(amount: number): Buffer {
  return Buffer.from(JSON.stringify(Array.from({ length: amount }, (_, index) => ({ [`a${index}`]: 0 }))));
}

function nested(levels: number): Buffer {
  return Buffer.from('['.repeat(levels) + ']'.repeat(levels));
}

/** Divides a body within its first character of several bytes. */
function partsOf(body: Buffer): Buffer[] {
  return [body.subarray(0, 10), body.subarray(10)];
}

async function send(parts: Buffer[], headers: Record<string, string>): Promise<unknown> {
  const length = Buffer.concat(parts).length;
  const outgoing = open('Transfer-Encoding' in headers ? headers : { 'Content-Length': String(length), ...headers });
  const response = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  for (const part of parts) {
    outgoing.write(part);
    await nextIteration();
  }
  outgoing.end();
  const [incoming] = await response;
  return JSON.parse(Buffer.concat(await incoming.toArray()).toString());
}

function open(headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo;
  return request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Type': json, ...headers } });
}
