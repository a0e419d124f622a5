import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cacheDirectory } from './cache.ts';
import type { Program } from './program.ts';

/** Templates that are being made, so that servers that start together share one. */
const unfinishedTemplates = new Map<string, Promise<void>>();

/** Fills the data directory of a new server. Making the first one takes seconds, so later ones are copies of it. */
export async function fillDataDirectory(program: Program, directory: string): Promise<void> {
  const template = join(cacheDirectory, 'templates', `${program.engine}-${program.version}`);
  if (!existsSync(template)) {
    const making = unfinishedTemplates.get(template) ?? makeTemplate(program, template);
    unfinishedTemplates.set(template, making);
    await making.finally(() => unfinishedTemplates.delete(template));
  }
  await cp(template, directory, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function makeTemplate(program: Program, template: string) {
  await mkdir(join(template, '..'), { recursive: true });
  const unfinished = await mkdtemp(`${template}.`);
  try {
    await initialize(program, unfinished);
    await rename(unfinished, template);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if (!existsSync(template)) throw error; // otherwise another run made it meanwhile
  }
}

async function initialize({ engine, command, home }: Program, directory: string) {
  const [file = '', ...programArguments] = [...command, ...locations(home, directory)];
  const mode = engine === 'mysql' ? ['--initialize-insecure'] : ['--bootstrap', '--enforce-storage-engine='];
  const child = spawn(file, [...programArguments, ...mode], { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => {}); // the exit code is more informative
  child.stdin.end(engine === 'mysql' ? '' : systemTables(home));
  const [messages, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) {
    const errors = messages.split('\n').filter((line) => line.includes('[ERROR]'));
    throw new Error(`could not make a data directory: ${errors.join('; ') || messages.trim().split('\n').at(-1)}`);
  }
}

/** Options for every run of the program. `--no-defaults` must come first. */
export function locations(home: string, directory: string): string[] {
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const own = ['datadir', 'secure-file-priv'].map((name) => `--${name}=${directory}`);
  return ['--no-defaults', `--basedir=${home}`, ...own, `--socket=${directory}.sock`, ...user];
}

/** The statements that mariadb-install-db sends to the server. That script itself needs programs of further packages. */
function systemTables(home: string) {
  const share =
    ['share/mysql', 'share/mariadb'].map((path) => join(home, path)).find((path) => existsSync(path)) ?? home;
  const files = ['system_tables', 'performance_tables', 'system_tables_data'].map((name) => `mysql_${name}.sql`);
  const statements = files.map((file) => readFileSync(join(share, file), 'utf8'));
  return ['CREATE DATABASE mysql;', 'USE mysql;', 'SET @auth_root_socket = NULL;', ...statements].join('\n');
}
