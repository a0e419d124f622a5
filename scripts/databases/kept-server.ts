import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Kept } from './keeper.ts';
import { askVersion, type DatabaseServer, type Engine } from './server.ts';

const keeperFile = fileURLToPath(new URL('keeper.ts', import.meta.url));

interface KeptServer extends Kept {
  engine: Engine;
  origin: string;
  port: number;
  secondsToStart: number;
}

export async function keepServer(options: KeptServer): Promise<DatabaseServer> {
  const url = `${options.engine}://root@127.0.0.1:${options.port}`;
  const keeper = startKeeper(options);
  const stop = () => stopKeeper(keeper);
  try {
    const { version } = await answerOf(url, keeper, options);
    const whileSuspended = (work: () => Promise<void>) => suspendKept(keeper, work);
    return { engine: options.engine, origin: options.origin, version, url, stop, restart, whileSuspended };
  } catch (error) {
    await stop();
    throw error;
  }

  async function restart(whileDown = async () => {}) {
    keeper.send('stop');
    await once(keeper, 'message');
    try {
      await whileDown();
    } finally {
      keeper.send('start');
      await answerOf(url, keeper, options);
    }
  }
}

/** Starts the program under a separate process, which stops the program when this process ends. */
export function startKeeper({ directory, command, cleanup, suspend }: Kept) {
  const log = openSync(join(directory, 'log'), 'a');
  const keeper = fork(keeperFile, [JSON.stringify({ directory, command, cleanup, suspend } satisfies Kept)], {
    detached: true, // so that Ctrl-C reaches only the run, which then stops its servers properly
    execArgv: [],
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  return keeper;
}

export async function stopKeeper(keeper: ChildProcess) {
  if (keeper.exitCode !== null) return;
  if (keeper.connected) keeper.disconnect();
  await once(keeper, 'exit');
}

/** Suspends the program, which keeps its connections but does not answer, waits for the work, and resumes the program. */
export async function suspendKept(keeper: ChildProcess, work: () => Promise<void>) {
  keeper.send('suspend');
  await once(keeper, 'message');
  try {
    await work();
  } finally {
    keeper.send('resume');
    await once(keeper, 'message');
  }
}

async function answerOf(url: string, keeper: ChildProcess, { directory, secondsToStart }: KeptServer) {
  let stopped = false;
  keeper.once('message', () => (stopped = true));
  const deadline = performance.now() + secondsToStart * 1000;
  while (!stopped && keeper.connected && performance.now() < deadline) {
    const version = await askVersion(url).catch(() => undefined);
    if (version) return version;
    await sleep(50);
  }
  const log = readFileSync(join(directory, 'log'), 'utf8').trim().split('\n');
  throw new Error(`did not start: ${log.find((line) => line.includes('[ERROR]')) ?? log.at(-1)}`);
}

/** Returns a free port below the range of outgoing connections, so that no connection occupies it during a restart. */
export async function freePort(): Promise<number> {
  const port = 15_000 + Math.floor(Math.random() * 15_000);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
