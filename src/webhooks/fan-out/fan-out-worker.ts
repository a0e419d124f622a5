import { rootsOnClocks } from '../../accounts/account/account-clock.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { followLog } from '../../kernel/event-log/log-follower.ts';
import { eventsBetween, receiversOf, Wanted } from '../delivery/fan-out.ts';
import {
  accountsAside,
  type Backlogs,
  beginBacklog,
  deliverBacklog,
  isBacklog,
  readBacklogs,
  rewindBacklogs,
} from './fan-out-backlog.ts';

const eventsAtOnce = 2000;
/** Many more than the events of a step, because most events may be those of accounts without endpoints. */
const positionsAtOnce = 20_000;
const deliveriesAtOnce = 5000;
/** The deliveries of one root account that a step makes among those of others. The rest becomes a backlog. */
const deliveriesAmongOthers = 250;
/** Every fourth step serves a backlog, also while new events keep coming. */
const stepsForOthers = 3;

/**
 * Creates deliveries for events in the order of their positions. A root account with many deliveries gets a backlog,
 * which waits while there are events of others.
 */
export const fanOut = followLog('fan-out', {
  subject: 'webhooks',
  cursor: 'webhook_fan_out',
  backlog: isBacklog,
  step: () => {
    let steps = 0;
    /** The root account whose backlog was served last. */
    let lastServed = '';
    return async (transaction, { after, last }) => {
      // The row of the cursor is locked, so the backlogs are those of this step.
      const waiting = await readBacklogs(transaction);
      const isForBacklog = waiting.size > 0 && (last <= after || steps % (stepsForOthers + 1) === stepsForOthers);
      steps += 1;
      if (isForBacklog) {
        lastServed = await deliverBacklog(transaction, waiting, after, lastServed);
        return { position: after };
      }
      return after < last ? { position: await deliverNext(transaction, waiting, after, last) } : null;
    };
  },
  rewind: rewindBacklogs,
});

/**
 * Makes the deliveries of the next events, but few of each root account: the rest of its events become a backlog.
 * Returns the position of the last event.
 */
async function deliverNext(transaction: Transaction, backlogs: Backlogs, after: number, last: number): Promise<number> {
  const except = await accountsAside(transaction, backlogs);
  const range = { after, upTo: Math.min(last, after + positionsAtOnce), except };
  const happened = await eventsBetween(transaction, { ...range, size: eventsAtOnce });
  const upTo = happened.length < eventsAtOnce ? range.upTo : (happened.at(-1)?.position ?? range.upTo);
  const receivers = await receiversOf(transaction, happened);
  const roots = await rootsOnClocks(
    transaction,
    happened.map(({ accountId }) => accountId),
  );
  const wanted = new Wanted();
  const amounts = new Map<string, number>();
  for (const event of happened) {
    const root = roots.get(event.accountId) ?? event.accountId;
    if (backlogs.has(root)) continue;
    const endpoints = receivers(event);
    const amount = (amounts.get(root) ?? 0) + endpoints.length;
    amounts.set(root, amount);
    if (amount <= deliveriesAmongOthers) wanted.add(event, endpoints);
    else await beginBacklog(transaction, backlogs, root, event.position - 1);
    if (wanted.amount >= deliveriesAtOnce) {
      await wanted.deliver(transaction);
      return event.position;
    }
  }
  await wanted.deliver(transaction);
  return upTo;
}
