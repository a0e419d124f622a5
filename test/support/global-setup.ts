import type { TestProject } from 'vitest/node';
import { prepareDatabase } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'mysql' | 'mariadb';
    /** The server's URL; for SQLite a directory that lives as long as the run. */
    serverUrl: string;
  }
}

/** Runs once for each engine, before its first test. */
export default async function setup(project: TestProject): Promise<void> {
  const { engine, serverUrl } = project.getProvidedContext();
  await prepareDatabase(engine, serverUrl);
}
