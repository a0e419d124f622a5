import { expect, test } from 'vitest';
import type { Deed } from '../../../src/main/demo/year/deed.ts';
import { planOf } from '../../../src/main/demo/year/plan.ts';
import { maxMemberships, maxSessions } from '../../../src/main/demo/year/year-making.ts';

const seed = 1847;

test('the same seed and day make the same year', () => {
  const until = '2026-11-22 18:00:00.000';

  expect(timesOf(planOf({ seed, until }))).toEqual(timesOf(planOf({ seed, until })));
  expect(timesOf(planOf({ seed: seed + 1, until }))).not.toEqual(timesOf(planOf({ seed, until })));
});

test.each(['2026-01-03', '2026-03-29', '2026-06-15', '2026-10-25', '2028-02-29'])(
  'a year that ends on %s fits into the reserved numbers, and lies before its end',
  (day) => {
    const until = `${day} 12:00:00.000`;
    const plan = planOf({ seed, until });

    const sessions = plan.flatMap((deed) => deed.sessions ?? []);
    const memberships = plan.flatMap(({ membership }) => membership ?? []);
    expect(sessions.length).toBeGreaterThan(3500);
    expect(sessions.length).toBeLessThan(maxSessions);
    expect(memberships.length).toBeLessThan(maxMemberships);
    expect(plan.every(({ at }, index) => at < until && at >= (plan[index - 1]?.at ?? ''))).toBe(true);
    expect(Date.parse(`${until}Z`) - Date.parse(`${plan[0]?.at}Z`)).toBeGreaterThan(360 * 86_400_000);
  },
);

const timesOf = (plan: readonly Deed[]) => plan.map(({ at }) => at);
