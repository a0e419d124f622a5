import { expect, test } from 'vitest';
import { daysOfYear } from '../../../src/main/demo/calendar.ts';
import { deedsOf } from '../../../src/main/demo/deeds.ts';
import { sessionsOfDay } from '../../../src/main/demo/year.ts';

test.each(['2026-01-03', '2026-03-29', '2026-06-15', '2026-10-25', '2028-02-29'])(
  'the days of a year that ends on %s fit into the reserved numbers, and follow each other until its end',
  (last) => {
    const until = `${last} 12:00:00.000`;
    const days = Array.from({ length: daysOfYear }, (_, index) =>
      deedsOf({ until, campaigns: [], shops: [], cards: [] } as never, daysOfYear - 1 - index),
    );

    const deeds = days.flat();
    expect(deeds.length).toBeGreaterThan(5000);
    expect(Math.max(...days.map(({ length }) => length))).toBeLessThan(sessionsOfDay);
    expect(deeds.every(({ at }, index) => at < until && at >= (deeds[index - 1]?.at ?? ''))).toBe(true);
    expect(Date.parse(`${until}Z`) - Date.parse(`${deeds[0]?.at}Z`)).toBeGreaterThan(360 * 86_400_000);
  },
);
