import { atClockOf } from '../clocks/account-clocks.ts';
import { countFailure, measures } from '../telemetry/measures.ts';
import { Activity } from '../telemetry/tracing.ts';
import type { LaneEffect } from './lane.ts';
import type { Leased } from './lease.ts';
import type { LeasedQueue } from './queue-definition.ts';

/** Performs an item on the clock of its account, measures how long that took, and records it in the trace to which the item belongs. */
export async function observed<Item extends Leased, Verdict>(
  { name: queue, perform, effectOf, originOf }: LeasedQueue<Item, Verdict>,
  item: Item,
  began: number,
): Promise<{ verdict: Verdict; effect: LaneEffect }> {
  const { accountId, traceparent } = originOf(item);
  const activity = Activity.begin({ kind: 'CLIENT', traceparent, origin: 'SERVICE' });
  const begin = () => atClockOf(accountId, () => perform(item));
  const verdict = await (activity ? activity.run(begin) : begin());
  const effect = effectOf(verdict);
  const outcome = effect === null ? 'none' : effect === 'SUCCESS' ? 'ok' : 'failed';
  const milliseconds = performance.now() - began;
  measures()?.attempts.record(milliseconds / 1000, { queue, outcome });
  if (outcome === 'failed') countFailure(accountId, queue, effect ?? '');
  activity?.end({ name: queue, accountId, failure: outcome === 'failed' ? String(effect) : null, milliseconds });
  return { verdict, effect };
}
