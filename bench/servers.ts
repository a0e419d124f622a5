import type { Pair } from './compare.ts';
import type { Data } from './data.ts';
import { type MeasuredProcess, type ServerProcess, startProcess, startServerProcess } from './measured-process.ts';

export const appSecret = 'a secret that protects nothing, for the bench only';

const environment = (url: string) => ({
  DATABASE_URL: url,
  PUBLIC_URL: 'https://example.com',
  APP_SECRET: appSecret,
  HOST: '127.0.0.1',
  DEMO: 'off',
  LOG_LEVEL: 'info',
  RATE_LIMIT: '0',
  WORKER: 'off',
  ALLOW_INSECURE_WEBHOOKS: 'on',
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
});

/** The service, without a worker. */
export function startService(url: string): Promise<ServerProcess> {
  return startServerProcess(new URL('../src/server.ts', import.meta.url), environment(url));
}

export function startServiceWithWorker(url: string): Promise<ServerProcess> {
  return startServerProcess(new URL('../src/server.ts', import.meta.url), { ...environment(url), WORKER: 'on' });
}

export async function startServers(url: string, { accountId }: Data): Promise<Pair<ServerProcess>> {
  return {
    service: await startService(url),
    baseline: await startServerProcess(new URL('baseline.ts', import.meta.url), {
      ...environment(url),
      ACCOUNT_ID: accountId,
    }),
  };
}

export function startWorkerProcess(url: string): MeasuredProcess {
  return startProcess(new URL('../src/worker.ts', import.meta.url), environment(url));
}

/** Runs a command of the service to its end. */
export function startCommand(url: string, ...parameters: string[]): MeasuredProcess {
  return startProcess(new URL('../src/cli.ts', import.meta.url), environment(url), parameters);
}
