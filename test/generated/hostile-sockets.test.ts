import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { problems } from '../../src/kernel/problem.ts';
import { useApp } from '../support/app.ts';
import { hostileTexts, hostileValues, toJson } from '../support/arbitraries.ts';

const app = useApp();
const opened: WebSocket[] = [];

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  const { codes } = await (await app.client()).graphql('{ viewer { keyId } }');
  expect(codes, 'it answers as before').toEqual([]);
});

test.each([
  { kind: 'text that is not JSON', message: '{' },
  { kind: 'JSON that is not an object', message: '[]' },
  { kind: 'null', message: 'null' },
  { kind: 'bytes', message: Buffer.from([0xff, 0x00, 0xfe]) },
  { kind: 'nothing', message: '' },
  { kind: 'an object without a type', message: '{}' },
  { kind: 'an unknown type', message: '{"type":"__proto__"}' },
  {
    kind: 'a subscription before connection_init',
    message: '{"id":"1","type":"subscribe","payload":{"query":"{ __typename }"}}',
  },
  { kind: 'connection parameters that are not an object', message: '{"type":"connection_init","payload":"x"}' },
  { kind: 'more than a megabyte', message: `{"type":"ping","payload":{"a":"${'a'.repeat(1024 * 1024)}"}}` },
  {
    kind: 'more names than a body may have',
    message: JSON.stringify({
      type: 'ping',
      payload: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, 1])),
    }),
  },
  {
    kind: 'more levels than a body may have',
    message: `{"type":"ping","payload":{"a":${'['.repeat(99)}${']'.repeat(99)}}}`,
  },
  { kind: 'lists in lists', message: '['.repeat(100_000) + ']'.repeat(100_000) },
])('closes a socket that sends $kind', async ({ message }) => {
  const socket = await connect();

  socket.send(message);

  const [code] = await once(socket, 'close');
  expect(code).toBeGreaterThanOrEqual(1003);
});

test('closes a socket that sends connection_init twice', async () => {
  const socket = await greeted(await parameters());

  socket.send('{"type":"connection_init"}');

  expect((await once(socket, 'close'))[0]).toBe(4429);
});

test('refuses hostile credentials', async () => {
  const values = [
    ...hostileTexts.filter((text) => text !== ''),
    ...hostileValues.filter((value) => typeof value === 'string'),
  ];
  for (const value of values.filter((text) => String(text).length < 100_000)) {
    const socket = await connect();

    const message = toJson({ type: 'connection_init', payload: { 'X-Client-Id': value, Authorization: value } });

    socket.send(message);

    const [code] = await once(socket, 'close');
    // Before it knows the caller, the service reads 8 KiB.
    expect(code).toBe(Buffer.byteLength(message) > 8 * 1024 ? 1009 : 4401);
  }
});

test('returns problems for hostile subscriptions', async () => {
  const socket = await greeted(await parameters());
  const queries = ['{', '{ nothing }', '[', `{ ${'a: viewer { keyId } '.repeat(300)} }`, '['.repeat(5000)];

  for (const [index, query] of queries.entries()) {
    socket.send(JSON.stringify({ id: String(index), type: 'subscribe', payload: { query } }));
    const { type, payload } = await nextMessage(socket);
    expect(type, query.slice(0, 60)).toBe('error');
    for (const { extensions } of payload) expect(['INTERNAL', ...missing(extensions.code)]).toEqual(['INTERNAL']);
  }
});

/** Returns a code that hostile input must not cause: an unknown code or INTERNAL. */
function missing(code: string): string[] {
  return Object.hasOwn(problems, code) && code !== 'INTERNAL' ? [] : [code];
}

async function connect(): Promise<WebSocket> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  opened.push(socket);
  await once(socket, 'open');
  return socket;
}

async function greeted(payload: object): Promise<WebSocket> {
  const socket = await connect();
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  expect(await nextMessage(socket)).toEqual({ type: 'connection_ack' });
  return socket;
}

async function parameters(): Promise<Record<string, string>> {
  return (await app.client()).headers;
}

// biome-ignore lint/suspicious/noExplicitAny: messages have any shape
async function nextMessage(socket: WebSocket): Promise<any> {
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}
