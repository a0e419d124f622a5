import { expect, test } from 'vitest';
import { dayAround, dayIn } from '../../../src/kernel/values/local-time.ts';

test.each([
  {
    what: 'an ordinary day',
    at: '2026-06-15 22:30:00.000',
    timezone: 'Europe/Berlin',
    day: ['2026-06-15 22:00:00.000', '2026-06-16 22:00:00.000'],
  },
  {
    what: 'a day of 23 hours',
    at: '2026-03-29 12:00:00.000',
    timezone: 'Europe/Berlin',
    day: ['2026-03-28 23:00:00.000', '2026-03-29 22:00:00.000'],
  },
  {
    what: 'a day of 25 hours',
    at: '2026-10-25 12:00:00.000',
    timezone: 'Europe/Berlin',
    day: ['2026-10-24 22:00:00.000', '2026-10-25 23:00:00.000'],
  },
  {
    what: 'a day that begins at one o’clock, because midnight is skipped',
    at: '2026-04-24 09:00:00.000',
    timezone: 'Africa/Cairo',
    day: ['2026-04-23 22:00:00.000', '2026-04-24 21:00:00.000'],
  },
  {
    what: 'the first instant of a day',
    at: '2026-06-15 22:00:00.000',
    timezone: 'Europe/Berlin',
    day: ['2026-06-15 22:00:00.000', '2026-06-16 22:00:00.000'],
  },
])('$what', ({ at, timezone, day: [begin, end] }) => {
  expect(dayAround(at, timezone)).toEqual({ begin, end });
});

test('a later day counts calendar days, whatever their hours', () => {
  const { begin, end } = dayAround('2026-03-28 12:00:00.000', 'Europe/Berlin', 1);

  expect([begin, end]).toEqual(['2026-03-28 23:00:00.000', '2026-03-29 22:00:00.000']);
  expect(dayIn(begin, 'Europe/Berlin')).toBe('2026-03-29');
});
