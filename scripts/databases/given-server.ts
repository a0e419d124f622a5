import { askVersion, type DatabaseServer } from './server.ts';

/** A server that somebody else runs, and that is used as it is. */
export async function givenServer(url: string): Promise<DatabaseServer> {
  const { engine, version } = await askVersion(url).catch((error) => {
    throw new Error(`TEST_DATABASE_URL does not answer: ${error.message}`);
  });
  return {
    engine,
    version,
    origin: 'TEST_DATABASE_URL',
    url,
    stop: async () => {},
    restart: () => Promise.reject(new Error('A server given by TEST_DATABASE_URL is not restarted')),
  };
}
