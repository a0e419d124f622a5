import { readClocks } from '../../accounts/account/account-clock.ts';
import { familyOf } from '../../accounts/account/account-root.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { removeSequences, sequences } from '../../kernel/database/sequence.ts';
import { eventsBetween, receiversOf, Wanted } from '../delivery/fan-out.ts';

const eventsAtOnce = 2000;
/** Fewer than among the others, because their next events wait for such a step. */
const deliveriesAtOnce = 2500;
/** Rows of `sequences` with this name and a root account hold the position up to which its deliveries are made. */
const prefix = 'fan-out ';
/** The condition on the names of these rows. */
export const isBacklog = `(name > '${prefix}' AND name < 'fan-out~')`;

/** The root accounts whose deliveries are behind those of others, each with the position that they have reached. */
export type Backlogs = Map<string, number>;

export async function readBacklogs(connection: Connection): Promise<Backlogs> {
  const rows = await connection.rows<{ name: string; value: number }>(
    `SELECT name, value FROM sequences WHERE ${isBacklog} ORDER BY name`,
  );
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), value]));
}

/** Puts the deliveries of a root account after a position aside. */
export async function beginBacklog(
  transaction: Transaction,
  backlogs: Backlogs,
  root: string,
  position: number,
): Promise<void> {
  backlogs.set(root, position);
  await transaction.change('INSERT INTO sequences (name, value) VALUES (?, ?)', [prefix + root, position]);
}

/**
 * Makes the next deliveries of one backlog, up to the position of the others. Backlogs take turns in the order of their
 * root accounts. Returns the one that was served.
 */
export async function deliverBacklog(
  transaction: Transaction,
  backlogs: Backlogs,
  upTo: number,
  lastServed: string,
): Promise<string> {
  const waiting = [...backlogs];
  const [root = '', after = 0] = waiting.find(([root]) => root > lastServed) ?? waiting[0] ?? [];
  const family = await familyOf(transaction, root);
  await readClocks(transaction, family);
  const happened = await eventsBetween(transaction, { after, upTo, of: family, size: eventsAtOnce });
  const receivers = await receiversOf(transaction, happened);
  const wanted = new Wanted();
  let done = happened.length < eventsAtOnce ? upTo : (happened.at(-1)?.position ?? upTo);
  for (const event of happened) {
    wanted.add(event, receivers(event));
    if (wanted.amount < deliveriesAtOnce) continue;
    done = event.position;
    break;
  }
  await wanted.deliver(transaction);
  await saveBacklog(transaction, root, done, upTo);
  return root;
}

/** The number of backlogs whose events are not even read among those of others. */
const mostAside = 20;

/** Returns accounts whose events belong to a backlog. */
export async function accountsAside(connection: Connection, backlogs: Backlogs): Promise<string[]> {
  const roots = [...backlogs.keys()].slice(0, mostAside);
  const families = await Promise.all(roots.map((root) => familyOf(connection, root)));
  return families.flat();
}

async function saveBacklog(transaction: Transaction, root: string, position: number, upTo: number): Promise<void> {
  const name = prefix + root;
  if (position >= upTo) await removeSequences(transaction, name, `${name}~`);
  else await updateRows(transaction, sequences, { name }, { value: position });
}

/** Moves backlogs back that are ahead of a log that was restored from a backup. */
export async function rewindBacklogs(transaction: Transaction, last: number): Promise<void> {
  await transaction.change(`UPDATE sequences SET value = ? WHERE ${isBacklog} AND value > ?`, [last, last]);
}

/** Removes the backlog of an account. */
export async function removeBacklog(database: Database, accountId: string): Promise<boolean> {
  const name = prefix + accountId;
  await database.transaction((transaction) => removeSequences(transaction, name, `${name}~`));
  return true;
}
