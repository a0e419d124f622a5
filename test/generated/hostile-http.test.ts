import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { answerTo, post } from './answers.ts';
import { doors } from './doors.ts';

const app = useApp();

afterEach(async () => {
  const { codes } = await (await app.client()).graphql('{ viewer { keyId } }');
  expect(codes, 'it answers as before').toEqual([]);
});

describe.each(doors)('$door', ({ path }) => {
  test('survives clients that disconnect in the middle of a body', async () => {
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
  '/V3/coupon/list',
  '/v3/Coupon/list',
  '/v4/Directory',
  '/v4/loyalty/loyalty-cards//copy',
  '/v3/coupon/list/..%2f..%2fetc',
  '/v3/coupon/%00',
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
])('refuses the unknown path %s', async (path) => {
  const { status, body } = await post(await app.client(), path, '{}');

  expect(status).toBe(404);
  expect(body.status.errors.error_code).toEqual([1006]);
});

test.each(['/v4/loyalty/loyalty-cards/%ff/copy', '/v3/coupon/%ff', '/v3/%c3', '/v4/%ed%a0%80'])(
  'refuses the path %s, which is not UTF-8',
  async (path) => {
    const { status, body } = await post(await app.client(), path, '{}');

    expect(status).toBe(400);
    expect(body.status.errors.error_code).toEqual([1003]);
  },
);

test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('refuses the method %s', async (method) => {
  const { headers } = await app.client();

  const answer = await answerTo(`${app.url}/v3/coupon/status`, { method, headers });

  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST');
  expect(answer.body.status.errors.error_code).toEqual([1007]);
});

test.each([
  'GET / HTTP/9.9\r\n\r\n',
  'GET /v3/coupon/list\r\n\r\n',
  'POST /v3/coupon/list HTTP/1.1\r\n\r\n',
  'POST /v3/coupon/list HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n',
  'POST /v3/coupon/list HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello',
  'POST /v3/coupon/list HTTP/1.1\r\nHost: x\r\nX-Client-Id: a\0b\r\n\r\n',
  `POST /v3/coupon/list HTTP/1.1\r\nHost: x\r\nX-Client-Id: ${'a'.repeat(100_000)}\r\n\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
])('refuses invalid HTTP: %j', async (bytes) => {
  expect(await raw(bytes)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
});

/** Sends bytes, and returns all data until the server closes the connection. Fails after 60 seconds without data. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.setTimeout(60_000, () => socket.destroy(new Error('the server keeps the connection')));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  return text(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return '';
    throw error;
  });
}
