import type { Database } from '../../src/kernel/database/database.ts';
import { createLog } from '../../src/main/process/log.ts';
import { counting } from '../../src/statistics/counting/event-counting.ts';
import { counters } from '../../src/statistics/tally/counters.ts';
import type { Client } from './client.ts';
import { sequence } from './events.ts';

const log = createLog('silent');

/** Counts all events of the account, as a worker does. */
export async function countAll(database: Database, { owner: { account } }: Client): Promise<void> {
  await sequence(database, account);
  while (await counting.next(database, log));
}

/** The GraphQL selection of all counters. */
const allCounts = `{ ${counters.join(' ')} }`;

type Counted = Record<string, number | string>;

/** Returns the counters that are not 0. Money stays text. */
export function nonZero(counts: Record<string, string>): Counted {
  const numbers = Object.entries(counts).filter(([, amount]) => Number(amount) !== 0);
  return Object.fromEntries(
    numbers.map(([name, amount]) => [name, name.startsWith('money') ? amount : Number(amount)]),
  );
}

/** Returns the totals of a campaign, without zeros. */
export async function totalsOf(client: Client, campaign: string): Promise<Counted> {
  const { data } = await client.graphql(
    `query ($campaign: ID!) { campaignStatistics(campaign: $campaign) { totals ${allCounts} } }`,
    { campaign },
  );
  return nonZero(data.campaignStatistics.totals);
}
