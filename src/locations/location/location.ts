import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';

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

export const removeLocations = removeRows('locations', 'account_id', 500);
