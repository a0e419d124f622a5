import { type Cluster, type ClusterKind, clusterKinds } from './clusters/cluster.ts';
import { startGalera } from './clusters/galera.ts';
import { startGroupReplication } from './clusters/group-replication.ts';
import { startAnyServer, startServer } from './find.ts';
import { givenServer } from './given-server.ts';
import { type DatabaseServer, type Engine, engines } from './server.ts';

export interface TestServers {
  sqlite: boolean;
  servers: DatabaseServer[];
  /** Only those that `TEST_ENGINES` names. */
  clusters?: Cluster[];
  /** Why no server could be started; absent if `TEST_ENGINES` names the engines. */
  missing?: string;
}

/** All named engines must start. Without names: SQLite and the given server, or else the first server that starts. */
export async function serversForTests(names: string | undefined, url: string | undefined): Promise<TestServers> {
  const given = url ? await givenServer(url) : undefined;
  if (names) return namedServers(parseNames(names), given);
  if (given) return { sqlite: true, servers: [given] };
  try {
    return { sqlite: true, servers: [await startAnyServer()] };
  } catch (error) {
    return { sqlite: true, servers: [], missing: (error as Error).message };
  }
}

async function namedServers(names: string[], given: DatabaseServer | undefined): Promise<TestServers> {
  const wanted = engines.filter((engine) => names.includes(engine));
  const start = async (engine: Engine) => (given?.engine === engine ? given : startServer(engine));
  const results = await Promise.allSettled(wanted.map(start)); // an error must not interrupt another download
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  const clusters: Cluster[] = [];
  for (const kind of clusterKinds) if (names.includes(kind)) clusters.push(await startCluster(kind));
  return {
    sqlite: names.includes('sqlite'),
    servers: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    ...(clusters.length > 0 && { clusters }),
  };
}

/** Starts three servers as a cluster behind a proxy. */
export function startCluster(kind: ClusterKind): Promise<Cluster> {
  return kind === 'galera' ? startGalera() : startGroupReplication();
}

function parseNames(names: string) {
  const list = names.split(',').map((name) => name.trim());
  const known: string[] = ['sqlite', ...engines, ...clusterKinds];
  const unknown = list.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`TEST_ENGINES: "${unknown}" is not one of ${known.join(', ')}`);
  return list;
}
