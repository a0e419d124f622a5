import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/databases/kept-server.ts';
import { median } from './compare.ts';
import type { BenchServer } from './database.ts';
import { environment } from './servers.ts';
import { tableOf } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const starts = 5;
const idleMilliseconds = 5000;
const pollMilliseconds = 5;

type Child = ChildProcessByStdio<null, Readable, null>;

interface Program {
  title: string;
  command: [string, ...string[]];
  /** Waits until it is ready, or for a command, until it has ended. */
  ready: (child: Child, port: number) => Promise<unknown>;
}

const migration: Program = {
  title: 'cli migrate',
  command: [process.execPath, 'src/main/cli.ts', 'migrate'],
  ready: (child) => once(child, 'exit'),
};

const programs: readonly Program[] = [
  { title: 'npm start', command: ['npm', 'start'], ready: (_, port) => untilReady(port) },
  { title: 'server', command: [process.execPath, 'src/main/server.ts'], ready: (_, port) => untilReady(port) },
  {
    title: 'worker',
    command: [process.execPath, 'src/main/worker.ts'],
    ready: (child) => once(child.stdout, 'data'),
  },
  migration,
];

interface Started {
  /** In milliseconds. */
  ready: number;
  /** In MB, after some idle seconds. Null for a command, which has ended by then. */
  idle: number | null;
}

/** Measures how long programs take to start on a migrated database, and how much memory they have when idle. */
export async function measureStart(databases: BenchServer): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'start-'));
  const engine = databases.name.replace(/ .*/s, '');
  const urls = { SQLite: `sqlite:${join(directory, 'data.sqlite')}`, [engine]: await databases.create() };
  const results: Awaited<ReturnType<typeof measure>>[] = [];
  try {
    for (const [name, url] of Object.entries(urls)) {
      await start(migration, environment(url));
      for (const program of programs) {
        const env = { ...environment(url), WORKER: 'on', NODE_COMPILE_CACHE: mkdtempSync(join(directory, 'cache-')) };
        results.push(await measure(`${program.title}, ${name}`, program, env));
      }
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
  return tableOf(results, {
    'start on a migrated database': ({ title }) => title,
    'ms without cache': ({ first }) => first.toFixed(0),
    'ms to ready': ({ ready }) => ready.toFixed(0),
    aim: () => '1500',
    'idle MB': ({ idle }) => idle?.toFixed(0) ?? '',
    'aim of MB': ({ idle }) => (idle === null ? '' : '180'),
  });
}

/** The first start is without the compiled code that an earlier start has stored. */
async function measure(title: string, program: Program, env: Record<string, string>) {
  const { ready: first } = await start(program, env);
  const later: number[] = [];
  while (later.length < starts) later.push((await start(program, env)).ready);
  const { idle } = await start(program, env, idleMilliseconds);
  return { title, first, ready: median(later), idle };
}

async function start(
  { command: [file, ...parameters], ready }: Program,
  env: Record<string, string>,
  milliseconds = 0,
): Promise<Started> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(file, parameters, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await ready(child, port);
  const started = performance.now() - began;
  if (child.exitCode !== null) return { ready: started, idle: null };
  child.stdout.resume();
  await sleep(milliseconds);
  const server = innermax(child.pid as number);
  const idle = residentMegabytes(server);
  process.kill(server, 'SIGTERM');
  await exit;
  return { ready: started, idle };
}

async function untilReady(port: number): Promise<void> {
  while (!(await isReady(port))) await sleep(pollMilliseconds);
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns the process that does the work: npm starts it. */
function innermax(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return child ? innermax(Number(child)) : pid;
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
