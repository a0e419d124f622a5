import { totalmem } from 'node:os';
import { createConnection } from 'mysql2/promise';
import { startAnyServer, startServer } from '../scripts/databases/find.ts';
import { givenServer } from '../scripts/databases/given-server.ts';
import { engineNames } from '../scripts/databases/server.ts';
import type { Options } from './options.ts';

export interface BenchServer {
  /** The name and version of the server. */
  name: string;
  url: string;
  /** Creates a new, empty database and returns its address. */
  create: () => Promise<string>;
  /** Drops the created databases, and stops the server if it was started here. */
  remove: () => Promise<void>;
}

/** Creates databases on the given server, whose settings stay unchanged, or on a private one with as much memory as in production. */
export async function startDatabases({ url, engine }: Options): Promise<BenchServer> {
  const server = await (url ? givenServer(url) : engine ? startServer(engine) : startAnyServer());
  if (!url) await statement(server.url, `SET GLOBAL innodb_buffer_pool_size = ${Math.floor(totalmem() / 3)}`);
  const made: string[] = [];
  return {
    name: `${engineNames[server.engine]} ${server.version}`,
    url: server.url,
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
