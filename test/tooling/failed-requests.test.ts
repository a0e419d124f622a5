import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { request } from '../../bench/ask.ts';

/* A test that fails because a request failed says why. */

test('the error of a request that cannot connect has the code of the system', async () => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();

  await expect(request(`http://127.0.0.1:${port}/`, {})).rejects.toThrow(/^fetch failed: ECONNREFUSED connect ECONN/);
});

test('the error of a request whose connection ends says that the other side closed it', async () => {
  const server = createServer((request) => void request.socket.end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  await expect(request(url, { method: 'POST', body: 'x' })).rejects.toThrow(
    /^fetch failed: UND_ERR_SOCKET other side closed$/,
  );
});
