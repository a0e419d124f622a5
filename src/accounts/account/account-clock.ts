import type { Logger } from 'pino';
import { atClockOf, hasClock, noteAhead } from '../../kernel/clocks/account-clocks.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { type Loop, startLoop } from '../../kernel/signals/signals.ts';
import { workingFor } from '../../kernel/values/event-loop.ts';
import { type Instant, realNow, toDate, toInstant } from '../../kernel/values/instant.ts';
import type { Account } from './account.ts';
import { rootOf, rootsOf } from './account-root.ts';

type Clock = Pick<Account, 'id' | 'clockAhead'>;

const clocks = 'SELECT a.id AS id, a.clock_ahead AS clockAhead FROM accounts a';

export function noteClock({ id, clockAhead }: Clock): void {
  if (clockAhead !== null) noteAhead(id, Number(clockAhead));
}

/** Reads the clocks of accounts. Call it before any work for them. Only test accounts cause a query. */
export async function readClocks(connection: Connection, ids: readonly string[]): Promise<void> {
  const ofTests = [...new Set(ids)].filter(hasClock);
  if (ofTests.length === 0) return;
  const found = await connection.rows<Clock>(`${clocks} WHERE a.id IN (:ids)`, { ids: ofTests });
  found.forEach(noteClock);
}

export async function rootsOnClocks(connection: Connection, ids: readonly string[]): Promise<Map<string, string>> {
  await readClocks(connection, ids);
  return rootsOf(connection, ids);
}

/**
 * Runs the work of a page on the clock of the account, and in the turns of its root account, so that a thousand
 * subaccounts get the share of a single account.
 */
export async function onClockOf<Result>(
  connection: Connection,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await readClocks(connection, [accountId]);
  return workingFor(await rootOf(connection, accountId), () => atClockOf(accountId, work));
}

export async function loadClocks(database: Database): Promise<void> {
  const found = await database.rows<Clock>(`${clocks} WHERE a.test_of IS NOT NULL`);
  found.forEach(noteClock);
}

/** How far back to look for changed clocks. Longer than any transaction that sets a clock. */
const overlapMilliseconds = 60_000;

/** The time after which every process knows a new test account. */
export const heardMilliseconds = 3000;

export function followClocks(database: Database, log: Logger): Loop {
  let since: Instant | null = null;
  const step = async () => {
    const at = realNow();
    if (since === null) await loadClocks(database);
    else {
      const found = await database.rows<Clock>(`${clocks} WHERE a.clock_set_at > ?`, [since]);
      found.forEach(noteClock);
    }
    since = toInstant(new Date(toDate(at).getTime() - overlapMilliseconds));
    return false;
  };
  return startLoop('clocks', step, { wakeups: database.signals.listen('clocks'), log });
}
