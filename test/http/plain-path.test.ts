import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = useApp();

test.each([
  '/graphql?query={__typename}',
  '/graphql',
  '/openapi.json',
  '/docs',
  '/exports/nothing',
  '/exports/sessions?coupon=cam_000000000000',
  '/v3/coupon/list',
  '/v4/directory',
  '/healthz',
  '/',
  '/console/sign-in',
  '/till',
  '/p/nothing',
  '/wallet/pictures/nothing',
  '/nothing',
])('browsers do not guess the type of %s', async (path) => {
  const { headers } = await app.client();
  for (const credentials of [{}, headers]) {
    const response = await fetch(app.url + path, { headers: credentials, redirect: 'manual' });
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

const raw = async (...lines: string[]) => {
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  return text(socket);
};

test.each(['GET /v3/coupon/list', 'GET /graphql?query={__typename}', 'GET /console/sign-in', 'GET /nothing'])(
  '%s with two hosts is refused',
  async (line) => {
    expect(await raw(`${line} HTTP/1.1`, 'Host: a.example', 'hOST: b.example')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*The request has more than one Host header/,
    );
    expect(await raw(`${line} HTTP/1.1`, 'Host: a.example', 'Host: a.example')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`${line} HTTP/1.1`, 'Host: a.example')).not.toMatch(/^HTTP\/1\.1 400 /);
  },
);

test('a WebSocket with two hosts is refused', async () => {
  const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='];
  const answer = await raw(
    'GET /graphql HTTP/1.1',
    'Host: a.example',
    'Host: b.example',
    ...upgrade,
    'Connection: Upgrade',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});
