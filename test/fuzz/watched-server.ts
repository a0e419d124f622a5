import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, inject } from 'vitest';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import type { App } from '../support/app.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl } from '../support/database.ts';
import { appSecret, makeAccount, makeIntegration } from '../support/make.ts';
import { startServer } from '../support/processes.ts';

const reporter = pathToFileURL(fileURLToPath(new URL('stall-reporter.ts', import.meta.url))).href;

/** The token with which Twilio signs. */
export const authToken = 'the token of the tests';

/** A server process that reports how long its event loop stalls and what memory it uses. */
export interface WatchedServer {
  app: Pick<App, 'database' | 'client'>;
  /** The id of an integration with Twilio. */
  integration: string;
  /** The milliseconds of the longest stall since the last call; 0 without one. */
  longestStall: () => number;
  /** The memory in MiB that nothing can free. */
  usedMemory: () => Promise<number>;
  stop: () => Promise<void>;
}

export async function startWatchedServer(env: NodeJS.ProcessEnv = {}): Promise<WatchedServer> {
  const databaseUrl = await migratedDatabaseUrl('sqlite', inject('serverUrl'));
  const { program, url } = await startServer(databaseUrl, {
    APP_SECRET: appSecret,
    NODE_OPTIONS: `--import=${reporter}`,
    RATE_LIMIT: '0',
    ...env,
  });
  const database = await openDatabase(databaseUrl, model);
  const client: App['client'] = async (key) => new Client(url, await makeAccount(database, key));
  const { owner } = await client();
  const settings = { baseUrl: 'https://127.0.0.1:1', accountSid: 'AC1', authToken, from: null } as never;
  const { id } = await makeIntegration(database, owner, { channel: 'SMS', provider: 'TWILIO', settings });
  let read = 0;
  return {
    app: { database, client },
    integration: id,
    longestStall: () => {
      const stalls = program.output.slice(read).matchAll(/^stall of (\d+) ms$/gm);
      read = program.output.length;
      return Math.max(0, ...stalls.map(([, milliseconds]) => Number(milliseconds)));
    },
    usedMemory: async () => {
      const before = program.output.length;
      program.kill('SIGUSR2');
      const found = () => /^memory of (\S+) MiB$/m.exec(program.output.slice(before))?.[1];
      await expect.poll(found).toBeDefined();
      return Number(found());
    },
    stop: async () => {
      await program.stop();
      await database.close();
    },
  };
}
