import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory } from './cache.ts';
import { unpackDebianPackage } from './debian-packages.ts';
import { inspect, type Program } from './program.ts';
import { type Engine, engineNames } from './server.ts';

/** Debian's stable releases have MariaDB but no MySQL. Its oldest supported MariaDB and its newest MySQL span the most. */
const packages: Record<Engine, { suite: string; name: string; program: string }> = {
  mysql: { suite: 'unstable', name: 'mysql-server-core', program: 'usr/sbin/mysqld' },
  mariadb: { suite: 'bookworm', name: 'mariadb-server-core', program: 'usr/sbin/mariadbd' },
};

export async function unpackedProgram(engine: Engine): Promise<Program> {
  const directory = join(cacheDirectory, engine);
  if (!existsSync(directory)) await fetchInto(directory, engine);
  // Its libraries come from another release than the machine's, so it runs with its own linker and sees only them.
  const [linker] = globSync('{lib,lib64,usr/lib,usr/lib64}/{,*-linux-*/}ld-linux*.so.*', { cwd: directory });
  if (!linker) throw new Error(`found no dynamic linker in ${directory}`);
  const libraries = globSync('{lib,usr/lib}/*-linux-*', { cwd: directory }).map((path) => join(directory, path));
  const command = [
    join(directory, linker),
    '--library-path',
    libraries.join(':'),
    join(directory, packages[engine].program),
  ];
  return inspect(command, join(directory, 'usr'));
}

async function fetchInto(directory: string, engine: Engine) {
  const start = performance.now();
  console.error(`Fetching ${engineNames[engine]} (Debian packages, into .cache/${engine}) …`);
  await unpackDebianPackage(packages[engine].suite, packages[engine].name, directory);
  console.error(`Fetched ${engineNames[engine]} in ${Math.round((performance.now() - start) / 1000)} s.`);
}
