import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { selectList, snakeCase } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { workingForAll } from '../../kernel/values/event-loop.ts';
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

/** Yields the current totals and each change, at most four times a second. Followers of a campaign share its readings. */
export async function* followTotals(database: Database, id: string, stopping: AbortSignal): AsyncGenerator<Counts> {
  const poller = pollerOf(database, id);
  poller.followers += 1;
  try {
    for (let known = ''; !stopping.aborted; ) {
      const { latest } = poller;
      const { text, totals } = await latest;
      if (latest !== poller.latest) continue;
      if (text === known) await once(poller.changes, 'change', { signal: stopping }).catch(() => undefined);
      else {
        known = text;
        yield totals;
      }
    }
  } finally {
    poller.followers -= 1;
  }
}

interface Reading {
  text: string;
  totals: Counts;
}

/** Reads the totals of a campaign at every tick while somebody follows them. */
interface Poller {
  followers: number;
  latest: Promise<Reading>;
  changes: EventEmitter;
}

const pollers = new WeakMap<Database, Map<string, Poller>>();

function pollerOf(database: Database, id: string): Poller {
  const running = pollers.get(database) ?? new Map<string, Poller>();
  pollers.set(database, running);
  const known = running.get(id);
  if (known) return known;
  const changes = new EventEmitter().setMaxListeners(0);
  const poller = { followers: 0, latest: read(database, id), changes };
  running.set(id, poller);
  workingForAll(() => poll(database, id, poller, () => running.delete(id)));
  return poller;
}

/** Calls `ended` in the same turn in which it stops, so that nobody follows a poller that has ended. */
async function poll(database: Database, id: string, poller: Poller, ended: () => void): Promise<void> {
  try {
    let { text } = await poller.latest;
    for (await nextTick(); poller.followers > 0; await nextTick()) {
      const reading = await read(database, id);
      if (reading.text === text) continue;
      text = reading.text;
      poller.latest = Promise.resolve(reading);
      poller.changes.emit('change');
    }
    ended();
  } catch (error) {
    ended();
    // Every follower gets the failure: those that wait at once, and the others when they ask for the next totals.
    poller.latest = Promise.reject(error);
    poller.latest.catch(() => undefined);
    poller.changes.emit('change');
  }
}

async function read(database: Database, id: string): Promise<Reading> {
  const totals = await findTotals(database, id);
  return { text: JSON.stringify(totals), totals };
}

/** Waits for the next tick. All campaigns of a process are read at the same ticks, so that they share a statement. */
async function nextTick(): Promise<void> {
  await sleep(tickMilliseconds - (Date.now() % tickMilliseconds));
}
