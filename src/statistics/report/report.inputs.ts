import { z } from 'zod';
import { localDate } from '../../api/inputs.ts';
import { campaignId } from '../../events/event.inputs.ts';
import { intervals, maxDays } from './report-period.ts';

export const interval = z.enum(intervals).meta({
  id: 'StatisticsInterval',
  description: 'The time span of each point of statistics.',
  values: {
    HOUR: 'A local hour.',
    DAY: 'A local day.',
    WEEK: 'A local week, which begins on Monday.',
    MONTH: 'A local month.',
  },
});

/** What has statistics of its own. */
export const reportedId = campaignId.meta({
  scalar: 'ID',
  idKinds: ['coupon', 'loyaltyCard', 'directory', 'location'],
  description: 'A coupon (`cam_…`), a loyalty card (`loy_…`), a directory (`dir_…`) or a location (`loc_…`).',
});

export const reportFields = {
  from: localDate.nullish().meta({ description: 'The first day, `yyyy-MM-dd`. Default: calculated from `days`.' }),
  to: localDate.nullish().meta({ description: 'The last day, `yyyy-MM-dd`. Default: today.' }),
  days: z
    .int()
    .min(1)
    .max(maxDays)
    .nullish()
    .meta({ description: 'The number of days up to `to`, 1 to 3,653. An alternative to `from`. Default: 7.' }),
  by: interval.default('DAY').meta({ description: 'The time span of each point.' }),
};
