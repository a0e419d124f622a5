import { Lanes, Room } from '../../src/kernel/leased-queue/lanes.ts';

/** The room of a process with nothing under way, for so many items of each lane. */
export function roomFor(items: number): Room {
  return new Room(new Lanes({ inAll: 10_000, first: items, max: items, min: items }));
}
