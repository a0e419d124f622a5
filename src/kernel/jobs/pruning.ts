import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Loop } from '../leased-queue/loop.ts';

/** Removes a small chunk of what is no longer kept, in a short transaction, and answers how much it was. */
type Prune = (database: Database) => Promise<number>;

const pauseMilliseconds = 60_000;
/** Between chunks, so that others hardly notice. */
const breathMilliseconds = 50;

/** Once a minute removes what is no longer kept. Several processes may do so at once. */
export function startPruning(database: Database, prunings: Record<string, Prune>, log: Logger): Loop {
  const stopping = new AbortController();
  const running = repeat(database, prunings, log, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function repeat(
  database: Database,
  prunings: Record<string, Prune>,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
  while (!stopping.aborted) {
    for (const [name, prune] of Object.entries(prunings)) {
      try {
        while (!stopping.aborted && (await prune(database)) > 0) await pause(breathMilliseconds);
      } catch (error) {
        log.error({ err: error, pruning: name }, 'pruning failed');
      }
    }
    await pause(pauseMilliseconds);
  }
}
