import type { Leased } from './lease.ts';
import { type Loop, startLoop } from './loop.ts';
import type { LeasedQueue } from './queue-definition.ts';
import { Workload } from './workload.ts';

/**
 * Works through the queue until it is stopped. Then it gives back what has not begun, finishes what has, and writes all
 * outcomes, also when the database is away for up to 10 seconds.
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
