import type { Leased } from './lease.ts';
import { type Loop, startLoop } from './loop.ts';
import type { LeasedQueue } from './queue-definition.ts';
import { Workload } from './workload.ts';

/**
 * Processes the queue until it is stopped. Then it gives back items that have not begun, waits up to 20
 * seconds for the others, and writes all outcomes, retrying for up to 10 seconds while the database is unavailable.
 */
export function startLeasedQueue<Item extends Leased, Verdict>(queue: LeasedQueue<Item, Verdict>): Loop {
  const workload = new Workload(queue);
  const loop = startLoop(queue.name, () => workload.claim(), queue);
  return {
    stop: async () => {
      await loop.stop();
      await workload.finish();
    },
  };
}
