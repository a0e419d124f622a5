import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, onTestFinished, TestRunner } from 'vitest';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from './client.ts';
import { migratedDatabaseUrl, timeoutOfTests } from './database.ts';
import { makeAccount, type NewKey } from './make.ts';

const source = fileURLToPath(new URL('../../src/main', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'processes-'));
const running = new Set<Program>();

/** The secret of all programs. */
export const secretOfServers = 'only-for-tests-'.repeat(3);

// Hooks stop the programs that they start. This handler kills those that still run when the test process exits.
process.once('exit', () => {
  for (const program of running) program.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** The exit and the output of a process. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  errors: string;
}

/** A process of the product with a clean environment. A process that a test starts is killed when the test ends. */
export class Program {
  readonly ended: Promise<Ending>;
  output = '';
  readonly #child: ChildProcess;

  /** Starts a file of src/main/, or a file with an absolute path. */
  constructor(script: string, programArguments: string[] = [], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [resolve(source, script), ...programArguments], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        // Node needs it where scripts/install.js had to fetch libatomic.
        LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        APP_SECRET: secretOfServers,
        DATA_DIR: join(directory, 'data'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.output += chunk;
    });
    this.#child = child;
    running.add(this);
    if (TestRunner.getCurrentTest()) onTestFinished(() => void this.stop('SIGKILL'));
    this.ended = this.#untilEnded(text(child.stderr));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The resident memory of the process in MiB. */
  get memory(): number {
    const [, pages = ''] = readFileSync(`/proc/${this.#child.pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * 4096) / 2 ** 20;
  }

  /** The most resident memory so far, in MiB. */
  get peakMemory(): number {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
    this.kill(signal);
    return this.ended;
  }

  /** Stops reading the output, as `head` does after its last line. */
  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  /** Waits for output that matches, and returns its first group. */
  async says(pattern: RegExp): Promise<string> {
    const ended = this.ended.then(({ output, errors }) => {
      throw new Error(`the process ended without saying ${pattern}:\n${output}${errors}`);
    });
    ended.catch(() => {}); // the process may end after the wait
    for (;;) {
      const [, found] = pattern.exec(this.output) ?? [];
      if (found !== undefined) return found;
      await Promise.race([once(this.#child.stdout as NonNullable<ChildProcess['stdout']>, 'data'), ended]);
    }
  }

  async #untilEnded(errors: Promise<string>): Promise<Ending> {
    const [code, signal] = (await once(this.#child, 'close')) as [number | null, NodeJS.Signals | null];
    running.delete(this);
    return { code, signal, output: this.output, errors: await errors };
  }
}

export interface RunningServer {
  program: Program;
  url: string;
}

/** Starts a server without a demo on a free port, and waits until the server is ready. */
export async function startServer(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  script = 'server.ts',
): Promise<RunningServer> {
  const program = new Program(script, [], {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    ...env,
  });
  return { program, url: await program.says(/^Campaign service at (\S+)/m) };
}

/** Starts a server that is expected to fail, and returns its exit code and the only line that it prints. */
export async function startAndFail(env: NodeJS.ProcessEnv): Promise<{ code: number | null; line: string }> {
  const { code, output, errors } = await new Program('server.ts', [], { DEMO: 'off', ...env }).ended;
  expect(output).toBe('');
  const [line = '', ...others] = errors.trim().split('\n');
  expect(others).toEqual([]);
  return { code, line };
}

export interface Cluster {
  database: Database;
  /**
   * Makes a client of each process. Both clients have the same key; default a key of a new account. They repeat calls
   * for which the service has no time, because a slow machine cannot serve hundreds of calls of one account at once.
   */
  clients: (key?: NewKey) => Promise<[Client, Client]>;
  urls: readonly [string, string];
}

/** Runs two server processes on one database while the tests of the file run. */
export function useTwoServers(env: NodeJS.ProcessEnv = {}): Cluster {
  let servers: [RunningServer, RunningServer];
  const cluster: Cluster = {
    database: undefined as never,
    urls: ['', ''],
    clients: async (key) => {
      const owner = await makeAccount(cluster.database, key);
      const [one, other] = servers;
      return [new Client(one.url, owner).patient(), new Client(other.url, owner).patient()];
    },
  };
  beforeAll(async () => {
    const databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
    cluster.database = await openDatabase(databaseUrl, model, timeoutOfTests);
    servers = await Promise.all([startServer(databaseUrl, env), startServer(databaseUrl, env)]);
    cluster.urls = [servers[0].url, servers[1].url];
  });
  afterAll(async () => {
    const endings = await Promise.all(servers.map(({ program }) => program.stop()));
    await cluster.database.close();
    const failed = endings.filter(({ code, errors }) => code !== 0 || errors !== '');
    if (failed.length > 0) throw new Error(`a server did not end well: ${JSON.stringify(failed)}`);
  });
  return cluster;
}
