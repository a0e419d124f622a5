import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { deleteRows, findRows, insertRows } from '../../kernel/database/rows.ts';
import type { Instant } from '../../kernel/values/instant.ts';

/**
 * Points that expire together: what is left of those that an entry added. Points without a lot never expire. The ledger
 * has all changes of lots, so the table only saves adding them up.
 */
export type PointLot = Stored<typeof pointLots>;

export const pointLots = table({
  name: 'PointLot',
  tableName: 'point_lots',
  columns: {
    /** The entry that added the points. */
    entryId: column.key(column.text(20)),
    member: column.bigNumber,
    /** More than zero. */
    remaining: column.integer,
    expiresAt: column.instant,
  },
  indices: [
    { name: 'point_lots_member', columns: ['member', 'expiresAt'] },
    { name: 'point_lots_expiry', columns: ['expiresAt'] },
  ],
  foreignKeys: [
    {
      ...reference('point_lots_member_fk', 'member', 'loyalty_members'),
      referencedColumnNames: ['number'],
    },
  ],
});

/** Returns the lots by the number of the member. The next to expire comes first. */
export async function findLots(connection: Connection, members: readonly number[]): Promise<Map<number, PointLot[]>> {
  const lots = await findRows(
    connection,
    pointLots,
    { member: [...members] },
    { order: { expiresAt: 'ASC', entryId: 'ASC' } },
  );
  return Map.groupBy(lots, ({ member }) => Number(member));
}

/** Writes what is left of lots. */
export async function writeLots(transaction: Transaction, lots: readonly PointLot[]): Promise<void> {
  const ending = transaction.dialect.overwrite('entry_id', 'remaining');
  const [left, empty] = [
    lots.filter(({ remaining }) => remaining > 0),
    lots.filter(({ remaining }) => remaining === 0),
  ];
  await insertRows(transaction, pointLots, left, { ending });
  await deleteRows(transaction, pointLots, { entryId: empty.map(({ entryId }) => entryId) });
}

export interface ExpiringPoints {
  points: number;
  expiresAt: Instant;
}

/** Returns the points of a member that expire next, or null. Simultaneous calls share a statement. */
export const findExpiringPoints = batched<number, ExpiringPoints | null>(async (database, members) => {
  // A member may have a thousand lots, so only the next ones are read.
  const rows = await database.rows<ExpiringPoints & { member: number }>(
    `SELECT p.member AS member, p.expires_at AS expiresAt, SUM(p.remaining) AS points
       FROM (SELECT l.member AS member, MIN(l.expires_at) AS soonest FROM point_lots l
             WHERE l.member IN (:members) GROUP BY l.member) n
       JOIN point_lots p ON p.member = n.member AND p.expires_at = n.soonest GROUP BY p.member, p.expires_at`,
    { members: [...new Set(members.map(Number))] },
  );
  const found = new Map(
    rows.map(({ member, points, expiresAt }) => [Number(member), { points: Number(points), expiresAt }]),
  );
  return members.map((member) => found.get(Number(member)) ?? null);
}, 1000);

export async function removeLots(transaction: Transaction, members: readonly number[]): Promise<void> {
  await deleteRows(transaction, pointLots, { member: members });
}
