import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Loop } from '../leased-queue/loop.ts';

/** Removes a small chunk of expired data in a short transaction and returns its size. */
type Prune = (database: Database) => Promise<number>;

const pauseMilliseconds = 60_000;
/** The pause between chunks, so that pruning hardly slows down other work. */
const breathMilliseconds = 50;

/** Removes expired data once a minute. Several processes may do so at the same time. */
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
