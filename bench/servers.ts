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

interface Settings {
  env?: Record<string, string>;
  /**
   * The limit of the heap in MB, for processes whose memory is measured. V8 postpones garbage collection, so without a limit the
   * garbage would grow with the work on a large machine.
   */
  heap?: number;
}

export const heapOfJobs = 128;

const settingsOf = (url: string, { env, heap }: Settings = {}) => ({
  env: { ...environment(url), ...env },
  execArgv: heap ? [`--max-old-space-size=${heap}`] : [],
});

/** Starts the service, by default without a worker. */
export function startService(url: string, settings?: Settings): Promise<ServerProcess> {
  return startServerProcess(program('server'), settingsOf(url, settings));
}

export function startWorkerProcess(url: string, settings?: Settings): MeasuredProcess {
  return startProcess(program('worker'), settingsOf(url, settings));
}

/** Starts a command of the service. */
export function startCommand(url: string, ...parameters: string[]): MeasuredProcess {
  return startProcess(program('cli'), { ...settingsOf(url, { heap: heapOfJobs }), parameters });
}

export async function startServers(url: string, { accountId }: Data): Promise<Pair<ServerProcess>> {
  const baseline = new URL('baseline.ts', import.meta.url);
  return {
    service: await startService(url),
    baseline: await startServerProcess(baseline, settingsOf(url, { env: { ACCOUNT_ID: accountId } })),
  };
}
