import { startAnyServer, startServer } from './find.ts';
import { givenServer } from './given-server.ts';
import { type DatabaseServer, type Engine, engines } from './server.ts';

export interface TestServers {
  sqlite: boolean;
  servers: DatabaseServer[];
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
  return {
    sqlite: names.includes('sqlite'),
    servers: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
  };
}

function parseNames(names: string) {
  const list = names.split(',').map((name) => name.trim());
  const unknown = list.find((name) => !['sqlite', ...engines].includes(name));
  if (unknown !== undefined) throw new Error(`TEST_ENGINES: "${unknown}" is not one of sqlite, ${engines.join(', ')}`);
  return list;
}
