import type { Instant } from '../../kernel/values/instant.ts';
import type { LotChange } from '../ledger/ledger.ts';
import type { PointLot } from '../ledger/point-lot.ts';

/** Takes points from lots, starting with the one that expires first. Any others come from those without a lot. */
export function drawFrom(lots: readonly PointLot[], points: number): LotChange[] {
  let missing = points;
  const changes: LotChange[] = [];
  for (const { entryId, expiresAt, remaining } of lots) {
    const taken = Math.min(remaining, missing);
    if (taken > 0) changes.push([entryId, expiresAt, -taken]);
    missing -= taken;
  }
  return changes;
}

/** Takes points from the lot of an entry first, and then like `drawFrom`. */
export function drawFromEntry(lots: readonly PointLot[], entry: string, points: number): LotChange[] {
  const isOwn = ({ entryId }: PointLot) => entryId === entry;
  return drawFrom([...lots.filter(isOwn), ...lots.filter((lot) => !isOwn(lot))], points);
}

export function opposite(changes: readonly LotChange[]): LotChange[] {
  return changes.map(([lot, expiresAt, change]) => [lot, expiresAt, -change]);
}

export function dueLots(lots: readonly PointLot[], at: Instant): PointLot[] {
  return lots.filter(({ expiresAt }) => expiresAt <= at);
}

/** Returns the lots after the changes, without empty ones. The next to expire comes first. */
export function changedLots(lots: readonly PointLot[], member: number, changes: readonly LotChange[]): PointLot[] {
  const byEntry = new Map(lots.map((lot) => [lot.entryId, lot]));
  for (const [entryId, expiresAt, change] of changes) {
    const before = byEntry.get(entryId)?.remaining ?? 0;
    byEntry.set(entryId, { entryId, member, expiresAt, remaining: before + change });
  }
  return [...byEntry.values()].filter(({ remaining }) => remaining > 0).sort(inOrderOfExpiry);
}

function inOrderOfExpiry(one: PointLot, other: PointLot): number {
  if (one.expiresAt !== other.expiresAt) return one.expiresAt < other.expiresAt ? -1 : 1;
  return one.entryId < other.entryId ? -1 : 1;
}
