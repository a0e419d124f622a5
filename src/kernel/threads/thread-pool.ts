import { FairQueue } from '../database/engines/fair-queue.ts';
import { callingAccount } from '../values/event-loop.ts';

/** Node hashes and signs in four threads. An account takes at most two of them, so it delays the others by one task. */
const queue = new FairQueue({ total: 4, each: 2, waitingEach: 1000, waiting: 4000, milliseconds: 8000 });

/**
 * Runs work in the thread pool, in which accounts take turns. Rejects with `DatabaseBusy` if the wait would be too
 * long.
 */
export function inPoolThread<Result>(work: () => Promise<Result>, account = callingAccount()): Promise<Result> {
  return queue.run(account, work);
}
