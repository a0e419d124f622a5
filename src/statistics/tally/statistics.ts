import { type Column, column, type Stored, sumOrNull, table } from '../../kernel/database/columns.ts';
import type { Counter } from './counters.ts';
import { counters } from './counters.ts';

/** The lengths of buckets, in quarter hours. Most of a report is read as hours, which need a fourth of the rows. */
export const spans = [1, 4] as const;

/** The columns of the counters. A counter is NULL until it counts something, so that a row takes little space. */
const sums = Object.fromEntries(counters.map((counter) => [counter, sumOrNull])) as Record<
  Counter,
  Column<number | null>
>;

/** The counts of a quarter hour or an hour. If the campaign is deleted, they stay. */
export type StatisticsRow = Stored<typeof statistics>;

export const statistics = table({
  name: 'Statistics',
  tableName: 'statistics',
  columns: {
    /** The coupon, loyalty card, directory or location. For the sum of all events, the account. */
    campaignId: column.key(column.text(20)),
    span: column.key(column.integer),
    bucket: column.key(column.integer),
    ...sums,
  },
});

/** The total counts. If the campaign is deleted, they stay. */
export type StatisticsTotals = Stored<typeof statisticsTotals>;

export const statisticsTotals = table({
  name: 'StatisticsTotals',
  tableName: 'statistics_totals',
  columns: {
    campaignId: column.key(column.text(20)),
    accountId: column.text(20),
    ...sums,
  },
  indices: [{ name: 'statistics_totals_account', columns: ['accountId'] }],
});

export const statisticsRefusedAttempts = table({
  name: 'StatisticsRefusedAttempts',
  tableName: 'statistics_refused_attempts',
  columns: {
    campaignId: column.key(column.text(20)),
    span: column.key(column.integer),
    bucket: column.key(column.integer),
    code: column.key(column.text(40)),
    amount: column.sumOrNull,
  },
});
