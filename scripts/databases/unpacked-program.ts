import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheDirectory } from './cache.ts';
import { unpackDebianPackage } from './debian-packages.ts';
import { inspect, type Program } from './program.ts';
import { type Engine, engineNames } from './server.ts';

interface Package {
  /** Its name in messages. */
  title: string;
  suite: string;
  name: string;
  /** The path of its program. */
  program: string;
}

/** Debian's stable releases have MariaDB but no MySQL. The oldest supported MariaDB and the newest MySQL cover the widest range. */
const packages: Record<Engine, Package> = {
  mysql: { title: engineNames.mysql, suite: 'unstable', name: 'mysql-server-core', program: 'usr/sbin/mysqld' },
  mariadb: { title: engineNames.mariadb, suite: 'bookworm', name: 'mariadb-server-core', program: 'usr/sbin/mariadbd' },
};

export async function unpackedProgram(engine: Engine): Promise<Program> {
  const directory = join(cacheDirectory, engine);
  return inspect(await unpackedCommand(directory, packages[engine]), join(directory, 'usr'));
}

/** Returns the command that runs a program of a Debian package. Downloads the package into the directory first if it is missing. */
export async function unpackedCommand(directory: string, wanted: Package): Promise<string[]> {
  if (!existsSync(directory)) await fetchInto(directory, wanted);
  // Its libraries come from another release than those of the machine, so it runs with its own linker and finds only its own libraries.
  const [linker] = globSync('{lib,lib64,usr/lib,usr/lib64}/{,*-linux-*/}ld-linux*.so.*', { cwd: directory });
  if (!linker) throw new Error(`found no dynamic linker in ${directory}`);
  const libraries = globSync('{lib,usr/lib}/*-linux-*', { cwd: directory }).map((path) => join(directory, path));
  return [join(directory, linker), '--library-path', libraries.join(':'), join(directory, wanted.program)];
}

async function fetchInto(directory: string, { title, suite, name }: Package) {
  const start = performance.now();
  console.error(`Downloading ${title} (Debian packages, into .cache/${basename(directory)}) …`);
  await unpackDebianPackage(suite, name, directory);
  console.error(`Downloaded ${title} in ${Math.round((performance.now() - start) / 1000)} s.`);
}
