import { startAnyServer, startServer } from './find.ts';
import { givenServer } from './given-server.ts';
import { type DatabaseServer, type Engine, engines } from './server.ts';

export interface TestServers {
  sqlite: boolean;
  servers: DatabaseServer[];
  /** Why there is no server, if that was nobody's wish. */
  missing?: string;
}

/** Named engines must all start. Without names it is SQLite and the first server that can be had, a given one before all others. */
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
  const results = await Promise.allSettled(wanted.map(start)); // an error must not cut another download short
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
  if (unknown !== undefined) throw new Error(`TEST_ENGINES: "${unknown}" is none of sqlite, ${engines.join(', ')}`);
  return list;
}
