import { join } from 'node:path';
import { cacheDirectory } from './cache.ts';
import { type Engine, engineNames } from './server.ts';
import { unpackedCommand } from './unpacked-program.ts';

/** The programs with which operators of a server copy, replay and restore databases. Each value is a command. */
export interface ClientPrograms {
  client: string[];
  dump: string[];
  binlog: string[];
}

/** Debian's package of the MySQL server has the program for binary logs. */
const packages = {
  mysql: {
    client: ['mysql-client', 'unstable', 'mysql-client-core', 'mysql'],
    dump: ['mysql-client', 'unstable', 'mysql-client-core', 'mysqldump'],
    binlog: ['mysql', 'unstable', 'mysql-server-core', 'mysqlbinlog'],
  },
  mariadb: {
    client: ['mariadb-client', 'bookworm', 'mariadb-client', 'mariadb'],
    dump: ['mariadb-client', 'bookworm', 'mariadb-client', 'mariadb-dump'],
    binlog: ['mariadb-client', 'bookworm', 'mariadb-client', 'mariadb-binlog'],
  },
} as const;

/** Returns the programs of Debian's packages, which fit the servers. Downloads them first if they are missing. */
export async function clientPrograms(engine: Engine): Promise<ClientPrograms> {
  const find = ([directory, suite, name, program]: readonly [string, string, string, string]) =>
    unpackedCommand(join(cacheDirectory, directory), {
      title: `the programs of ${engineNames[engine]}`,
      suite,
      name,
      program: `usr/bin/${program}`,
    });
  const { client, dump, binlog } = packages[engine];
  return { client: await find(client), dump: await find(dump), binlog: await find(binlog) };
}
