import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDirectory } from './cache.ts';
import { freePort, startKeeper, stopKeeper, suspendKept } from './kept-server.ts';
import { unpackedCommand } from './unpacked-program.ts';

export interface RedisServer {
  url: string;
  /** Stops the server, waits for `whileDown`, and starts it again on the same port. */
  restart(whileDown?: () => Promise<void>): Promise<void>;
  /** Suspends the server, waits for the work, and resumes it. */
  whileSuspended(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a private Redis on a random port, the installed one or the one from Debian's packages. It stops when this process ends. */
export async function startRedis(): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = await freePort();
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', directory];
  const keeper = startKeeper({ directory, command: [...(await redisCommand()), ...settings] });
  await untilListening(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => stopKeeper(keeper),
    whileSuspended: (work) => suspendKept(keeper, work),
    restart: async (whileDown = async () => {}) => {
      keeper.send('stop');
      await once(keeper, 'message');
      try {
        await whileDown();
      } finally {
        keeper.send('start');
        await untilListening(port);
      }
    },
  };
}

async function redisCommand(): Promise<string[]> {
  const installed = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'redis-server'));
  const found = installed.find((file) => existsSync(file));
  if (found) return [found];
  const wanted = { title: 'Redis', suite: 'bookworm', name: 'redis-server', program: 'usr/bin/redis-server' };
  return unpackedCommand(join(cacheDirectory, 'redis'), wanted);
}

async function untilListening(port: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(20)) {
    const socket = connect(port, '127.0.0.1');
    const listens = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (listens) return;
  }
  throw new Error('Redis did not start');
}
