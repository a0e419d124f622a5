import { totalmem } from 'node:os';
import { createConnection } from 'mysql2/promise';
import { startAnyServer, startServer } from '../scripts/databases/find.ts';
import { givenServer } from '../scripts/databases/given-server.ts';
import { engineNames } from '../scripts/databases/server.ts';
import type { Options } from './options.ts';

export interface BenchServer {
  /** The server's name and version. */
  name: string;
  /** Makes a new, empty database and answers its address. */
  create: () => Promise<string>;
  /** Drops the databases that were made, and ends the server if it was started here. */
  remove: () => Promise<void>;
}

/** Databases on the given server, which stays as it is, or on a private one with as much memory as one would give it. */
export async function startDatabases({ url, engine }: Options): Promise<BenchServer> {
  const server = await (url ? givenServer(url) : engine ? startServer(engine) : startAnyServer());
  if (!url) await statement(server.url, `SET GLOBAL innodb_buffer_pool_size = ${Math.floor(totalmem() / 3)}`);
  const made: string[] = [];
  return {
    name: `${engineNames[server.engine]} ${server.version}`,
    create: async () => {
      const name = `bench_${Date.now()}_${made.length}`;
      await statement(server.url, `CREATE DATABASE ${name}`);
      made.push(name);
      const own = new URL(server.url);
      own.pathname = `/${name}`;
      return own.href;
    },
    remove: async () => {
      for (const name of made) await statement(server.url, `DROP DATABASE ${name}`);
      await server.stop();
    },
  };
}

async function statement(url: string, sql: string): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  await connection.query(sql);
  await connection.end();
}
