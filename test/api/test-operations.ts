import { afterAll, beforeAll, inject } from 'vitest';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl, timeoutOfTests } from '../support/database.ts';
import { makeAccount, type NewKey } from '../support/make.ts';
import { type RunningServer, startServer } from '../support/processes.ts';

const script = new URL('../main/server-with-test-operations.ts', import.meta.url).pathname;

interface Service {
  database: Database;
  server: RunningServer;
  client: (key?: NewKey) => Promise<Client>;
}

/** A process of the service with the operations of declared-for-tests.ts, which are hidden from other tests. */
export function useTestOperations(): Service {
  const service: Service = {
    database: undefined as never,
    server: undefined as never,
    client: async (key) => new Client(service.server.url, await makeAccount(service.database, key)),
  };
  beforeAll(async () => {
    const url = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
    service.database = await openDatabase(url, model, timeoutOfTests);
    service.server = await startServer(url, { LOG_LEVEL: 'silent' }, script);
  });
  afterAll(async () => {
    await service.server.program.stop();
    await service.database.close();
  });
  return service;
}
