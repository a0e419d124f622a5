import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { migratedDatabaseUrl } from '../support/database.ts';
import { startAndFail, startServer } from '../support/processes.ts';

let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
});

test('on SIGTERM the server finishes and logs running requests, accepts no new ones, and exits with 0', async () => {
  const { program, url } = await startServer(databaseUrl, { LOG_LEVEL: 'info' });
  const running = connect(Number(new URL(url).port), '127.0.0.1');
  const answer = text(running);
  const body = JSON.stringify({ query: '{ __typename }' });
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  running.write(head + body.slice(0, 5));
  await fetch(`${url}/healthz`);

  program.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'served',
        () => 'refused',
      ),
    )
    .toBe('refused');
  running.write(body.slice(5));

  expect(await answer).toContain('{"data":{"__typename":"Query"}}');
  const logged = expect.stringContaining('"method":"POST","path":"/graphql"');
  expect(await program.ended).toMatchObject({ code: 0, signal: null, output: logged, errors: '' });
});

test('on SIGTERM the server closes open WebSockets with 1001', async () => {
  const { program, url } = await startServer(databaseUrl);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');

  program.kill('SIGTERM');

  expect((await once(socket, 'close'))[0]).toBe(1001);
  expect((await program.ended).code).toBe(0);
});

test('the system accepts a thousand simultaneous connections while the process is busy', async () => {
  const { program, url } = await startServer(databaseUrl);
  const sockets = Array.from({ length: 1_000 }, () => new Socket().on('error', () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  program.kill('SIGSTOP'); // the longest way to be busy
  await Promise.all(sockets.map((socket) => once(socket.connect(Number(new URL(url).port), '127.0.0.1'), 'connect')));

  program.kill('SIGCONT');

  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('the server reports a port in use in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;

  const ending = await startAndFail({ DATABASE_URL: databaseUrl, PORT: String(port) });

  expect(ending).toEqual({
    code: 1,
    line: expect.stringMatching(`^Cannot listen on PORT ${port} of HOST 127.0.0.1: `),
  });
});

test.each(['mysql://root@127.0.0.1:1/campaigns', 'mariadb://root@localhost:1/campaigns', 'sqlite:/dev/null/a.sqlite'])(
  'the server reports an unreachable database in one line: %s',
  async (url) => {
    const ending = await startAndFail({ DATABASE_URL: url, PORT: '0' });

    expect(ending).toEqual({ code: 1, line: expect.stringMatching(/^Cannot open DATABASE_URL: .*\w/) });
  },
);
