import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { barsOf } from '../../parts/chart.tsx';
import { filtersOf } from '../../parts/filters.tsx';

const defaultDays = '30';

interface Point {
  start: string;
  counts: { members: string; stampsAdded: string; pointsAdded: string; rewardsUsed: string };
}

/** Reads the range from the address, up to today in the time zone of the account. */
export function rangeOf(page: Page): { from: string; by: 'DAY' | 'WEEK' } {
  const days = daysOf(page);
  const first = Temporal.Now.plainDateISO(page.timezone).subtract({ days: days - 1 });
  return { from: String(first), by: days > 100 ? 'WEEK' : 'DAY' };
}

function daysOf(page: Page): number {
  const { ranges } = page.words.loyalty.card;
  const wanted = page.query('range') ?? defaultDays;
  return Number(Object.hasOwn(ranges, wanted) ? wanted : defaultDays);
}

export function cardChart(page: Page, type: 'STAMP' | 'MEMBERSHIP', points: readonly Point[]): ComponentChildren {
  const { card: words } = page.words.loyalty;
  const given = type === 'STAMP' ? 'stampsAdded' : 'pointsAdded';
  const series = [
    { name: words[given], values: points.map(({ counts }) => Number(counts[given])) },
    { name: words.used, values: points.map(({ counts }) => Number(counts.rewardsUsed)) },
    { name: words.newMembers, values: points.map(({ counts }) => Number(counts.members)) },
  ];
  const options = Object.entries(words.ranges).filter(([days]) => days !== defaultDays);
  return (
    <section>
      {filtersOf(page, [
        { name: 'range', label: words.range, kind: 'select', options, any: words.ranges[defaultDays] },
      ])}
      {barsOf(page, {
        title: words.chart,
        labels: points.map(({ start }) => page.day(start)),
        series,
        axis: rangeOf(page).by === 'DAY' ? words.day : words.week,
      })}
    </section>
  );
}
