import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startServer as startDatabase } from '../../../scripts/databases/find.ts';
import type { DatabaseServer } from '../../../scripts/databases/server.ts';
import { emptyDatabaseUrl } from '../../support/database.ts';
import { type RunningServer, startServer } from '../../support/processes.ts';

const engine = inject('engine');

/** SQLite is a file: no server can hang. */
describe.skipIf(engine === 'sqlite')('a database server that is suspended, such as by SIGSTOP', () => {
  let server: DatabaseServer;
  let service: RunningServer;

  beforeAll(async () => {
    server = await startDatabase(engine as 'mysql' | 'mariadb');
    const url = await emptyDatabaseUrl(engine, server.url);
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

  async function readiness(): Promise<number> {
    return (await fetch(`${service.url}/readyz`)).status;
  }
});
