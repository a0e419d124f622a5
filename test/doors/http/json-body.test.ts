import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesReader } from '../../../src/doors/http/body-bytes.ts';
import { jsonIn } from '../../../src/doors/http/json-body.ts';

const json = 'application/json';
const read = bytesReader('1mb');
let server: Server;
let aborted: unknown;

beforeAll(async () => {
  const app = express();
  app.use(async (incoming, response) => {
    const outcome = await read(incoming, response)
      .then((body) => jsonIn(body, incoming.headers['content-type']))
      .catch(({ status }: { status: number }) => ({ status }));
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

test.each<[string, Buffer, Record<string, string>, unknown]>([
  ['JSON', bytes, {}, value],
  ['JSON in UTF-8', bytes, { 'Content-Type': 'Application/JSON; charset=UTF-8' }, value],
  ['JSON with a byte order mark', Buffer.concat([Buffer.from('\ufeff'), bytes]), {}, value],
  ['JSON in UTF-16', Buffer.from(text, 'utf16le'), { 'Content-Type': `${json}; charset=utf-16le` }, value],
  ['JSON with another parameter', bytes, { 'Content-Type': `${json}; profile=x` }, value],
  ['compressed JSON', gzipSync(bytes), { 'Content-Encoding': 'gzip' }, value],
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
    await nextTurn();
  }
  outgoing.end();
  const [incoming] = await response;
  return JSON.parse(Buffer.concat(await incoming.toArray()).toString());
}

function open(headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo;
  return request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Type': json, ...headers } });
}
