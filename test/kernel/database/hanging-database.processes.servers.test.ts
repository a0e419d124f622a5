import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startServer as startDatabase } from '../../../scripts/databases/find.ts';
import type { DatabaseServer } from '../../../scripts/databases/server.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { timeoutOfCallers } from '../../../src/kernel/database/engines/timeout.ts';
import { isSilence } from '../../../src/kernel/database/failures.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { emptyDatabaseUrl } from '../../support/database.ts';
import { type RunningServer, startServer } from '../../support/processes.ts';

const engine = inject('engine');

/** SQLite is a file: no server can hang. */
describe.skipIf(engine === 'sqlite')('a database server that is suspended, such as by SIGSTOP', () => {
  let server: DatabaseServer;
  let service: RunningServer;
  let url: string;

  beforeAll(async () => {
    server = await startDatabase(engine as 'mysql' | 'mariadb');
    url = await emptyDatabaseUrl(engine, server.url);
    service = await startServer(url, { LOG_LEVEL: 'silent', WORKER: 'off' });
  });

  afterAll(async () => {
    await service?.program.stop('SIGKILL');
    await server?.stop();
  });

  test('makes /readyz 503 within two seconds, for any number of callers, and 200 when it goes on', async () => {
    expect(await readiness()).toBe(200);

    await server.whileSuspended(async () => {
      const began = performance.now();
      while ((await readiness()) !== 503) await sleep(50);
      // The promise is two seconds; the machine of the tests may be busy.
      expect(performance.now() - began).toBeLessThan(6_000);
      expect(new Set(await Promise.all(Array.from({ length: 500 }, readiness)))).toEqual(new Set([503]));
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    });

    await expect.poll(readiness).toBe(200);
  });

  test('is given up on every connection, also on one that was idle longer than a statement may take', async () => {
    const database = await openDatabase(url, model, { ...timeoutOfCallers, statementMilliseconds: 500 });
    onTestFinished(() => database.close());
    const sleeps = () => database.rows('SELECT SLEEP(0.2) AS slept');
    await Promise.all([sleeps(), sleeps()]);

    await server.whileSuspended(async () => {
      // While the first statement waits, the other connection is idle.
      for (let statement = 0; statement < 2; statement += 1)
        expect(await sleeps().catch((error: unknown) => error)).toSatisfy(isSilence);
    });

    await expect.poll(() => sleeps().catch(() => null)).toEqual([{ slept: 0 }]);
  });

  async function readiness(): Promise<number> {
    return (await fetch(`${service.url}/readyz`)).status;
  }
});
