import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const programs = fileURLToPath(new URL('../../src/main', import.meta.url));

/** The `id:secret` of an API key. */
export type Key = string;

export interface Service {
  url: string;
  databaseFile: string;
  /** What the service has printed so far. */
  output(): string;
  /** Makes an account, and returns its first key. */
  makeAccount(name: string): Promise<Key>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  ask(key: Key, document: string, variables?: object): Promise<any>;
  stop(): Promise<void>;
}

/** Starts the service on a database and a port of its own. */
export async function startService(given: NodeJS.ProcessEnv): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'pictures-'));
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const env = { PATH, LD_LIBRARY_PATH, PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'info', ...given };
  const child = spawn(process.execPath, [resolve(programs, 'server.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = once(child, 'close');
  const url = await until(() => {
    if (child.exitCode !== null) throw new Error(`the service ended: ${output}`);
    return /^Campaign service at (\S+)$/m.exec(output)?.[1];
  });
  return {
    url,
    databaseFile: join(directory, 'campaigns.sqlite'),
    output: () => output,
    makeAccount: async (name) => {
      const words = [resolve(programs, 'cli.ts'), 'account', 'create', '--name', name];
      const { stdout } = await promisify(execFile)(process.execPath, words, { env });
      const [, id, secret] = /^Key +(\S+)\nSecret +(\S+)$/m.exec(stdout) ?? [];
      return `${id}:${secret}`;
    },
    ask: async (key, query, variables = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return ((await response.json()) as { data: unknown }).data;
    },
    stop: async () => {
      child.kill();
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

export interface Demo extends Service {
  key: Key;
}

/** Starts the demo, and waits until its year is made. */
export async function startDemo(): Promise<Demo> {
  const service = await startService({ DEMO: 'on', LOG_LEVEL: 'error' });
  const key = await until(() => /^ +Demo key +(\S+)$/m.exec(service.output())?.[1]);
  await until(async () => {
    const { jobs } = await service.ask(key, '{ jobs { nodes { status } } }');
    return jobs.nodes.length > 0 && jobs.nodes.every(({ status }: { status: string }) => status === 'DONE');
  });
  return { ...service, key };
}

/** Waits for a value that is neither false nor absent. */
export async function until<Value>(
  find: () => Value | Promise<Value>,
): Promise<Exclude<Value, false | null | undefined>> {
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(100)) {
    const found = await find();
    if (found) return found as Exclude<Value, false | null | undefined>;
  }
  throw new Error(`waited in vain: ${find}`);
}
