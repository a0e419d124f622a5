import { expect, test } from 'vitest';
import { slotsFrom } from '../../../src/kernel/leased-queue/rate-slots.ts';

test('a rate has slots for the next second, which begin after the last claimed slot', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const slots = slotsFrom({ perSecond: 10, nextSlotAt: '2026-11-21 12:00:00.500' }, now);

  expect(slots.free).toBe(6);
  expect([slots.at(0), slots.at(1)]).toEqual([now + 500, now + 600]);
  expect(slotsFrom({ perSecond: 10, nextSlotAt: '2026-11-21 11:00:00.000' }, now).at(0)).toBe(now);
  expect(slotsFrom({ perSecond: 1, nextSlotAt: '2026-11-21 12:00:05.000' }, now).free).toBe(0);
});
