import type { Logger } from 'pino';
import { rootsOnClocks } from '../../accounts/account/account-clock.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { type Loop, startLoop } from '../../kernel/leased-queue/loop.ts';
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
 * Creates deliveries for events in the order of their positions. Every process tries; one at a time succeeds. A root
 * account with many deliveries gets a backlog, which waits while there are events of others.
 */
export function startFanOut(database: Database, log: Logger): Loop {
  const turns: Turns = { steps: 0, lastServed: '' };
  const step = () => {
    turns.steps += 1;
    return fanOut(database, log, turns);
  };
  return startLoop('fan-out', step, { wakeups: database.signals.listen('positions'), log });
}

interface Turns {
  steps: number;
  /** The root account whose backlog was served last. */
  lastServed: string;
}

/** The sequence that holds the position up to which deliveries are made. */
export const fanOutCursor = 'webhook_fan_out';

/** Makes the next deliveries and moves the cursor past their events, in one transaction. Returns whether it did. */
export async function fanOut(
  database: Database,
  log: Logger,
  turns: Turns = { steps: 0, lastServed: '' },
): Promise<boolean> {
  const seen = await positions(database);
  if (seen.last < seen.cursor) await rewind(database, log);
  if (seen.last <= seen.cursor && !seen.hasBacklog) return false;
  return database.transaction(async (transaction) => {
    const [held] = await transaction.rows<{ value: number }>(
      `SELECT value FROM sequences WHERE name = 'webhook_fan_out' ${transaction.dialect.forUpdateSkipLocked}`,
    );
    if (!held) return false;
    const last = await lastPosition(transaction); // by the connection that reads the events
    // The row of the cursor is locked, so the backlogs are those of this step.
    const waiting = await readBacklogs(transaction);
    const isForBacklog = waiting.size > 0 && (last <= held.value || turns.steps % (stepsForOthers + 1) === 0);
    if (isForBacklog) turns.lastServed = await deliverBacklog(transaction, waiting, held.value, turns.lastServed);
    else if (held.value < last) await deliverNext(transaction, waiting, held.value, last);
    else return false;
    return true;
  });
}

/** Makes the deliveries of the next events, but few of each root account: the rest of its events become a backlog. */
async function deliverNext(transaction: Transaction, backlogs: Backlogs, after: number, last: number): Promise<void> {
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
    if (wanted.amount >= deliveriesAtOnce) return finish(transaction, wanted, event.position);
  }
  await finish(transaction, wanted, upTo);
}

async function finish(transaction: Transaction, wanted: Wanted, position: number): Promise<void> {
  await wanted.deliver(transaction);
  await transaction.change(`UPDATE sequences SET value = ? WHERE name = 'webhook_fan_out'`, [position]);
}

/**
 * Moves the cursor back to the end of a log that was restored from a backup without it: otherwise the next events would
 * be skipped as if they had been delivered.
 */
async function rewind(database: Database, log: Logger): Promise<void> {
  const moved = await database.transaction(async (transaction) => {
    const last = await lastPosition(transaction);
    await rewindBacklogs(transaction, last);
    return transaction.change(`UPDATE sequences SET value = ? WHERE name = 'webhook_fan_out' AND value > ?`, [
      ...[last, last],
    ]);
  });
  if (moved > 0) log.error('the event log was restored from a backup: webhooks continue from its last event');
}

/** Returns the position of the cursor and that of the log, which are those of one moment. */
async function positions(connection: Connection): Promise<{ cursor: number; last: number; hasBacklog: boolean }> {
  const rows = await connection.rows<{ name: string; value: number }>(
    `SELECT name, value FROM sequences WHERE name IN ('webhook_fan_out', 'event_position') OR ${isBacklog}`,
  );
  const byName = new Map(rows.map(({ name, value }) => [name, value]));
  const [cursor = 0, last = 0] = [byName.get('webhook_fan_out'), byName.get('event_position')];
  return { cursor, last, hasBacklog: rows.length > 2 };
}
