import { z } from 'zod';
import { subscription } from '../../api/subscription.ts';
import type { Viewer } from '../../api/viewer.ts';
import { campaignId } from '../../events/event.inputs.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Counts } from '../tally/counters.ts';
import { followTotals } from './campaign-totals.ts';
import { StatisticsChange } from './report.type.ts';
import { reportedCampaign, reportProblems } from './reported-campaign.ts';

subscription({
  name: 'statisticsChanged',
  description:
    'The totals of a campaign or of the account. The subscription sends them immediately, then after changes, at most four times per second. Intermediate changes are skipped, so a slow client still gets the latest totals. Ends with `UNAUTHENTICATED` if the key is revoked or the sign-in ends.',
  scope: 'READ',
  input: z.object({
    campaign: campaignId.nullish().meta({
      description: 'The coupon, loyalty card or directory. Default: all campaigns of the account.',
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
