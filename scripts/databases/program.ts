import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Engine, readVersion } from './server.ts';

/** A server program that runs on this machine. */
export interface Program {
  engine: Engine;
  version: string;
  /** How to run it: its path, after its own dynamic linker if it needs one. */
  command: string[];
  /** The root of the installation (`basedir`), which contains share/. */
  home: string;
}

const oldestSupported: Record<Engine, string> = { mysql: '8.4', mariadb: '10.11' };

const usualDirectories = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/mysql/bin',
];

/** Finds an installed server by its version output, because Debian's mariadb-server installs MariaDB under the name mysqld too. */
export async function installedProgram(engine: Engine, directories = usualDirectories): Promise<Program> {
  const paths = directories
    .flatMap((directory) => [join(directory, 'mysqld'), join(directory, 'mariadbd')])
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));

  const found = await Promise.all([...new Set(paths)].map((path) => inspect([path], dirname(dirname(path)))));
  const program = found.find((candidate) => candidate.engine === engine && isSupported(candidate));
  if (program) return program;
  throw new Error(found.length > 0 ? `found only ${found.map(describe).join(', ')}` : 'found none');
}

export async function inspect(command: string[], home: string): Promise<Program> {
  const [file = '', ...programArguments] = [...command, '--no-defaults', '--version'];
  const { stdout } = await promisify(execFile)(file, programArguments);
  return { ...readVersion(stdout), command, home };
}

function isSupported({ engine, version }: Program) {
  return version.localeCompare(oldestSupported[engine], 'en', { numeric: true }) >= 0;
}

function describe({ engine, version, command }: Program) {
  return `${engine} ${version} (${command.at(-1)})`;
}
