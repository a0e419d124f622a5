import type { Database } from '../../src/kernel/database/database.ts';
import { insertRow } from '../../src/kernel/database/rows.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { type Location, locations } from '../../src/locations/location/location.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import type { Owner } from './client.ts';

export async function makeLocation(
  database: Database,
  { account }: Owner,
  name = 'Bakery',
  given: Partial<Location> = {},
): Promise<Location> {
  const location: Location = {
    id: newId('location'),
    accountId: account.id,
    name,
    address: null,
    zip: null,
    city: null,
    createdAt: now(),
    ...given,
  };
  await database.transaction((transaction) => insertRow(transaction, locations, location));
  return location;
}
