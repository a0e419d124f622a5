import { totalmem } from 'node:os';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { clusterKinds } from '../scripts/databases/clusters/cluster.ts';
import { givenServer } from '../scripts/databases/external-server.ts';
import { startAnyServer, startServer } from '../scripts/databases/find.ts';
import { startCluster } from '../scripts/databases/for-tests.ts';
import { type DatabaseServer, type Engine, engineNames } from '../scripts/databases/server.ts';
import type { Options } from './options.ts';

export interface BenchServer {
  /** The name and version of the server. */
  name: string;
  url: string;
  /** The addresses of the server, or of each one of a cluster. */
  nodes: string[];
  /** Creates a new, empty database and returns its address. */
  create: () => Promise<string>;
  /** Drops the created databases, and stops the server if it was started here. */
  remove: () => Promise<void>;
}

/**
 * Creates databases on the given server, whose settings stay unchanged, or on a private server or cluster with as much memory as in
 * production.
 */
export async function startDatabases({ url, engine }: Options): Promise<BenchServer> {
  const { nodes, ...server } = await (url ? alone(givenServer(url)) : startPrivate(engine));
  const memory = Math.floor(totalmem() / 3 / nodes.length);
  if (!url) for (const node of nodes) await statement(node.url, `SET GLOBAL innodb_buffer_pool_size = ${memory}`);
  const made: string[] = [];
  return {
    name: `${nodes.length > 1 ? `cluster of ${nodes.length} × ` : ''}${engineNames[server.engine]} ${server.version}`,
    nodes: nodes.map((node) => node.url),
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

type Found = Pick<DatabaseServer, 'engine' | 'version' | 'url' | 'stop'> & { nodes: readonly { url: string }[] };

async function startPrivate(engine: Options['engine']): Promise<Found> {
  const kind = clusterKinds.find((name) => name === engine);
  if (kind) return startCluster(kind);
  return alone(engine ? startServer(engine as Engine) : startAnyServer());
}

async function alone(starting: Promise<DatabaseServer>): Promise<Found> {
  const { engine, version, url, stop } = await starting;
  return { engine, version, url, stop, nodes: [{ url }] };
}

export async function statement(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
  const [rows] = await connection.query<RowDataPacket[]>(sql).finally(() => connection.end());
  return rows;
}
