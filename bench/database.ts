import { createConnection } from 'mysql2/promise';
import { startAnyServer, startServer } from '../scripts/databases/find.ts';
import { givenServer } from '../scripts/databases/given-server.ts';
import { engineNames } from '../scripts/databases/server.ts';
import type { Options } from './options.ts';

export interface BenchDatabase {
  url: string;
  /** The server's name and version. */
  server: string;
  /** Drops the database, and ends the server if it was started here. */
  remove: () => Promise<void>;
}

/** Makes a new, empty database on the given server or on a private one. */
export async function createDatabase({ url, engine }: Options): Promise<BenchDatabase> {
  const server = await (url ? givenServer(url) : engine ? startServer(engine) : startAnyServer());
  const name = `bench_${Date.now()}`;
  const own = new URL(server.url);
  own.pathname = `/${name}`;
  await statement(server.url, `CREATE DATABASE ${name}`);
  return {
    url: own.href,
    server: `${engineNames[server.engine]} ${server.version}`,
    remove: async () => {
      await statement(server.url, `DROP DATABASE ${name}`);
      await server.stop();
    },
  };
}

async function statement(url: string, sql: string): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  await connection.query(sql);
  await connection.end();
}
