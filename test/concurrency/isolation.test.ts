import { expect, inject, onTestFinished, test } from 'vitest';
import { settleNoisyNeighbour } from '../../bench/noisy-neighbour.ts';
import { settleQuietNeighbour } from '../../bench/quiet-neighbour.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { giveBackDatabase, patienceOfTests, takeDatabase } from '../support/database.ts';
import { startServer } from '../support/processes.ts';

const appSecret = 'only-for-tests-'.repeat(3);
const settings = {
  APP_SECRET: appSecret,
  ALLOW_INSECURE_WEBHOOKS: 'on',
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  LOG_LEVEL: 'silent',
};

/** SQLite has one writer for all, so it promises no isolation. */
test.skipIf(inject('engine') === 'sqlite')(
  'while one account does everything that it may, the claims and webhooks of another are as fast as promised',
  async () => {
    const [engine, serverUrl] = [inject('engine'), inject('serverUrl')];
    const url = await takeDatabase(engine, serverUrl);
    onTestFinished(() => giveBackDatabase(serverUrl, url));
    const database = await openDatabase(url, model, patienceOfTests);
    onTestFinished(() => database.close());
    const quiet = await settleQuietNeighbour(database, appSecret, 200);
    onTestFinished(quiet.close);
    const start = await settleNoisyNeighbour(database, appSecret, {
      sessions: 100_000,
      subaccounts: 6,
      contacts: 2000,
    });
    const server = await startServer(url, settings);

    const noisy = await start(server.url);
    const { claims, webhooks } = await quiet.claim(server.url, 200);
    await noisy.stop();

    // The bench measures the promised 250 ms and 5 s. A machine that runs other tests at the same time is slower.
    expect(claims.at(-3), 'p99 of the claims').toBeLessThan(1500);
    expect(webhooks.at(-1), 'the slowest webhook').toBeLessThan(15_000);
    const unexpected = Object.values(noisy.heard).flatMap((statuses) =>
      Object.keys(statuses).filter((status) => !['200', '422', '429', '503'].includes(status)),
    );
    expect(unexpected).toEqual([]);
  },
);
