import { type Column, integer, key, type Stored, sumOrNull, table, text } from '../../kernel/database/columns.ts';
import type { Counter } from './counters.ts';
import { counters } from './counters.ts';

/** The lengths of buckets in quarter hours. Most of a report is read as hours, which are a fourth of the rows. */
export const spans = [1, 4] as const;

/** A counter is NULL until it counts something, so that a row takes little room. */
const sums = Object.fromEntries(counters.map((counter) => [counter, sumOrNull])) as Record<
  Counter,
  Column<number | null>
>;

/** What happened in a quarter hour or an hour. Rows are kept for ever, also when their campaign is deleted. */
export type StatisticsRow = Stored<typeof statistics>;

export const statistics = table({
  name: 'Statistics',
  tableName: 'statistics',
  columns: {
    /** The coupon, loyalty card or directory; or the account, for everything that happened in it. */
    campaignId: key(text(20)),
    span: key(integer),
    bucket: key(integer),
    ...sums,
  },
});

/** What has happened in all. Rows are kept for ever, also when their campaign is deleted. */
export type StatisticsTotals = Stored<typeof statisticsTotals>;

export const statisticsTotals = table({
  name: 'StatisticsTotals',
  tableName: 'statistics_totals',
  columns: {
    campaignId: key(text(20)),
    accountId: text(20),
    ...sums,
  },
  indices: [{ name: 'statistics_totals_account', columns: ['accountId'] }],
});

/** How often attempts were refused for a reason in a quarter hour or an hour. */
export const statisticsRefusals = table({
  name: 'StatisticsRefusals',
  tableName: 'statistics_refusals',
  columns: {
    campaignId: key(text(20)),
    span: key(integer),
    bucket: key(integer),
    code: key(text(40)),
    amount: sumOrNull,
  },
});
