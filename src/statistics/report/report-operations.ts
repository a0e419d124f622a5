import { z } from 'zod';
import { query } from '../../api/query.ts';
import { subscription } from '../../api/subscription.ts';
import type { Viewer } from '../../api/viewer.ts';
import type { Database } from '../../kernel/database/database.ts';
import { onSnapshot } from '../../kernel/database/snapshot.ts';
import type { Counts } from '../tally/counters.ts';
import { followTotals } from './campaign-totals.ts';
import { reportedId, reportFields } from './report.inputs.ts';
import { reportOf } from './report.ts';
import { StatisticsChange, StatisticsType } from './report.type.ts';
import { reportedCampaign, reportProblems } from './reported-campaign.ts';

query({
  name: 'accountStatistics',
  description:
    'Statistics of all campaigns of the account, including deleted campaigns and attempts with unknown codes. Days are in the time zone of the account. The limits of `campaignStatistics` apply.',
  scope: 'READ',
  input: z.object(reportFields),
  type: StatisticsType,
  // The cost of a ten-year report, which sums 90,000 rows.
  cost: { own: 200 },
  problems: [],
  run: ({ input, viewer: { account }, database }) =>
    onSnapshot(database, (snapshot) => reportOf(snapshot, { id: account.id, timezone: account.timezone }, input)),
});

query({
  name: 'campaignStatistics',
  description:
    'Statistics of a coupon, a loyalty card, a directory or a location. Days are in the time zone of the coupon or directory. Loyalty cards, locations and deleted campaigns use the time zone of the account. For a location, only validations and changes to loyalty balances count. A range has at most 3,653 days and 1,000 points: at most 41 days by `HOUR` and 1,000 days by `DAY`. Statistics are updated within a second. They are kept permanently, even if the campaign is deleted.',
  scope: 'READ',
  input: z.object({ campaign: reportedId, ...reportFields }),
  type: StatisticsType,
  // The cost of a ten-year report, which sums 90,000 rows.
  cost: { own: 200 },
  problems: reportProblems,
  run: async ({ input: { campaign, ...request }, viewer, database }) =>
    onSnapshot(database, async (snapshot) =>
      reportOf(snapshot, await reportedCampaign(snapshot, viewer.account, campaign), request),
    ),
});

subscription({
  name: 'statisticsChanged',
  description:
    'The totals of a campaign or of the account. The subscription sends them immediately, then after changes, at most four times per second. Intermediate changes are skipped, so a slow client still gets the latest totals. Ends with `UNAUTHENTICATED` if the key is revoked or the sign-in ends.',
  scope: 'READ',
  input: z.object({
    campaign: reportedId.nullish().meta({
      description: 'The coupon, loyalty card, directory or location. Default: all campaigns of the account.',
    }),
  }),
  type: StatisticsChange,
  problems: reportProblems,
  subscribe: ({ input: { campaign = null }, viewer, database, stopping }) =>
    follow(database, viewer, campaign, stopping),
});

async function* follow(
  database: Database,
  { account }: Viewer,
  campaign: string | null,
  stopping: AbortSignal,
): AsyncGenerator<{ campaign: string | null; totals: Counts }> {
  const { id } = await reportedCampaign(database, account, campaign);
  for await (const totals of followTotals(database, id, stopping)) yield { campaign, totals };
}
