import { expect, test } from 'vitest';
import { Lane } from '../../../src/kernel/leased-queue/lane.ts';
import { Lanes } from '../../../src/kernel/leased-queue/lanes.ts';
import type { Leased } from '../../../src/kernel/leased-queue/lease.ts';

const limits = { inAll: 100, first: 8, max: 10, min: 2 };
const now = Date.parse('2026-11-21T12:00:00Z');
const halfOfLease = 30_000;

/** A lane of an account and a group of its own. */
const named = (id: string) => ({ id, accountId: id, group: id });

const items = (amount: number, leaseEnd: number, urgent = false) =>
  Array.from({ length: amount }, () => ({ leaseEnd, urgent }));

/** Adds claimed items to a lane. They become late after this number of milliseconds. */
function claimed(lane: Lane<Leased>, amount: number, milliseconds: number, slots: number[] | null = null): void {
  lane.underWay += amount;
  lane.add({ items: items(amount, now + halfOfLease + milliseconds), slots });
}

test('a fast success raises the limit of a lane by one, and a slow success or a failure lowers it to the minimum', () => {
  const lane = new Lane(named('one'), limits);
  claimed(lane, 6, 1000);

  const rooms = ([effect, milliseconds]: ['SUCCESS' | 'FAILURE' | null, number]) => {
    lane.leave(effect, milliseconds);
    return lane.room + lane.underWay;
  };

  const outcomes = [
    ['SUCCESS', 5],
    ['SUCCESS', 5],
    ['SUCCESS', 5],
    [null, 0],
    ['FAILURE', 5],
  ] as const;
  expect(outcomes.map((outcome) => rooms([...outcome]))).toEqual([9, 10, 10, 10, 2]);
  expect(rooms(['SUCCESS', 2001])).toBe(2);
});

test('items that do not begin in time are released, and the limit of their lane falls to the minimum', () => {
  const lane = new Lane(named('one'), { ...limits, first: 32 });
  claimed(lane, 30, 0);
  claimed(lane, 2, 1000);
  expect(lane.room).toBe(0);

  expect(lane.takeLate(now - 1)).toEqual([]);
  const late = lane.takeLate(now);

  expect(late).toHaveLength(30);
  for (const _ of late) lane.leave(null, 0);
  expect([lane.underWay, lane.room, lane.isBusy]).toEqual([2, 0, true]);
  expect(lane.takeReady(8, now)).toHaveLength(2);
});

test('the slots of late items are released too', () => {
  const lane = new Lane(named('one'), limits);
  claimed(lane, 3, 0, [now, now + 100, now + 200]);
  claimed(lane, 1, 1000, [now + 300]);

  expect(lane.takeLate(now)).toHaveLength(3);

  expect(lane.takeReady(8, now)).toHaveLength(1);
  expect(lane.nextSlot).toBeNull();
});

test('an urgent item takes the next slot of a lane with a rate, even if the slot was claimed with another item', () => {
  const lane = new Lane(named('one'), limits);
  claimed(lane, 2, 1000, [now, now + 100]);
  const [urgent] = items(1, now + 20_000, true);
  lane.add({ items: urgent ? [urgent] : [], slots: [now + 200] });

  expect(lane.takeReady(8, now)).toEqual([urgent]);
  expect(lane.nextSlot).toBe(now + 100);
});

test('a lane that fails too often rests, and restarts with the minimum limit', () => {
  const lanes = new Lanes({ ...limits, failuresBeforeRest: 5 });
  const lane = lanes.enter(named('one'), 5);

  for (let failures = 1; failures <= 4; failures += 1) lanes.leave(lane, 'FAILURE', 5);
  expect(lanes.busy).toEqual([]);
  lanes.leave(lane, 'FAILURE', 5);

  expect([...lanes.active]).toEqual([]);
  expect(lanes.busy).toEqual(['one']);
  expect(lanes.roomOf('one')).toBe(limits.min);
});

test('all lanes together do not exceed twice the limit of the process, and only groups with few items exceed the limit', () => {
  const lanes = new Lanes({ ...limits, inAll: 3 });
  lanes.enter(named('one'), 3);
  expect(lanes.isFull).toBe(false);
  lanes.enter(named('two'), 3);
  expect(lanes.isFull).toBe(true);
});
