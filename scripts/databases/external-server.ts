import { askVersion, type DatabaseServer } from './server.ts';

/** A server that is already running, named by `TEST_DATABASE_URL`. */
export async function givenServer(url: string): Promise<DatabaseServer> {
  const { engine, version } = await askVersion(url).catch((error) => {
    throw new Error(`TEST_DATABASE_URL does not respond: ${error.message}`);
  });
  return {
    engine,
    version,
    origin: 'TEST_DATABASE_URL',
    url,
    stop: async () => {},
    restart: () => Promise.reject(new Error('Tests do not restart the server of TEST_DATABASE_URL')),
    whileSuspended: () => Promise.reject(new Error('Tests do not suspend the server of TEST_DATABASE_URL')),
  };
}
