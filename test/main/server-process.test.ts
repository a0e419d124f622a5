import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openEmpty } from '../kernel/database/scratch.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl } from '../support/database.ts';
import { Program, startServer } from '../support/processes.ts';

const bootstrapKey = { id: 'key_0123456789abcdef', secret: 'sixteen-or-more-characters' };
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
});

test('on SIGTERM the server finishes what runs, takes nothing new, and exits with 0', async () => {
  const { program, url } = await startServer(databaseUrl);
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
  expect(await program.ended).toMatchObject({ code: 0, signal: null, errors: '' });
});

test('on SIGTERM open WebSockets are told to go', async () => {
  const { program, url } = await startServer(databaseUrl);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');

  program.kill('SIGTERM');

  expect((await once(socket, 'close'))[0]).toBe(1001);
  expect((await program.ended).code).toBe(0);
});

test('SIGINT is as good as SIGTERM, and the worker ends like the server', async () => {
  const { program } = await startServer(databaseUrl);
  const worker = new Program('worker.ts', [], { DATABASE_URL: databaseUrl });
  await worker.says(/^(Worker is running)$/m);

  expect((await program.stop('SIGINT')).code).toBe(0);
  expect((await worker.stop()).code).toBe(0);
});

test('a port that is in use is told in one line', async () => {
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
  'a database that cannot be reached is told in one line: %s',
  async (url) => {
    const ending = await startAndFail({ DATABASE_URL: url, PORT: '0' });

    expect(ending).toEqual({ code: 1, line: expect.stringMatching(/^Cannot open DATABASE_URL: .*\w/) });
  },
);

test.skipIf(inject('engine') === 'sqlite')('a wrong password for the database is told without it', async () => {
  const url = new URL(databaseUrl.replace(/^\w+:/, 'http:'));
  const address = `mysql://nobody:opensesame@${url.host}${url.pathname}`;

  const { code, line } = await startAndFail({ DATABASE_URL: address, PORT: '0' });

  expect([code, line]).toEqual([1, expect.stringMatching(/^Cannot open DATABASE_URL: Access denied/)]);
  expect(line).not.toContain('opensesame');
});

test('a worker waits for nobody to migrate its database', async () => {
  const { url } = await openEmpty();

  const { code, errors } = await new Program('worker.ts', [], { DATABASE_URL: url }).ended;

  expect([code, errors]).toEqual([1, 'The database is not migrated: run npm run migrate\n']);
});

test('the bootstrap key works, after a restart too, and no second account is made', async () => {
  const { url } = await openEmpty();
  const viewers: string[] = [];

  for (const _ of ['first', 'second']) {
    const server = await startServer(url, { BOOTSTRAP_API_KEY: `${bootstrapKey.id}:${bootstrapKey.secret}` });
    const client = new Client(server.url, {
      account: undefined as never,
      keyId: bootstrapKey.id,
      secret: bootstrapKey.secret,
    });
    const { data } = await client.graphql('{ viewer { account { id } scopes } }');
    expect(data.viewer.scopes).toContain('ADMIN');
    viewers.push(data.viewer.account.id);
    await server.program.stop();
  }

  expect(viewers[0]).toBe(viewers[1]);
});

/** How a server ends that cannot start, and the only line that it prints. */
async function startAndFail(env: NodeJS.ProcessEnv): Promise<{ code: number | null; line: string }> {
  const { code, output, errors } = await new Program('server.ts', [], { DEMO: 'off', ...env }).ended;
  expect(output).toBe('');
  const [line = '', ...others] = errors.trim().split('\n');
  expect(others).toEqual([]);
  return { code, line };
}
