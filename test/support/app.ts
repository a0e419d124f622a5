import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, inject } from 'vitest';
import { serveApp } from '../../src/app.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createLog } from '../../src/log.ts';
import { model } from '../../src/tables.ts';
import { Client } from './client.ts';
import { migratedDatabaseUrl } from './database.ts';
import { makeAccount, type NewKey } from './make.ts';

export interface App {
  database: Database;
  /** Where other processes find the same database. */
  databaseUrl: string;
  url: string;
  /** A client with a key of a new account, or of the account of another client. */
  client: (key?: NewKey) => Promise<Client>;
}

/** The service on the engine of this run, listening on a port of its own while the tests of the file run. */
export function useApp(): App {
  const app: App = {
    database: undefined as never,
    databaseUrl: '',
    url: '',
    client: async (key) => new Client(app.url, await makeAccount(app.database, key)),
  };
  let stop = async (): Promise<void> => undefined;
  beforeAll(async () => {
    app.databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
    app.database = await openDatabase(app.databaseUrl, model);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    app.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { endSubscriptions } = serveApp(server, {
      database: app.database,
      log: createLog('silent'),
      publicUrl: app.url,
      appSecret: 'a secret of the tests, long enough',
      graphiql: {},
    });
    stop = async () => {
      server.closeAllConnections();
      server.close();
      await endSubscriptions();
      await app.database.close();
    };
  });
  afterAll(() => stop());
  return app;
}
