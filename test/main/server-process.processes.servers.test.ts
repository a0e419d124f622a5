import { beforeAll, expect, inject, test } from 'vitest';
import { openEmpty } from '../kernel/database/scratch.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl } from '../support/database.ts';
import { Program, startAndFail, startServer } from '../support/processes.ts';

const bootstrapKey = { id: 'key_0123456789abcdef', secret: 'sixteen-or-more-characters' };
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
});

test('the server exits with 0 on SIGINT, and the worker on SIGTERM', async () => {
  const { program } = await startServer(databaseUrl);
  const worker = new Program('worker.ts', [], { DATABASE_URL: databaseUrl });
  await worker.says(/^(Worker is running)$/m);

  expect((await program.stop('SIGINT')).code).toBe(0);
  expect((await worker.stop()).code).toBe(0);
});

test.skipIf(inject('engine') === 'sqlite')(
  'the server reports a wrong database password without repeating it',
  async () => {
    const url = new URL(databaseUrl.replace(/^\w+:/, 'http:'));
    const address = `mysql://nobody:opensesame@${url.host}${url.pathname}`;

    const { code, line } = await startAndFail({ DATABASE_URL: address, PORT: '0' });

    expect([code, line]).toEqual([1, expect.stringMatching(/^Cannot open DATABASE_URL: Access denied/)]);
    expect(line).not.toContain('opensesame');
  },
);

test('a worker does not wait for a migration of its database', async () => {
  const { url } = await openEmpty();

  const { code, errors } = await new Program('worker.ts', [], { DATABASE_URL: url }).ended;

  expect([code, errors]).toEqual([1, 'The database is not migrated: run npm run migrate\n']);
});

test('with MIGRATE=off a server does not start on a database with pending migrations, and serves a migrated one', async () => {
  const { url } = await openEmpty();

  const { code, line } = await startAndFail({ DATABASE_URL: url, MIGRATE: 'off', PORT: '0' });

  expect([code, line]).toEqual([1, 'The database is not migrated: run npm run migrate']);
  const migrated = await startServer(databaseUrl, { MIGRATE: 'off' });
  await expect.poll(async () => (await fetch(`${migrated.url}/readyz`)).status).toBe(200);
  expect((await migrated.program.stop()).code).toBe(0);
});

test('the bootstrap key works, even after a restart, and no second account is made', async () => {
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
