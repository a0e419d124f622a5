import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { DirectoryType } from '../../directories/directory/directory.type.ts';
import { LoyaltyCardType } from '../../loyalty/card/card.type.ts';
import { type Counter, type Counts, counterDescriptions, counters, isMoney, moneyText } from '../tally/counters.ts';
import { findTotals } from './campaign-totals.ts';
import { interval } from './report.inputs.ts';
import { type Report, reportOf } from './report.ts';
import { daysBefore, instantsOf } from './report-period.ts';

const StatisticsCounts = builder.objectType(builder.objectRef<Counts>('StatisticsCounts'), {
  description: 'Counts of actions in campaigns. A count that does not apply to the kind of campaign is 0.',
  fields: (t) => {
    const money = (counter: Counter, description: string) =>
      t.field({ type: 'Decimal', description, resolve: (counts) => moneyText(counts[counter]) });
    const number = (counter: Counter, description: string) =>
      t.field({
        type: 'BigInt',
        description,
        resolve: (counts) => Math.min(counts[counter], Number.MAX_SAFE_INTEGER),
      });
    const fields = counters.map((counter) => {
      const description = counterDescriptions[counter];
      return [counter, isMoney(counter) ? money(counter, description) : number(counter, description)];
    });
    return Object.fromEntries(fields) as Record<Counter, ReturnType<typeof t.field>>;
  },
});

const StatisticsPoint = builder.objectType(builder.objectRef<Report['points'][number]>('StatisticsPoint'), {
  description: 'Statistics of one hour, day, week or month.',
  fields: (t) => ({
    start: t.field({
      type: 'DateTime',
      description: 'The beginning of the time span.',
      resolve: ({ point }) => instantsOf(point).start,
    }),
    end: t.field({
      type: 'DateTime',
      description: 'The end of the time span, exclusive.',
      resolve: ({ point }) => instantsOf(point).end,
    }),
    counts: t.field({
      type: StatisticsCounts,
      description: 'The counts of the time span.',
      resolve: ({ counts }) => counts,
    }),
  }),
});

const RefusedAttempts = builder.objectType(builder.objectRef<Report['refusedAttempts'][number]>('RefusedAttempts'), {
  description: 'The number of attempts that were refused for one reason.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code of the problem, such as `SESSION_ALREADY_VALIDATED`.' }),
    amount: t.expose('amount', { type: 'BigInt', description: 'The number of attempts.' }),
  }),
});

const StatisticsRef = builder.objectRef<Report>('Statistics');

export const StatisticsType = builder.objectType(StatisticsRef, {
  description: 'Statistics of a campaign, or of all campaigns of an account, for a range of local days.',
  fields: (t) => ({
    timezone: t.exposeString('timezone', { description: 'IANA name of the time zone in which the days are counted.' }),
    from: t.exposeString('from', { description: 'The first day, `yyyy-MM-dd`.' }),
    to: t.exposeString('to', { description: 'The last day, `yyyy-MM-dd`.' }),
    by: t.expose('by', { type: enumTypeOf(interval), description: 'The time span of each point.' }),
    counts: t.field({
      type: StatisticsCounts,
      description: 'The counts of the whole range.',
      resolve: ({ counts }) => counts,
    }),
    totals: t.field({
      type: StatisticsCounts,
      description: 'All-time counts, regardless of the range.',
      resolve: ({ id }, _, { services }) => findTotals(services.database, id),
    }),
    points: t.field({
      type: [StatisticsPoint],
      description:
        'The hours, days, weeks or months of the range, without gaps. The first and the last point only include days of the range. At most 1,000 points, not paginated.',
      cost: { items: 100 },
      resolve: ({ points }) => points,
    }),
    previous: t.field({
      type: StatisticsRef,
      description: 'The statistics of the period of the same length immediately before the range.',
      // The cost of a ten-year report, which sums 90,000 rows.
      cost: { own: 200 },
      resolve: (report, _, { services }) =>
        reportOf(services.database, report, { ...daysBefore(report), by: report.by }),
    }),
    refusedAttempts: t.field({
      type: [RefusedAttempts],
      description: 'The refused attempts in the range by reason, most frequent first. Not paginated.',
      resolve: ({ refusedAttempts }) => refusedAttempts,
    }),
  }),
});

export const StatisticsChange = builder.objectType(
  builder.objectRef<{ campaign: string | null; totals: Counts }>('StatisticsChange'),
  {
    description: 'The totals of a campaign or an account after a change.',
    fields: (t) => ({
      campaign: t.exposeID('campaign', {
        nullable: true,
        description: 'The id of the coupon, loyalty card or directory. Null for all campaigns of the account.',
      }),
      totals: t.field({
        type: StatisticsCounts,
        description: 'All-time counts.',
        resolve: ({ totals }) => totals,
      }),
    }),
  },
);

const totals = 'All-time counts. They reflect changes within a second.';

for (const type of [CouponType, LoyaltyCardType, DirectoryType])
  builder.objectField(type, 'totals', (t) =>
    t.field({
      type: StatisticsCounts,
      description: totals,
      resolve: ({ id }, _, { services }) => findTotals(services.database, id),
    }),
  );
