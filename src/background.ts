import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { startSequencer } from './events/sequencer.ts';
import { handlers } from './handlers.ts';
import type { Loop } from './jobs/loop.ts';
import { startWorker } from './jobs/run.ts';

interface Options {
  database: Database;
  log: Logger;
  /** Whether this process does the work that any process can take over; otherwise only what it needs itself. */
  worker: boolean;
}

/** Starts what goes on beside the requests of a process. */
export function startBackground({ database, log, worker }: Options): Loop {
  const loops = [startSequencer(database, log), ...(worker ? [startWorker(database, handlers, log)] : [])];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
