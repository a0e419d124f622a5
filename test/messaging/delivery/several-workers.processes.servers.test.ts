import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startServer as startDatabase } from '../../../scripts/databases/find.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { model } from '../../../src/main/registries/tables.ts';
import type { Integration } from '../../../src/messaging/integration/integration.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { emptyDatabaseUrl } from '../../support/database.ts';
import { appSecret, makeAccount, makeIntegration } from '../../support/make.ts';
import { letPass, send, statusesOf } from '../../support/make-messages.ts';
import { Program } from '../../support/processes.ts';
import { MailServer } from '../../support/smtp-server.ts';

const app = useAppWithDatabaseOfItsOwn();

async function startWorker(databaseUrl = app.databaseUrl): Promise<Program> {
  const worker = new Program('worker.ts', [], {
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
  });
  await worker.says(/(Worker is running)/);
  return worker;
}

async function connected(
  options: Parameters<typeof MailServer.startForTest>[0] = {},
  perSecond: number | null = null,
  database: Database = app.database,
): Promise<{ server: MailServer; integration: Integration }> {
  const server = await MailServer.startForTest(options);
  const settings = { username: null, password: null, from: 'mail@bakery.example', ...server.settings };
  const owner = await makeAccount(database);
  const integration = await makeIntegration(database, owner, { provider: 'SMTP', settings, perSecond });
  return { server, integration };
}

const addressesFor = (amount: number) => Array.from({ length: amount }, (_, index) => `user${index}@example.com`);
const recipients = (server: MailServer) => server.mails.flatMap(({ to }) => to);

test('when workers are killed, no message is lost and none goes out twice', async () => {
  const { server, integration } = await connected({ milliseconds: 5 });
  const addresses = addressesFor(500);
  await send(app.database, integration, addresses, { urgent: false });

  for (const enough of [50, 150, 250]) {
    const worker = await startWorker();
    await expect.poll(() => server.mails.length).toBeGreaterThan(enough);
    await worker.stop('SIGKILL');
    await letPass(app.database, integration, 121_000);
  }
  await startWorker();
  const over = async () => {
    const { QUEUED = 0, SENDING = 0 } = await statusesOf(app.database, integration);
    return QUEUED + SENDING;
  };
  await expect.poll(over).toBe(0);

  const found = recipients(server);
  expect(found).toHaveLength(new Set(found).size);
  const { SENT = 0, UNKNOWN = 0, ...others } = await statusesOf(app.database, integration);
  expect(others).toEqual({});
  expect(SENT + UNKNOWN).toBe(addresses.length);
  expect(found.length).toBeGreaterThanOrEqual(SENT);
  expect(found.length).toBeLessThanOrEqual(SENT + UNKNOWN);
  expect(UNKNOWN).toBeLessThan(3 * 100);
});

test('a stopping worker finishes what it is sending and releases the rest', async () => {
  const { server, integration } = await connected({ milliseconds: 100 });
  await send(app.database, integration, addressesFor(200), { urgent: false });
  const worker = await startWorker();
  await expect.poll(() => server.mails.length).toBeGreaterThan(10);

  const ending = await worker.stop('SIGTERM');

  expect(ending).toMatchObject({ code: 0, errors: '' });
  const { SENT, ...others } = await statusesOf(app.database, integration);
  expect(SENT).toBe(server.mails.length);
  expect(others).toEqual({ QUEUED: 200 - Number(SENT) });
  const [leased] = await app.database.rows<{ amount: number }>(
    'SELECT COUNT(*) AS amount FROM messages WHERE integration_id = ? AND due_at > ?',
    [integration.id, new Date(Date.now() + 1000).toISOString().replace('T', ' ').slice(0, 23)],
  );
  expect(Number(leased?.amount)).toBe(0);
});

test('two workers share the work, send everything once, and keep to the rate together', async () => {
  const { server, integration } = await connected({}, 60);
  await Promise.all([startWorker(), startWorker()]);
  const began = Date.now();
  await send(app.database, integration, addressesFor(240), { urgent: false });

  await expect.poll(() => server.mails.length).toBe(240);

  expect(new Set(recipients(server)).size).toBe(240);
  const times = server.mails.map(({ at }) => at).sort((one, other) => one - other);
  expect(Number(times.at(-1)) - began).toBeGreaterThanOrEqual(3900);
  // In each second, workers may send the rate plus the messages claimed in advance while the machine was busy.
  const busiest = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));
  expect(busiest).toBeLessThanOrEqual(120);
});

test.runIf(inject('engine') !== 'sqlite')(
  'outcomes are remembered while the database is unavailable, and recorded afterwards',
  async () => {
    const databaseServer = await startDatabase(inject('engine') as 'mysql' | 'mariadb');
    onTestFinished(() => databaseServer.stop());
    const url = await emptyDatabaseUrl(inject('engine'), databaseServer.url);
    const database = await openDatabase(url, model);
    onTestFinished(() => database.close());
    await migrate(database);
    const { server, integration } = await connected({ milliseconds: 1000 }, null, database);
    await startWorker(url);
    await send(database, integration, addressesFor(5));
    await expect.poll(() => server.open).toBeGreaterThan(0);
    await expect.poll(() => statusesOf(database, integration)).toMatchObject({ SENDING: 5 });

    await databaseServer.restart(() => sleep(2000));

    await expect.poll(() => statusesOf(database, integration).catch(() => null)).toEqual({ SENT: 5 });
    expect(server.mails).toHaveLength(5);
  },
);
