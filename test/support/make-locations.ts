import type { Database } from '../../src/kernel/database/database.ts';
import { insertRow, insertRows } from '../../src/kernel/database/rows.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { type Location, locations } from '../../src/locations/location/location.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import type { Owner } from './client.ts';

export async function makeLocation(
  database: Database,
  owner: Owner,
  name = 'Bakery',
  given: Partial<Location> = {},
): Promise<Location> {
  const location = { ...rowOf(owner, name), ...given };
  await database.transaction((transaction) => insertRow(transaction, locations, location));
  return location;
}

export async function makeLocations(database: Database, owner: Owner, amount: number): Promise<Location[]> {
  const made = Array.from({ length: amount }, (_, index) => rowOf(owner, `Shop ${index}`));
  await database.transaction((transaction) => insertRows(transaction, locations, made));
  return made;
}

function rowOf({ account }: Owner, name: string): Location {
  return {
    ...{ id: newId('location'), accountId: account.id, name },
    ...{ address: null, zip: null, city: null, createdAt: now() },
  };
}
