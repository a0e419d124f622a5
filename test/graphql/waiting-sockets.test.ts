import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { authenticationMilliseconds } from '../../src/graphql/waiting-sockets.ts';
import { useApp } from '../support/app.ts';

const app = useApp({ trustedProxies: ['127.0.0.1'] });
const opened: WebSocket[] = [];

afterEach(async () => {
  vi.useRealTimers();
  const left = opened.splice(0).filter(({ readyState }) => readyState !== WebSocket.CLOSED);
  const closed = Promise.all(left.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  for (const socket of left) socket.terminate();
  await closed;
});

test('300 sockets without credentials are closed after ten seconds, and one with credentials stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { headers } = await app.client();
  const [silent, greeting, authenticated] = await Promise.all([
    Promise.all(Array.from({ length: 150 }, () => open())),
    Promise.all(Array.from({ length: 150 }, () => greeted({}))),
    greeted(headers),
  ]);
  const closed = Promise.all([...silent, ...greeting].map((socket) => once(socket, 'close')));

  vi.advanceTimersByTime(authenticationMilliseconds);

  const codes = (await closed).map(([code]) => code);
  expect(new Set(codes.slice(0, 150))).toEqual(new Set([4408]));
  expect(new Set(codes.slice(150))).toEqual(new Set([4401]));
  authenticated.send('{"type":"ping"}');
  expect(String((await once(authenticated, 'message'))[0])).toContain('"pong"');
});

test('one address gets a thousand sockets without credentials, and room again when one authenticates', async () => {
  const { headers } = await app.client();
  const [first] = await Promise.all(Array.from({ length: 1_000 }, () => open()));

  expect(await refusal()).toBe(503);
  expect((await open('203.0.113.2')).readyState).toBe(WebSocket.OPEN);

  await greet(first as WebSocket, headers);
  expect((await open()).readyState).toBe(WebSocket.OPEN);
  expect(await refusal()).toBe(503);
});

async function open(from?: string): Promise<WebSocket> {
  const socket = connect(from);
  await once(socket, 'open');
  return socket;
}

async function greeted(payload: Record<string, string>): Promise<WebSocket> {
  return greet(await open(), payload);
}

async function greet(socket: WebSocket, payload: Record<string, string>): Promise<WebSocket> {
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  const [message] = await once(socket, 'message');
  expect(String(message)).toContain('connection_ack');
  return socket;
}

/** The status with which the service refuses another socket. */
async function refusal(): Promise<number | undefined> {
  const [request, response] = await once(connect(), 'unexpected-response');
  request.destroy();
  return response.statusCode;
}

function connect(from = '203.0.113.1'): WebSocket {
  const headers = { 'X-Forwarded-For': from };
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  socket.on('error', () => {});
  opened.push(socket);
  return socket;
}
