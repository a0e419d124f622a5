import type { KeptDays } from '../../kernel/api/context.ts';
import { accountsAhead, atClockOf } from '../../kernel/clocks/account-clocks.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Account, accounts } from '../account/account.ts';
import { clockPrunings } from './clock-followers.ts';

type Retention = Pick<Account, 'messagesKeptDays' | 'deliveriesKeptDays'>;

/** Returns how long an account keeps its data. */
export function keptBy({ messagesKeptDays, deliveriesKeptDays }: Retention, installation: KeptDays): KeptDays {
  const { messages, deliveries } = installation;
  return {
    ...installation,
    messages: Math.min(messages, messagesKeptDays ?? messages),
    deliveries: Math.min(deliveries, deliveriesKeptDays ?? deliveries),
  };
}

/** Removes a chunk of the old data of an account, on the clock on which it runs, and returns its size. */
export async function pruneOnClock(database: Database, accountId: string, kept: KeptDays): Promise<number> {
  for (const prune of clockPrunings.extensions) {
    const removed = await prune(database, accountId, kept);
    if (removed > 0) return removed;
  }
  return 0;
}

/** Returns a function that removes a chunk of the old data of accounts whose clocks are ahead, whose rows look young. */
export function pruningAhead(installation: KeptDays): (database: Database) => Promise<number> {
  return async (database) => {
    for (const id of accountsAhead()) {
      const account = await database.manager.findOneBy(accounts, { id });
      if (!account) continue;
      const removed = await atClockOf(id, () => pruneOnClock(database, id, keptBy(account, installation)));
      if (removed > 0) return removed;
    }
    return 0;
  };
}
