import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/databases/kept-server.ts';

/** One measured server in a process of its own. */
export interface ServerProcess {
  port: number;
  /** The CPU time that it has used so far, in microseconds. */
  cpu: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts a server that listens on the port of its environment, and waits until it answers. */
export async function startServerProcess(file: URL, env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const child = fork(file, {
    execArgv: ['--import', new URL('usage.ts', import.meta.url).href],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
    // The log is written as in production, only to nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${file.pathname} ended with ${child.exitCode}`);
    await sleep(50);
  }
  return {
    port,
    cpu: async () => {
      child.send('usage');
      const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
      return user + system;
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
