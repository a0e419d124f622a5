import type { KeptDays } from '../../api/context.ts';
import { accountsAhead, atClockOf } from '../../kernel/clocks/account-clocks.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { type Account, accounts } from '../account/account.ts';
import { clockPrunings } from './clock-followers.ts';

type Retention = Pick<Account, 'messagesKeptDays' | 'deliveriesKeptDays'>;

export function keptBy({ messagesKeptDays, deliveriesKeptDays }: Retention, installation: KeptDays): KeptDays {
  const { messages, deliveries } = installation;
  return {
    ...installation,
    messages: Math.min(messages, messagesKeptDays ?? messages),
    deliveries: Math.min(deliveries, deliveriesKeptDays ?? deliveries),
  };
}

export async function pruneOnClock(database: Database, accountId: string, kept: KeptDays): Promise<number> {
  for (const prune of clockPrunings.extensions) {
    const removed = await prune(database, accountId, kept);
    if (removed > 0) return removed;
  }
  return 0;
}

/** The pause between rounds. An advance ends with a pruning of its own, so the remaining data ages slowly. */
const restMilliseconds = 3_600_000;

/**
 * Prunes accounts whose clocks are ahead: by real time, their rows look too young. Rests for an hour after each round.
 */
export function pruningAhead(installation: KeptDays): (database: Database) => Promise<number> {
  let left: string[] = [];
  let restsUntil = 0;
  return async (database) => {
    if (left.length === 0) {
      if (Date.now() < restsUntil) return 0;
      restsUntil = Date.now() + restMilliseconds;
      left = accountsAhead();
    }
    while (left.length > 0) {
      const removed = await pruneAhead(database, String(left.at(-1)), installation);
      if (removed > 0) return removed;
      left.pop();
    }
    return 0;
  };
}

async function pruneAhead(database: Database, id: string, installation: KeptDays): Promise<number> {
  const account = await findRow(database, accounts, { id });
  if (!account) return 0;
  return atClockOf(id, () => pruneOnClock(database, id, keptBy(account, installation)));
}
