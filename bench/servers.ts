import type { Pair } from './compare.ts';
import type { Data } from './data.ts';
import { type MeasuredProcess, type ServerProcess, startProcess, startServerProcess } from './measured-process.ts';

export const appSecret = 'a secret that protects nothing, for the bench only';

export const environment = (url: string) => ({
  DATABASE_URL: url,
  PUBLIC_URL: 'https://example.com',
  APP_SECRET: appSecret,
  HOST: '127.0.0.1',
  DEMO: 'off',
  LOG_LEVEL: 'info',
  RATE_LIMIT: '1000000',
  WORKER: 'off',
  ALLOW_INSECURE_WEBHOOKS: 'on',
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
});

const program = (name: string) => new URL(`../src/main/${name}.ts`, import.meta.url);

/**
 * For processes whose memory is measured. V8 postpones garbage collection, so without a limit the garbage would grow with the work
 * on a large machine.
 */
const boundedHeap = (megabytes = 128) => [`--max-old-space-size=${megabytes}`];

/** Starts the service, by default without a worker. */
export function startService(url: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  return startServerProcess(program('server'), { env: { ...environment(url), ...env } });
}

export function startBoundedService(url: string, megabytes?: number): Promise<ServerProcess> {
  return startServerProcess(program('server'), { env: environment(url), execArgv: boundedHeap(megabytes) });
}

export async function startServers(url: string, { accountId }: Data): Promise<Pair<ServerProcess>> {
  return {
    service: await startService(url),
    baseline: await startServerProcess(new URL('baseline.ts', import.meta.url), {
      env: { ...environment(url), ACCOUNT_ID: accountId },
    }),
  };
}

export function startWorkerProcess(url: string, env: Record<string, string> = {}): MeasuredProcess {
  return startProcess(program('worker'), { env: { ...environment(url), ...env } });
}

export function startBoundedWorker(url: string, megabytes?: number): MeasuredProcess {
  return startProcess(program('worker'), { env: environment(url), execArgv: boundedHeap(megabytes) });
}

/** Starts a command of the service. */
export function startBoundedCommand(url: string, ...parameters: string[]): MeasuredProcess {
  return startProcess(program('cli'), { env: environment(url), parameters, execArgv: boundedHeap() });
}
