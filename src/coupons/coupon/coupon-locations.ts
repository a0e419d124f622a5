import { column, columnsOf, reference, selectList, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { batchedByAccount } from '../../kernel/database/loaders.ts';
import { deleteRows, findRows, insertRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Location, locationRow, locations } from '../../locations/location/location.ts';
import type { Coupon } from './coupon.ts';

/** The locations where a coupon can be redeemed. A coupon without any can be redeemed everywhere. */
export const couponLocations = table({
  name: 'CouponLocation',
  tableName: 'coupon_locations',
  columns: {
    couponId: column.key(column.text(16)),
    locationId: column.key(column.text(16)),
  },
  indices: [{ name: 'coupon_locations_location', columns: ['locationId'] }],
  foreignKeys: [reference('coupon_locations_coupon_fk', 'couponId', 'coupons', 'CASCADE')],
});

/**
 * Notes on the coupon how many locations it names. Throws `LOCATION_NOT_FOUND` if one does not exist. The locations stay
 * locked, so that none is deleted before the rows are written.
 */
export async function countLocations(
  transaction: Transaction,
  coupon: Coupon,
  given: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(given)];
  const { accountId } = coupon;
  const found = await findRows(transaction, locationRow, { accountId, id: ids }, { select: ['id'], lock: 'shared' });
  if (found.length < ids.length) throw new Problem('LOCATION_NOT_FOUND');
  coupon.locationCount = ids.length;
  return ids;
}

export async function writeLocations(transaction: Transaction, coupon: Coupon, ids: readonly string[]): Promise<void> {
  await deleteRows(transaction, couponLocations, { couponId: coupon.id });
  if (ids.length > 0)
    await insertRows(
      transaction,
      couponLocations,
      ids.map((locationId) => ({ couponId: coupon.id, locationId })),
    );
}

const shownColumns = selectList(columnsOf(locations, 'l'));

/** Returns the locations of each coupon by name. */
export async function readCouponLocations(connection: Connection, couponIds: readonly string[]): Promise<Location[][]> {
  const named = await connection.rows<Location & { couponId: string }>(
    `SELECT n.coupon_id AS couponId, ${shownColumns}
       FROM coupon_locations n JOIN locations l ON l.id = n.location_id
       WHERE n.coupon_id IN (:couponIds)`,
    { couponIds },
  );
  const byCoupon = Map.groupBy(named, ({ couponId }) => couponId);
  return couponIds.map((id) =>
    (byCoupon.get(id) ?? [])
      .map(({ couponId, ...location }) => location)
      .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id < other.id ? -1 : 1)),
  );
}

/** Each coupon can name 1,000 locations. Reading those of more coupons at once would block the event loop. */
const couponsAtOnce = 4;

/** Simultaneous calls share a statement. */
export const findLocationsNamedBy = batchedByAccount<string, Location[]>(readCouponLocations, couponsAtOnce);

/** A coupon without locations needs no statement. */
export function findCouponLocations(
  database: Database,
  { id, locationCount }: Pick<Coupon, 'id' | 'locationCount'>,
): Promise<Location[]> {
  return locationCount === 0 ? Promise.resolve([]) : findLocationsNamedBy(database, id);
}

/** Whether coupons name a location. Deleted coupons do not count. */
export async function isNamedByCoupons(connection: Connection, locationId: string): Promise<boolean> {
  const rows = await connection.rows(
    `SELECT 1 AS found FROM coupon_locations l JOIN coupons c ON c.id = l.coupon_id
       WHERE l.location_id = ? AND c.deleted_at IS NULL LIMIT 1`,
    [locationId],
  );
  return rows.length > 0;
}
