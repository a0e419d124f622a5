import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Loop, startLoop } from '../signals/signals.ts';

type Prune = (database: Database) => Promise<number>;

const pauseMilliseconds = 60_000;
const breathMilliseconds = 50;

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
