import { expect, test } from 'vitest';
import { dayRange, type Interval, instantsOf, periodOf } from '../../../src/statistics/report/report-period.ts';

const pointsOf = (from: string, to: string, by: Interval, timezone: string) =>
  periodOf({ from, to }, by, timezone).points.map((point) => {
    const { start, end } = instantsOf(point);
    return `${start.slice(5, 16)} to ${end.slice(5, 16)}`;
  });

const lengthsOf = (day: string, timezone: string) =>
  periodOf({ from: day, to: day }, 'HOUR', timezone).points.map(({ from, to }) => (to - from) * 15);

test.each([
  ['Asia/Kathmandu', ['02-28 18:15 to 03-01 18:15', '03-01 18:15 to 03-02 18:15']],
  ['Asia/Kolkata', ['02-28 18:30 to 03-01 18:30', '03-01 18:30 to 03-02 18:30']],
  ['Pacific/Chatham', ['02-28 10:15 to 03-01 10:15', '03-01 10:15 to 03-02 10:15']],
  ['Europe/Berlin', ['02-28 23:00 to 03-01 23:00', '03-01 23:00 to 03-02 23:00']],
  ['UTC', ['03-01 00:00 to 03-02 00:00', '03-02 00:00 to 03-03 00:00']],
])('a day begins at midnight in %s', (timezone, points) => {
  expect(pointsOf('2026-03-01', '2026-03-02', 'DAY', timezone)).toEqual(points);
});

test.each([
  ['2026-03-29', 'Europe/Berlin', Array(23).fill(60)],
  ['2026-10-25', 'Europe/Berlin', Array(25).fill(60)],
  // The clocks change by half an hour at 2:00, so the hour from 1:00 on has an additional half.
  ['2026-04-05', 'Australia/Lord_Howe', [60, 60, 30, ...Array(22).fill(60)]],
  ['2026-10-04', 'Australia/Lord_Howe', [60, 60, 30, ...Array(21).fill(60)]],
])('the hours of %s in %s', (day, timezone, lengths) => {
  expect(lengthsOf(day, timezone)).toEqual(lengths);
});

test('a day whose midnight does not exist begins an hour later', () => {
  expect(pointsOf('2026-03-08', '2026-03-08', 'DAY', 'America/Havana')).toEqual(['03-08 05:00 to 03-09 04:00']);
});

test('weeks begin on Monday, and the first and the last week or month have only days of the range', () => {
  expect(pointsOf('2026-03-04', '2026-03-17', 'WEEK', 'UTC')).toEqual([
    '03-04 00:00 to 03-09 00:00',
    '03-09 00:00 to 03-16 00:00',
    '03-16 00:00 to 03-18 00:00',
  ]);
  expect(pointsOf('2026-01-31', '2026-03-01', 'MONTH', 'UTC')).toEqual([
    '01-31 00:00 to 02-01 00:00',
    '02-01 00:00 to 03-01 00:00',
    '03-01 00:00 to 03-02 00:00',
  ]);
});

test('without days, a range is the seven days up to today in the time zone', () => {
  const { from, to } = dayRange({}, 'Pacific/Kiritimati');

  expect(to).toBe(String(Temporal.Now.plainDateISO('Pacific/Kiritimati')));
  expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
  expect(dayRange({ to: '2026-03-01' }, 'UTC')).toEqual({ from: '2026-02-23', to: '2026-03-01' });
});

test.each([
  ['HOUR', '2026-01-01', '2026-02-10', 984],
  ['DAY', '2024-01-01', '2026-09-26', 1000],
  ['WEEK', '2016-01-01', '2025-12-31', 523],
  ['MONTH', '2016-01-01', '2025-12-31', 120],
] as const)('by %s, a range may be as long as %s to %s', (by, from, to, amount) => {
  expect(pointsOf(from, to, by, 'UTC')).toHaveLength(amount);
});

test.each([
  ['HOUR', '2026-01-01', '2026-02-11', 'by'],
  ['DAY', '2024-01-01', '2026-09-27', 'by'],
  ['WEEK', '2016-01-01', '2026-01-02', 'to'],
  ['MONTH', '1000-01-01', '9999-12-31', 'to'],
  ['DAY', '2026-01-02', '2026-01-01', 'to'],
] as const)('by %s, %s to %s is refused', (by, from, to, field) => {
  const refused = () => pointsOf(from, to, by, 'Europe/Berlin');

  expect(refused).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  expect(refused).toThrow(expect.objectContaining({ inputErrors: [expect.objectContaining({ path: [field] })] }));
});
