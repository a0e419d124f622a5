import { snakeCase } from '../../kernel/database/columns.ts';
import { toIso } from '../../kernel/values/instant.ts';
import { counters, isMoney, moneyText } from '../tally/counters.ts';
import type { Report } from './report.ts';
import { instantsOf } from './report-period.ts';

export const reportColumns = ['start', 'end', ...counters.map(snakeCase)];

/** Returns a row for each point. Times are in UTC, and money has three decimal places. */
export function reportRows({ points }: Report): Record<string, string | number>[] {
  return points.map(({ point, counts }) => {
    const { start, end } = instantsOf(point);
    const cells = counters.map((counter) => [
      snakeCase(counter),
      isMoney(counter) ? moneyText(counts[counter]) : counts[counter],
    ]);
    return { start: toIso(start), end: toIso(end), ...Object.fromEntries(cells) };
  });
}
