import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/databases/kept-server.ts';

interface Usage {
  /** CPU time so far, in microseconds. */
  cpu: number;
  /** Peak memory so far, in MB. */
  peak: number;
}

/** A process whose CPU time and memory are measured. */
export interface MeasuredProcess {
  usage: () => Promise<Usage>;
  stop: () => Promise<void>;
  /** Waits until the process ends by itself, and returns its last usage. */
  ended: () => Promise<Usage>;
}

export interface ServerProcess extends MeasuredProcess {
  port: number;
}

const pollMilliseconds = 50;

interface Options {
  env: Record<string, string>;
  /** Arguments for the program. */
  parameters?: string[];
  /** Options for Node. */
  execArgv?: string[];
}

export function startProcess(file: URL, { env, parameters = [], execArgv = [] }: Options): MeasuredProcess {
  const child = fork(file, parameters, {
    execArgv: [...execArgv, '--import', new URL('usage.ts', import.meta.url).href],
    env: { ...process.env, NODE_ENV: 'production', ...env },
    // The process writes its log as in production, but the output is discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const usage = async (): Promise<Usage> => {
    // If the process has ended, `exit` reports it.
    child.send('usage', () => {});
    const [answer] = await Promise.race([once(child, 'message'), exit]);
    if (typeof answer !== 'object' || answer === null) throw new Error(`${file.pathname} ended with ${answer}`);
    return answer as Usage;
  };
  return {
    usage,
    stop: async () => {
      if (child.connected) child.disconnect();
      await exit;
    },
    ended: async () => {
      let last = await usage();
      while (child.exitCode === null) {
        last = await usage().catch(() => last);
        await Promise.race([exit, sleep(pollMilliseconds)]);
      }
      if (child.exitCode > 0) throw new Error(`${file.pathname} ended with ${child.exitCode}`);
      return last;
    },
  };
}

/** Starts a server that listens on the port in its environment, and waits until it responds. */
export async function startServerProcess(file: URL, { env, ...options }: Options): Promise<ServerProcess> {
  const port = await freePort();
  const started = startProcess(file, { env: { PORT: String(port), ...env }, ...options });
  while (!(await answers(port))) {
    await started.usage();
    await sleep(pollMilliseconds);
  }
  return { port, ...started };
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
