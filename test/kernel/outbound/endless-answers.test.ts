import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Outbound } from '../../../src/kernel/outbound/outbound.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

test.each([
  ['103 Early Hints', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 'more than 5 informational responses'],
  ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n', 'more than 5 informational responses'],
  ['102 Processing', '', 'HTTP/1.1 102 Processing\r\n\r\n', 'more than 5 informational responses'],
  ['empty lines', '', '\r\n', 'the response is too long'],
  ['chunks of a byte', chunked, '1\r\na\r\n', 'the response is too long'],
  ['extensions of chunks', chunked, `1;${'a'.repeat(100)}\r\na\r\n`, 'the response is too long'],
  ['zeros of a length', chunked, '0', 'the response is too long'],
  ['headers', ok, 'a: b\r\n', 'Header overflow'],
  ['trailers', `${chunked}0\r\n`, 'a: b\r\n', 'Header overflow'],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'a',
    'without a response',
  ],
])('a receiver that sends %s for ever loses the connection', async (_, beginning, repeated, reason) => {
  const { outbound, url, closed } = await endless(beginning, repeated);

  await expect(outbound.post({ url, headers: {}, body: '{}' })).rejects.toThrow(reason);

  await closed;
});

test.each(['get', 'getFile', 'fetchWhole'] as const)('%s ends with too many informational responses', async (name) => {
  const { outbound, url } = await endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n');
  const calls = {
    get: () => outbound.get(url, {}),
    getFile: () => outbound.getFile(url, 1000),
    fetchWhole: () => outbound.fetchWhole('GET', { url, headers: {}, body: '' }, 1000),
  };

  await expect(calls[name]()).rejects.toThrow('more than 5 informational responses');
});

test('a few informational responses come before a response', async () => {
  const { outbound, url } = await endless(
    `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5)}${ok}Content-Length: 2\r\nConnection: close\r\n\r\nok`,
    '',
  );

  expect(await outbound.post({ url, headers: {}, body: '{}' })).toMatchObject({ status: 200, body: 'ok' });
});

test('a long body is read up to its limit, and the response counts', async () => {
  const { outbound, url, closed } = await endless(`${ok}\r\n`, 'a'.repeat(1000));

  expect(await outbound.post({ url, headers: {}, body: '{}' })).toMatchObject({ status: 200, body: 'a'.repeat(8192) });

  await closed;
});

/** Starts a server that answers with a beginning, and then the same again and again while somebody reads. */
async function endless(beginning: string, repeated: string) {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const many = repeated.repeat(Math.ceil(60_000 / Math.max(1, repeated.length)));
  const server = createServer((socket) => {
    const write = () => {
      while (many !== '' && socket.writable && socket.write(many));
    };
    socket.on('error', () => undefined).on('close', resolve);
    socket.on('drain', write).once('data', () => {
      socket.write(beginning);
      write();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const outbound = new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'], timeoutMilliseconds: 60_000 });
  onTestFinished(() => {
    outbound.close();
    server.close();
  });
  return { outbound, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, closed };
}
