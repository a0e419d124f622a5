import { readClocks, rootsOnClocks } from '../../accounts/account/account-clock.ts';
import { familyOf } from '../../accounts/account/account-root.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { removeSequences, sequences } from '../../kernel/database/sequence.ts';
import { followLog } from '../../kernel/event-log/log-follower.ts';
import { eventsBetween, FanOutBatch, receiversOf } from '../delivery/fan-out.ts';

const eventsAtOnce = 2000;
/**
 * The number of positions that a step covers. It is far more than the step's events, because most events may have no
 * endpoint.
 */
const positionsAtOnce = 20_000;
const deliveriesAtOnce = 5000;
/** The maximum number of deliveries per root account and step. Any others become a backlog. */
const deliveriesAmongOthers = 250;
/** How many steps pass before one serves a backlog, even if new events arrive. */
const stepsForOthers = 3;

/**
 * The beginning of a name in `sequences`, before a root account. The value is the position that its deliveries have
 * reached.
 */
const prefix = 'fan-out ';
const isBacklog = `(name > '${prefix}' AND name < 'fan-out~')`;

/**
 * Creates deliveries, in the order of positions. A root account with many deliveries gets a backlog, which gives way to
 * other events.
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
      // This step holds the lock of the cursor, so the backlogs stay the same.
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

/** Creates a few deliveries per root account. Any others become a backlog. Returns the position that it has reached. */
async function deliverNext(transaction: Transaction, backlogs: Backlogs, after: number, last: number): Promise<number> {
  const except = await accountsAside(transaction, backlogs);
  const range = { after, upTo: Math.min(last, after + positionsAtOnce), except };
  const happened = await eventsBetween(transaction, { ...range, size: eventsAtOnce });
  const upTo = happened.length < eventsAtOnce ? range.upTo : (happened.at(-1)?.position ?? range.upTo);
  const receivers = await receiversOf(transaction, happened);
  const accountIds = happened.map(({ accountId }) => accountId);
  const roots = await rootsOnClocks(transaction, accountIds);
  const batch = new FanOutBatch();
  const amounts = new Map<string, number>();
  for (const event of happened) {
    const root = roots.get(event.accountId) ?? event.accountId;
    if (backlogs.has(root)) continue;
    const endpoints = receivers(event);
    const amount = (amounts.get(root) ?? 0) + endpoints.length;
    amounts.set(root, amount);
    if (amount <= deliveriesAmongOthers) batch.add(event, endpoints);
    else await beginBacklog(transaction, backlogs, root, event.position - 1);
    if (batch.amount >= deliveriesAtOnce) {
      await batch.deliver(transaction);
      return event.position;
    }
  }
  await batch.deliver(transaction);
  return upTo;
}

const eventsOfBacklog = 2000;
/** The deliveries of a step for a backlog. There are few, because other events wait for this step. */
const deliveriesOfBacklog = 2500;
/** Root accounts that lag behind, each with the position that it has reached. */
type Backlogs = Map<string, number>;

export async function readBacklogs(connection: Connection): Promise<Backlogs> {
  const rows = await connection.rows<{ name: string; value: number }>(
    `SELECT name, value FROM sequences WHERE ${isBacklog} ORDER BY name`,
  );
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), value]));
}

async function beginBacklog(transaction: Transaction, backlogs: Backlogs, root: string, position: number) {
  backlogs.set(root, position);
  await transaction.change('INSERT INTO sequences (name, value) VALUES (?, ?)', [prefix + root, position]);
}

/** Serves a backlog. Backlogs take turns, in the order of their root accounts. Returns the root account. */
async function deliverBacklog(transaction: Transaction, backlogs: Backlogs, upTo: number, lastServed: string) {
  const waiting = [...backlogs];
  const [root = '', after = 0] = waiting.find(([root]) => root > lastServed) ?? waiting[0] ?? [];
  const family = await familyOf(transaction, root);
  await readClocks(transaction, family);
  const happened = await eventsBetween(transaction, { after, upTo, of: family, size: eventsOfBacklog });
  const receivers = await receiversOf(transaction, happened);
  const batch = new FanOutBatch();
  let done = happened.length < eventsOfBacklog ? upTo : (happened.at(-1)?.position ?? upTo);
  for (const event of happened) {
    batch.add(event, receivers(event));
    if (batch.amount < deliveriesOfBacklog) continue;
    done = event.position;
    break;
  }
  await batch.deliver(transaction);
  await saveBacklog(transaction, root, done, upTo);
  return root;
}

/** The maximum number of backlogs that a step for other events leaves out. */
const maxAside = 20;

async function accountsAside(connection: Connection, backlogs: Backlogs): Promise<string[]> {
  const roots = [...backlogs.keys()].slice(0, maxAside);
  const families = await Promise.all(roots.map((root) => familyOf(connection, root)));
  return families.flat();
}

async function saveBacklog(transaction: Transaction, root: string, position: number, upTo: number): Promise<void> {
  const name = prefix + root;
  if (position >= upTo) await removeSequences(transaction, name, `${name}~`);
  else await updateRows(transaction, sequences, { name }, { value: position });
}

/** Moves backlogs back after the log was restored from a backup. */
async function rewindBacklogs(transaction: Transaction, last: number): Promise<void> {
  await transaction.change(`UPDATE sequences SET value = ? WHERE ${isBacklog} AND value > ?`, [last, last]);
}

export async function removeBacklog(database: Database, accountId: string): Promise<boolean> {
  const name = prefix + accountId;
  await database.transaction((transaction) => removeSequences(transaction, name, `${name}~`));
  return true;
}
