import { snakeCase } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/rows.ts';
import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';
import { addCounts, type Counter, type Counts, counters } from './counters.ts';
import { type StatisticsRow, type StatisticsTotals, spans, statistics, statisticsTotals } from './statistics.ts';

const columns = counters.map(snakeCase);
const nothing = Object.fromEntries(counters.map((counter) => [counter, null])) as Record<Counter, null>;

export interface Place {
  accountId: string;
  campaignId: string | null;
}

interface Sum {
  accountId: string;
  byQuarter: Map<number, Partial<Counts>>;
}

export class Tally {
  readonly #sums = new Map<string, Sum>();

  add({ accountId, campaignId }: Place, quarter: number, counts: Partial<Counts>): void {
    if (campaignId) this.#addTo(campaignId, accountId, quarter, counts);
    this.#addTo(accountId, accountId, quarter, counts);
  }

  /** Counts at a location, in addition to what counts in a campaign and its account. */
  addAt(locationId: string, accountId: string, quarter: number, counts: Partial<Counts>): void {
    this.#addTo(locationId, accountId, quarter, counts);
  }

  /** Writes the rows in the order of their keys, so that two tallies cannot deadlock. */
  async store(transaction: Transaction): Promise<void> {
    const { addTo } = transaction.dialect;
    const ids = [...this.#sums.keys()].sort();
    const rows = ids.flatMap((id) => spans.flatMap((span) => this.#bucketsOf(id, span)));
    await insertRows(transaction, statistics, rows, { ending: addTo('campaign_id, span, bucket', ...columns) });
    const totals = ids.map((id) => this.#totalsOf(id));
    await insertRows(transaction, statisticsTotals, totals, { ending: addTo('campaign_id', ...columns) });
  }

  #addTo(id: string, accountId: string, quarter: number, counts: Partial<Counts>): void {
    const sum = this.#sums.get(id) ?? { accountId, byQuarter: new Map() };
    this.#sums.set(id, sum);
    const known = sum.byQuarter.get(quarter) ?? {};
    sum.byQuarter.set(quarter, known);
    addCounts(known, counts);
  }

  #bucketsOf(campaignId: string, span: number): StatisticsRow[] {
    const buckets = new Map<number, Partial<Counts>>();
    for (const [quarter, counts] of this.#sums.get(campaignId)?.byQuarter ?? []) {
      const bucket = quarter - (quarter % span);
      const known = buckets.get(bucket) ?? {};
      buckets.set(bucket, known);
      addCounts(known, counts);
    }
    return [...buckets]
      .sort(([one], [other]) => one - other)
      .map(([bucket, counts]) => ({ campaignId, span, bucket, ...nothing, ...counts }));
  }

  #totalsOf(campaignId: string): StatisticsTotals {
    const { accountId, byQuarter } = this.#sums.get(campaignId) as Sum;
    const totals: Partial<Counts> = {};
    for (const counts of byQuarter.values()) addCounts(totals, counts);
    return { campaignId, accountId, ...nothing, ...totals };
  }
}

/*
 * Statistics count in quarter hours of UTC since 1970, because time zones differ from UTC by multiples of 15 minutes.
 */

export const quarterMilliseconds = 900_000;

export const quartersOfHour = 4;
export const quartersOfDay = 96;

export function quarterOf(instant: Instant): number {
  const minute = instant.slice(0, 16);
  // Keep the last result, because most events in a batch fall in the same minute.
  if (minute !== latest.minute)
    latest = { minute, quarter: Math.floor(toDate(minute).getTime() / quarterMilliseconds) };
  return latest.quarter;
}

let latest = { minute: '', quarter: 0 };

export function beginOf(quarter: number): Instant {
  return toInstant(new Date(quarter * quarterMilliseconds));
}
