import type { Connection, Database, Snapshot } from './database.ts';
import { isUnavailable } from './failures.ts';

export interface Moment extends Pick<Connection, 'rows'> {
  end(): Promise<void>;
}

export function snapshotOf(database: Database, { rows, end }: Moment): Snapshot {
  const frozen: Database = {
    ...database,
    get lookups() {
      return frozen;
    },
    rows,
    replicaFailure: null,
    snapshot: () => withoutSnapshot(frozen),
    moment: () => withoutSnapshot(frozen),
  };
  return { database: frozen, [Symbol.asyncDispose]: end };
}

export function withoutSnapshot(database: Database): Promise<Snapshot> {
  return Promise.resolve({ database, [Symbol.asyncDispose]: () => Promise.resolve() });
}

/** Runs `work`, which can only read, on a snapshot. If the replica fails, runs it again on the writer. */
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
