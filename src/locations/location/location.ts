import { accountRow } from '../../accounts/account/account.ts';
import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { countRows, findRows, insertRow, lockRow, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';

export type Location = Stored<typeof locations>;

export const locations = table({
  name: 'Location',
  tableName: 'locations',
  columns: {
    id: column.key(column.text(16)),
    accountId: column.text(20),
    name: column.text(100),
    address: column.textOrNull(255),
    zip: column.textOrNull(20),
    city: column.textOrNull(100),
    createdAt: column.instant,
  },
  indices: [{ name: 'locations_account', columns: ['accountId', 'createdAt'] }],
  foreignKeys: [reference('locations_account_fk', 'accountId', 'accounts')],
});

export const locationRow = rowOf(locations, { missing: 'LOCATION_NOT_FOUND' });

/** Returns a location of the account, or null. Simultaneous calls share a statement. */
export const findLocation = batched<Pick<Location, 'accountId' | 'id'>, Location | null>(async (database, wanted) => {
  const found = await findRows(database, locationRow, { id: [...new Set(wanted.map(({ id }) => id))] });
  return wanted.map(
    ({ accountId, id }) => found.find((each) => each.id === id && each.accountId === accountId) ?? null,
  );
});

const maxLocations = 10_000;

/** Adds a location. Throws `TOO_MANY_LOCATIONS` at the limit, which the lock of the account's row protects. */
export async function addLocation(
  transaction: Transaction,
  given: Omit<Location, 'id' | 'createdAt'>,
): Promise<Location> {
  const { accountId } = given;
  await lockRow(transaction, accountRow, { id: accountId });
  const count = await countRows(transaction, locations, { accountId });
  if (count >= maxLocations) throw new Problem('TOO_MANY_LOCATIONS');
  const location: Location = { ...given, id: newId('location'), createdAt: now() };
  await insertRow(transaction, locations, location);
  return location;
}

export const removeLocations = removeRows('locations', 'account_id', 500);
