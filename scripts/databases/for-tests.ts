import { type ClusterKind, clusterKinds } from './clusters/cluster.ts';
import { startGalera } from './clusters/galera.ts';
import { startGroupReplication } from './clusters/group-replication.ts';
import { givenServer } from './external-server.ts';
import { startServer } from './find.ts';
import { type Engine, engineNames, engines } from './server.ts';

/** What tests run on: an engine, or a cluster of one. */
export type Target = 'sqlite' | Engine | ClusterKind;

/** A running server or cluster. */
export interface TestServer {
  target: Target;
  /** As shown to users. */
  name: string;
  url: string;
  stop(): Promise<void>;
}

const targets: readonly Target[] = ['sqlite', ...engines, ...clusterKinds];

/** Returns those of the targets that `TEST_ENGINES` names, or all if it is absent. */
export function namedTargets(possible: readonly Target[], names: string | undefined): Target[] {
  const list = names?.split(',').map((name) => name.trim());
  const unknown = list?.find((name) => !(targets as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`TEST_ENGINES: "${unknown}" is not one of ${targets.join(', ')}`);
  return possible.filter((target) => list?.includes(target) ?? true);
}

/** Starts the servers and clusters of the targets. `url` is a server that replaces the one of its engine. */
export async function serversForTests(wanted: readonly Target[], url: string | undefined): Promise<TestServer[]> {
  const given = url ? await givenServer(url) : undefined;
  const started = async (engine: Engine): Promise<TestServer> => {
    const server = given?.engine === engine ? given : await startServer(engine);
    return { target: engine, name: `${engineNames[engine]} ${server.version} (${server.origin})`, ...server };
  };
  // An error must not interrupt another download.
  const results = await Promise.allSettled(engines.filter((engine) => wanted.includes(engine)).map(started));
  const servers = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) {
    await Promise.all(servers.map((server) => server.stop()));
    throw failure.reason;
  }
  for (const kind of clusterKinds) {
    if (!wanted.includes(kind)) continue;
    const cluster = await startCluster(kind);
    servers.push({ target: kind, name: `${kind} of ${engineNames[cluster.engine]} ${cluster.version}`, ...cluster });
  }
  return servers;
}

/** Starts three servers as a cluster behind a proxy. */
export function startCluster(kind: ClusterKind) {
  return kind === 'galera' ? startGalera() : startGroupReplication();
}
