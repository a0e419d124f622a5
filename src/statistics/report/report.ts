import type { Connection } from '../../kernel/database/database.ts';
import { addCounts, type Counts, noCounts } from '../tally/counters.ts';
import { type DayRange, type DayRangeInput, dayRange, type Interval, type Point, periodOf } from './report-period.ts';
import { sumsOf } from './report-sums.ts';
import type { Reported } from './reported-campaign.ts';

export interface Report extends DayRange {
  id: string;
  timezone: string;
  by: Interval;
  counts: Counts;
  points: { point: Point; counts: Counts }[];
  refusedAttempts: { code: string; amount: number }[];
}

export interface ReportRequest extends DayRangeInput {
  by: Interval;
}

/** Reads a report. Throws `INVALID_INPUT` if it would be too long. */
export async function reportOf(
  connection: Connection,
  { id, timezone }: Reported,
  request: ReportRequest,
): Promise<Report> {
  const period = periodOf(dayRange(request, timezone), request.by, timezone);
  const { points, refusedAttempts } = await sumsOf(connection, id, period);
  const counts = { ...noCounts };
  for (const each of points) addCounts(counts, each.counts);
  const { from, to, by } = period;
  const filled = points.map(({ point, counts }) => ({ point, counts: { ...noCounts, ...counts } }));
  return { id, timezone, from, to, by, counts, points: filled, refusedAttempts };
}
