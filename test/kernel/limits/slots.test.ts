import { expect, test } from 'vitest';
import { Slots } from '../../../src/kernel/limits/limits.ts';

test('a key has so many slots, and gives each back once', () => {
  const slots = new Slots(2);
  const leave = slots.enter('one');
  slots.enter('one');
  expect(slots.enter('one')).toBeNull();
  expect(slots.enter('other')).not.toBeNull();

  leave?.();
  leave?.();

  expect(slots.enter('one')).not.toBeNull();
  expect(slots.enter('one')).toBeNull();
});

test('0 means no bound', () => {
  const slots = new Slots(0);
  expect(Array.from({ length: 1000 }, () => slots.enter('one'))).not.toContain(null);
});
