import { z } from 'zod';
import { query } from '../../api/query.ts';
import { campaignId } from '../../events/event.inputs.ts';
import { onSnapshot } from '../../kernel/database/snapshot.ts';
import { reportFields } from './report.inputs.ts';
import { reportOf } from './report.ts';
import { StatisticsType } from './report.type.ts';
import { reportedCampaign, reportProblems } from './reported-campaign.ts';

query({
  name: 'campaignStatistics',
  description:
    'Statistics of a coupon, a loyalty card or a directory. Days are in the time zone of the coupon or directory. Loyalty cards and deleted campaigns use the time zone of the account. A range has at most 3,653 days and 1,000 points: at most 41 days by `HOUR` and 1,000 days by `DAY`. Statistics are updated within a second. They are kept permanently, even if the campaign is deleted.',
  scope: 'READ',
  input: z.object({ campaign: campaignId, ...reportFields }),
  type: StatisticsType,
  // A report of ten years sums 90,000 rows.
  cost: { own: 200 },
  problems: reportProblems,
  run: async ({ input: { campaign, ...request }, viewer, database }) =>
    onSnapshot(database, async (snapshot) =>
      reportOf(snapshot, await reportedCampaign(snapshot, viewer.account, campaign), request),
    ),
});
