import type { Database, Snapshot } from './database.ts';
import { isUnavailable } from './failures.ts';

export function withoutSnapshot(database: Database): Promise<Snapshot> {
  return Promise.resolve({ database, [Symbol.asyncDispose]: () => Promise.resolve() });
}

/** Runs `work`, which only reads, on a snapshot. If the replica fails meanwhile, `work` runs again, on the writer. */
export async function onSnapshot<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  await using snapshot = await database.snapshot();
  try {
    return await work(snapshot.database);
  } catch (error) {
    const cause = error instanceof Error && 'originalError' in error ? error.originalError : error;
    if (snapshot.database === database || !isUnavailable(cause)) throw error;
  }
  return work(database);
}
