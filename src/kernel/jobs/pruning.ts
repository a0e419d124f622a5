import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Loop, startLoop } from '../signals/loop.ts';

/** Removes a small chunk of expired data in a short transaction and returns its size. */
type Prune = (database: Database) => Promise<number>;

const pauseMilliseconds = 60_000;
/** The pause between chunks, so that pruning hardly slows down other work. */
const breathMilliseconds = 50;

/** Removes expired data once a minute. Several processes may do so at the same time. */
export function startPruning(database: Database, prunings: Record<string, Prune>, log: Logger): Loop {
  const pruneAll = async (stopping: AbortSignal) => {
    const breathe = () => sleep(breathMilliseconds, undefined, { signal: stopping }).catch(() => undefined);
    for (const [name, prune] of Object.entries(prunings)) {
      try {
        while (!stopping.aborted && (await prune(database)) > 0) await breathe();
      } catch (error) {
        log.error({ err: error, pruning: name }, 'pruning failed');
      }
    }
    return false;
  };
  return startLoop('pruning', pruneAll, { log, pauseMilliseconds });
}
