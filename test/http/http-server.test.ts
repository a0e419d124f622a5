import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { allowLongUpload, createHttpServer } from '../../src/http/http-server.ts';

const quick = { headersMilliseconds: 200, requestMilliseconds: 400, checkMilliseconds: 50 };
/** More than the buffers of the system hold. */
const large = Buffer.alloc(64 * 1024 * 1024);
const opened: Socket[] = [];
let server: Server;

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test('a caller who sends headers slowly is sent away', async () => {
  await serve(createHttpServer([], quick));

  const socket = await open('GET / HTTP/1.1\r\nHost: x\r\nX-Slow:');

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('a caller who says nothing is sent away', async () => {
  await serve(createHttpServer([], quick));

  const socket = await open('');

  expect(await text(socket)).toMatch(/^(HTTP\/1\.1 408 Request Timeout\r\n|$)/);
});

test('a caller who sends a body slowly is sent away', async () => {
  // Even on a busy machine, the first part is read in this time.
  await serve(createHttpServer([], { ...quick, headersMilliseconds: 1000, requestMilliseconds: 1000 }));

  const slow = await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');

  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('an upload that goes on is not sent away when the time of a request is over', async () => {
  await serve(createHttpServer());
  const asked = once(server, 'request');
  const upload = await open('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nab');
  const uploaded = text(upload);
  const [{ socket }] = await asked;

  server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);

  upload.write('cd');
  expect(await uploaded).toMatch(/^HTTP\/1\.1 200 OK\r\n.*abcd$/s);
});

test('an idle connection is kept longer than proxies keep theirs, so that none sends a request as it ends', async () => {
  await serve(createHttpServer());

  const socket = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');

  const [head] = await once(socket, 'data');
  expect(String(head)).toMatch(/^Keep-Alive: timeout=75\r$/m);
});

test('a caller who does not read the response is sent away', async () => {
  await serve(createHttpServer([], { idleMilliseconds: 200 }));
  const socket = await open('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');

  await once(server, 'freed');

  expect((await buffer(socket).catch(() => [])).length).toBeLessThan(large.length);
});

test('a caller who waits for a response that takes long gets it', async () => {
  await serve(createHttpServer([], { idleMilliseconds: 200 }));
  const begun = once(server, 'later');
  const socket = await open('GET /later HTTP/1.1\r\nHost: x\r\n\r\n');
  const [waiting] = (await begun) as [ServerResponse];
  for (let times = 0; times < 3; times += 1) await once(server, 'timeout');

  waiting.end('at last');

  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('at last');
});

test('a caller who has read nothing of an earlier response is sent away although another one has not begun', async () => {
  await serve(createHttpServer([], { idleMilliseconds: 200 }));
  await open('GET /large HTTP/1.1\r\nHost: x\r\n\r\nGET /later HTTP/1.1\r\nHost: x\r\n\r\n');

  await once(server, 'freed');
});

test.each([
  ['GET / HTTP/9.9\r\n\r\n', /^(HTTP\/1\.1 400 Bad Request\r\n|$)/],
  [`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(100_000)}\r\n\r\n`, /^(HTTP\/1\.1 431 |$)/],
])('what is not HTTP is refused: %.30j', async (bytes, expected) => {
  await serve(createHttpServer());

  const socket = await open(bytes);

  // The system may discard the answer when the caller still sends.
  expect(await text(socket).catch(() => '')).toMatch(expected);
});

test('one address gets a limited number of connections, and another one when one ends', async () => {
  await serve(createHttpServer([], { maxConnections: { ofAddress: 3, ofProcess: 100 } }));
  const sockets = [await open(''), await open(''), await open('')];
  for (const socket of sockets) expect(await ask(socket)).toContain('200 OK');

  expect(await text(await open(''))).toBe('');

  const freed = once(server, 'freed');
  sockets[0]?.destroy();
  await freed;
  expect(await ask(await open(''))).toContain('200 OK');
});

test.each(['in the packet of the headers', 'in a packet of their own'])(
  'chunks of a byte %s are read up to a limit',
  async (place) => {
    await serve(createHttpServer());
    const [head, chunks] = [
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\na\r\n'.repeat(8000),
    ];
    let parts = 0;
    const asked = once(server, 'request').then(([request]) => request.on('data', () => parts++));

    const socket = await open(place.includes('own') ? head : head + chunks);
    await asked;
    if (place.includes('own')) socket.write(chunks);

    expect(await text(socket)).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    expect(parts).toBeLessThan(600);
  },
);

test('a body of chunks of 16 bytes is read, however many they are, and so is the next one', async () => {
  await serve(createHttpServer());
  const socket = await open('');
  for (const amount of [5000, 500, 20_000]) {
    const chunk = `10\r\n${'x'.repeat(16)}\r\n`;
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(amount)}0\r\n\r\n`);
    let answer = '';
    const take = (part: Buffer) => (answer += part);
    socket.on('data', take);
    await expect.poll(() => answer.split('\r\n\r\n')[1]?.length).toBe(16 * amount);
    socket.off('data', take);
  }
});

test('a process takes a limited number of connections', async () => {
  await serve(createHttpServer([], { maxConnections: { ofAddress: 100, ofProcess: 2 } }));
  for (const socket of [await open(''), await open('')]) expect(await ask(socket)).toContain('200 OK');

  expect(await text(await open(''))).toBe('');
});

test('a trusted proxy brings the connections of many addresses', async () => {
  await serve(createHttpServer(['127.0.0.1'], { maxConnections: { ofAddress: 1, ofProcess: 100 } }));

  for (const socket of [await open(''), await open(''), await open('')]) expect(await ask(socket)).toContain('200 OK');
});

async function serve(created: Server): Promise<void> {
  server = created;
  server.on('connection', (socket) => socket.once('close', () => server.emit('freed')));
  server.on('request', async (request, response) => {
    if (request.url === '/upload') allowLongUpload(request);
    const body = await text(request).catch(() => '');
    if (request.url === '/later') server.emit('later', response);
    else response.end(request.url === '/large' ? large : body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

async function open(bytes: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  opened.push(socket);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = await once(socket, 'data');
  return String(answer);
}
