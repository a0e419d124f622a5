import { z } from 'zod';
import { containedText, filterInput, lineText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { applyChanges } from '../../kernel/database/columns.ts';
import { listPage } from '../../kernel/database/list.ts';
import { deleteRows, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { locationFields, locationId } from './location.inputs.ts';
import { addLocation, locationRow, locations } from './location.ts';
import { LocationType } from './location.type.ts';
import { locationUses } from './location-uses.ts';

const filter = filterInput('LocationFilter', 'Filters locations.', 'all locations', {
  name: lineText(100).nullish().meta({ description: 'Only locations with this name.' }),
  text: containedText('locations', 'whose name, address, postal code or city contains'),
});

connection({
  name: 'locations',
  description: 'The locations of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter }),
  type: LocationType,
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: locations,
      where: { accountId: viewer.account.id },
      filter: { name: filter?.name },
      contains: { text: filter?.text, in: ['name', 'address', 'zip', 'city'] },
    }),
  keysOf: (location) => [location.createdAt, location.id],
});

export const createLocation = mutation({
  name: 'createLocation',
  description:
    'Adds a location: a shop or branch where coupons are redeemed and loyalty users collect stamps and points. An account can have at most 10,000 locations.',
  scope: 'WRITE',
  input: z.object(locationFields),
  type: LocationType,
  problems: ['TOO_MANY_LOCATIONS'],
  run: ({ input, viewer, transaction }) => {
    const { name, address = null, zip = null, city = null } = input;
    return addLocation(transaction, { accountId: viewer.account.id, name, address, zip, city });
  },
});

mutation({
  name: 'updateLocation',
  description:
    'Updates a location. Omitted fields keep their values; `null` clears a field, but leaves `name` unchanged.',
  scope: 'WRITE',
  input: z.object({ id: locationId, ...locationFields, name: locationFields.name.nullish() }),
  type: LocationType,
  problems: ['LOCATION_NOT_FOUND'],
  run: async ({ input: { id, ...given }, viewer, transaction }) => {
    const location = await lockRow(transaction, locationRow, { accountId: viewer.account.id, id });
    applyChanges(locations, location, given);
    await updateRows(transaction, locations, { id }, location);
    return location;
  },
});

mutation({
  name: 'deleteLocation',
  description:
    'Deletes a location and returns it. If coupons list the location, it must be removed from them first. Its tills then belong to no location. Ledger entries and sessions keep the id of the location. Calls can still pass this id, like any unregistered id.',
  scope: 'WRITE',
  input: z.object({ id: locationId }),
  type: LocationType,
  problems: ['LOCATION_NOT_FOUND', 'LOCATION_IN_USE'],
  run: async ({ input: { id }, viewer, transaction }) => {
    const location = await lockRow(transaction, locationRow, { accountId: viewer.account.id, id });
    const uses = await Promise.all(locationUses.extensions.map((isUsed) => isUsed(transaction, id)));
    if (uses.includes(true)) throw new Problem('LOCATION_IN_USE');
    await deleteRows(transaction, locations, { id });
    return location;
  },
});
