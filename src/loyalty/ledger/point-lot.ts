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

/** Each is a parameter of a statement, and servers limit those. */
const deletedAtOnce = 1000;

/** Writes what is left of lots. */
export async function writeLots(transaction: Transaction, lots: readonly PointLot[]): Promise<void> {
  const ending = transaction.dialect.overwrite('entry_id', 'remaining');
  const [left, empty] = [
    lots.filter(({ remaining }) => remaining > 0),
    lots.filter(({ remaining }) => remaining === 0),
  ];
  await insertRows(transaction, pointLots, left, { ending });
  for (let done = 0; done < empty.length; done += deletedAtOnce) {
    const entryId = empty.slice(done, done + deletedAtOnce).map((lot) => lot.entryId);
    await deleteRows(transaction, pointLots, { entryId });
  }
}

export interface ExpiringPoints {
  points: number;
  expiresAt: Instant;
}

/** Returns the points of a member that expire next, or null. Simultaneous calls share a statement. */
export const findExpiringPoints = batched<number, ExpiringPoints | null>(async (database, members) => {
  const lots = await findLots(database, [...new Set(members.map(Number))]);
  return members.map((member) => nextToExpire(lots.get(Number(member)) ?? []));
}, 1000);

function nextToExpire(lots: readonly PointLot[]): ExpiringPoints | null {
  const [first] = lots;
  if (!first) return null;
  const together = lots.filter(({ expiresAt }) => expiresAt === first.expiresAt);
  return { points: together.reduce((sum, { remaining }) => sum + remaining, 0), expiresAt: first.expiresAt };
}

export async function removeLots(transaction: Transaction, members: readonly number[]): Promise<void> {
  await deleteRows(transaction, pointLots, { member: members });
}
