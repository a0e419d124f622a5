import { snakeCase } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { addCounts, type Counts, countersOf } from '../tally/counters.ts';
import { quartersOfHour } from '../tally/tally.ts';
import { type Period, type Point, type Segment, slotSize } from './report-period.ts';

/** The counts of each point of a period, and the refused attempts of the whole period, by reason. */
export interface Sums {
  points: { point: Point; counts: Partial<Counts> }[];
  refusedAttempts: { code: string; amount: number }[];
}

export async function sumsOf(connection: Connection, campaignId: string, period: Period): Promise<Sums> {
  const points = period.points.map((point) => ({ point, counts: {} as Partial<Counts> }));
  const parts = partsOf(period, campaignId);
  const slots = (await Promise.all(parts.map((part) => slotsOf(connection, part)))).flat();
  const refusedAttempts = (await Promise.all(parts.map((part) => refusedAttemptsOf(connection, part)))).flat();
  let index = 0;
  for (const { slot, ...counts } of slots.sort((one, other) => one.slot - other.slot)) {
    // Both lists ascend, and a slot never spans two points.
    while (index < points.length - 1 && slot >= (points[index]?.point.to ?? 0)) index += 1;
    addCounts(points[index]?.counts ?? {}, counts);
  }
  return { points, refusedAttempts: byCode(refusedAttempts) };
}

interface Part {
  campaignId: string;
  condition: string;
  values: Record<string, string | number | readonly number[]>;
}

/**
 * The condition for hours that lie within a segment and a slot. They are read as hours, which need a fourth of the
 * rows.
 */
const inHours = `s.campaign_id = :campaignId AND s.span = 4 AND s.bucket >= :from AND s.bucket <= :to - 4
  AND (s.bucket + :offset) % :size <= :size - 4`;
/**
 * The condition for other hours, which exist only in zones whose UTC offset is not a whole number of hours. They are
 * read as quarter hours.
 */
const inQuarters = 's.campaign_id = :campaignId AND s.span = 1 AND s.bucket IN (:quarters)';

function partsOf(period: Period, campaignId: string): Part[] {
  const size = slotSize(period);
  return period.segments.flatMap((segment) => {
    const values = { ...segment, campaignId, size };
    const quarters = quartersBeside(segment, size);
    const parts: Part[] = [{ campaignId, condition: inHours, values }];
    if (quarters.length > 0) parts.push({ campaignId, condition: inQuarters, values: { ...values, quarters } });
    return parts;
  });
}

function quartersBeside({ from, to, offset }: Segment, size: number): number[] {
  const begins = [from];
  for (let begin = from + size - ((from + offset) % size); begin < to; begin += size) begins.push(begin);
  const hours = new Set([...begins, to].filter((edge) => edge % quartersOfHour !== 0).map(hourOf));
  return [...hours]
    .flatMap((hour) => [hour, hour + 1, hour + 2, hour + 3])
    .filter((quarter) => quarter >= from && quarter < to);
}

function hourOf(quarter: number): number {
  return quarter - (quarter % quartersOfHour);
}

type SlotCounts = Partial<Counts> & { slot: number };

/**
 * Returns the slots. A segment has only one UTC offset, so each bucket is read once. A join with a list of days would
 * repeat all reads.
 */
function slotsOf(connection: Connection, { campaignId, condition, values }: Part): Promise<SlotCounts[]> {
  const sums = countersOf(campaignId).map((counter) => `SUM(s.${snakeCase(counter)}) AS ${counter}`);
  return connection.rows<SlotCounts>(
    `SELECT MIN(s.bucket) AS slot, ${sums.join(', ')} FROM statistics s WHERE ${condition}
       GROUP BY (s.bucket + :offset) - (s.bucket + :offset) % :size`,
    values,
  );
}

type RefusedAttemptCounts = Sums['refusedAttempts'];

function refusedAttemptsOf(connection: Connection, { condition, values }: Part): Promise<RefusedAttemptCounts> {
  return connection.rows(
    `SELECT s.code AS code, SUM(s.amount) AS amount FROM statistics_refused_attempts s WHERE ${condition} GROUP BY s.code`,
    values,
  );
}

function byCode(parts: RefusedAttemptCounts): RefusedAttemptCounts {
  const amounts = new Map<string, number>();
  for (const { code, amount } of parts) amounts.set(code, (amounts.get(code) ?? 0) + amount);
  const refusedAttempts = [...amounts].map(([code, amount]) => ({ code, amount }));
  return refusedAttempts.sort((one, other) => other.amount - one.amount || (one.code < other.code ? -1 : 1));
}
