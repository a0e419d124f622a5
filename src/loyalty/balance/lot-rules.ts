import type { Instant } from '../../kernel/values/instant.ts';
import { type LedgerEntry, type LotChange, lotChangesOf } from '../ledger/ledger.ts';
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

/** Takes points from one lot first, and then like `drawFrom`. */
export function drawFromLot(lots: readonly PointLot[], lot: string, points: number): LotChange[] {
  const isOwn = ({ entryId }: PointLot) => entryId === lot;
  return drawFrom([...lots.filter(isOwn), ...lots.filter((lot) => !isOwn(lot))], points);
}

/** The lots of a member, apart from those that alone expire at their time. */
export const maxLots = 1000;

/** Returns the lot that has the points of an entry. It belongs to another entry if the member had many lots. */
export function lotOf(entry: Pick<LedgerEntry, 'id' | 'lots'>): string {
  const [[lot] = [entry.id]] = lotChangesOf(entry);
  return lot;
}

/** Makes points join a lot that expires at the same time, if the changes could otherwise lead to more than `maxLots`. */
export function joinLots(lots: readonly PointLot[], changes: readonly LotChange[]): readonly LotChange[] {
  if (lots.length + changes.length <= maxLots) return changes;
  const known = new Set(lots.map(({ entryId }) => entryId));
  const byExpiry = new Map(lots.map(({ expiresAt, entryId }) => [expiresAt, entryId]));
  return changes.map(([lot, expiresAt, change]): LotChange => {
    const joined = known.has(lot) ? lot : (byExpiry.get(expiresAt) ?? lot);
    byExpiry.set(expiresAt, joined);
    return [joined, expiresAt, change];
  });
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
