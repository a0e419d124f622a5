import { z } from 'zod';
import { query } from '../../api/query.ts';
import { onSnapshot } from '../../kernel/database/snapshot.ts';
import { reportFields } from './report.inputs.ts';
import { reportOf } from './report.ts';
import { StatisticsType } from './report.type.ts';

query({
  name: 'accountStatistics',
  description:
    'Statistics of all campaigns of the account, including deleted campaigns and attempts with unknown codes. Days are in the time zone of the account. The limits of `campaignStatistics` apply.',
  scope: 'READ',
  input: z.object(reportFields),
  type: StatisticsType,
  // A report of ten years sums 90,000 rows.
  cost: { own: 200 },
  problems: [],
  run: ({ input, viewer: { account }, database }) =>
    onSnapshot(database, (snapshot) => reportOf(snapshot, { id: account.id, timezone: account.timezone }, input)),
});
