import { setTimeout as sleep } from 'node:timers/promises';
import { selectList, snakeCase } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { type Counts, counters, noCounts } from '../tally/counters.ts';

const columns = selectList(Object.fromEntries(counters.map((counter) => [counter, `t.${snakeCase(counter)}`])));

/** The maximum number of campaigns on a page of a list. */
const maxAtOnce = 1000;

export const findTotals = batched<string, Counts>(async (database, ids) => {
  const rows = await database.rows<Counts & { campaignId: string }>(
    `SELECT t.campaign_id AS campaignId, ${columns} FROM statistics_totals t WHERE t.campaign_id IN (:ids)`,
    {
      ids,
    },
  );
  const found = new Map(rows.map(({ campaignId, ...counts }) => [campaignId, withZeros(counts)]));
  return ids.map((id) => found.get(id) ?? noCounts);
}, maxAtOnce);

function withZeros(counts: Counts): Counts {
  for (const counter of counters) counts[counter] ??= 0;
  return counts;
}

const tickMilliseconds = 250;

/** Yields the current totals and each change, at most four times a second. */
export async function* followTotals(database: Database, id: string, stopping: AbortSignal): AsyncGenerator<Counts> {
  for (let known = ''; !stopping.aborted; ) {
    const totals = await findTotals(database, id);
    const text = JSON.stringify(totals);
    if (text !== known) yield totals;
    known = text;
    await nextTick(stopping);
  }
}

/** Waits for the next tick. All subscribers of a process read at the same ticks, so that they share a statement. */
async function nextTick(stopping: AbortSignal): Promise<void> {
  const milliseconds = tickMilliseconds - (Date.now() % tickMilliseconds);
  await sleep(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
}
