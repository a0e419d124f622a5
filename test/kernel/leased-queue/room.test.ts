import { expect, test } from 'vitest';
import { Lanes, Room } from '../../../src/kernel/leased-queue/lanes.ts';
import type { Leased } from '../../../src/kernel/leased-queue/lease.ts';

const inAll = 1024;
const some = Array.from({ length: 1000 }, (_, index) => index);

function newLanes(): Lanes<Leased> {
  return new Lanes({ inAll, first: 8, max: 128, min: 2 });
}

/** Claims for 200 lanes of each group as often as anything is left, and never ends an item. */
function fill(lanes: Lanes<Leased>, groups: readonly string[]): void {
  const due = Array.from({ length: 200 }, (_, index) =>
    groups.map((group) => ({ id: `${group} ${index}`, accountId: `${group} ${index % 6}`, group })),
  ).flat();
  for (;;) {
    const room = new Room(lanes);
    const open = room
      .offer(due)
      .filter(({ id, accountId }) => !room.busyLanes.includes(id) && !room.busyAccounts.includes(accountId));
    if (open.length === 0) return;
    for (const lane of open.slice(0, 32)) {
      const { length } = room.take(lane.id, some);
      if (length > 0) lanes.enter(lane, length);
    }
  }
}

const underWay = (lanes: Lanes<Leased>, groups: readonly string[]) => groups.map((group) => lanes.underWayOf(group));

test('a group takes half at most, and those of its accounts that are known to be full are named', () => {
  const lanes = newLanes();

  fill(lanes, ['one']);

  expect(lanes.underWayOf('one')).toBeLessThanOrEqual(inAll / 2);
  expect(lanes.underWayOf('one'), 'almost half').toBeGreaterThan(inAll / 2 - inAll / 32);
  expect(new Room(lanes).busyAccounts.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((index) => `one ${index}`));
});

test.each([2, 10, 100])('with %d groups that never end anything, the next may still claim', (amount) => {
  const lanes = newLanes();
  const groups = Array.from({ length: amount }, (_, index) => `group ${index}`);

  for (const group of groups) fill(lanes, [group]);

  const room = new Room(lanes);
  room.offer([{ id: 'lane', accountId: 'account', group: 'neighbour' }]);
  expect(room.of('lane')).toBe(8);
  expect(underWay(lanes, groups).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2 * inAll);
});

test('nothing is claimed beyond twice the limit', () => {
  const lanes = newLanes();
  for (let group = 0; group < 300; group += 1) fill(lanes, [`group ${group}`]);

  expect(lanes.isFull).toBe(true);
  expect(new Room(lanes).of('lane')).toBe(0);
});

test('one claim divides what is free among the groups that it serves', () => {
  const lanes = newLanes();

  fill(lanes, ['one', 'two', 'three']);

  for (const taken of underWay(lanes, ['one', 'two', 'three'])) expect(taken).toBeGreaterThan(200);
});

test('a group close to its share claims again when there is room for several items', () => {
  const lanes = newLanes();
  fill(lanes, ['one']);
  const [lane] = lanes.active;
  const shares: number[] = [];

  for (let ended = 0; ended < 8; ended += 1) {
    if (lane) lanes.leave(lane, 'SUCCESS', 5);
    shares.push(lanes.shareOf('one'));
  }

  expect(shares[0]).toBe(0);
  expect(shares.filter((share) => share > 0 && share < 16)).toEqual([]);
  expect(shares.at(-1)).toBeGreaterThan(16);
});

test('what ends makes room again', () => {
  const lanes = newLanes();
  fill(lanes, ['one']);
  for (const lane of lanes.active) while (lane.underWay > 0) lanes.leave(lane, 'SUCCESS', 5);

  const room = new Room(lanes);

  expect([lanes.shareOf('one'), room.busyAccounts]).toEqual([inAll / 2, []]);
});
