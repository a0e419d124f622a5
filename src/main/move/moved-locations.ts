import { findRows, insertRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { locations } from '../../locations/location/location.ts';
import { note, type Storing, textsIn } from './account-move.ts';
import { idsFor, keepIds, knownIds } from './external-keys.ts';
import type { SourceLocation } from './source-shapes.ts';

const maxOfCoupon = 1000;

/** Stores the locations of a coupon that are new, and returns our ids of all. */
export async function storeLocations(
  storing: Storing,
  coupon: string,
  given: readonly SourceLocation[],
): Promise<string[]> {
  const { accountId, transaction, step } = storing;
  const named = [...new Map(given.map((location) => [location.ID, location])).values()];
  if (named.length > maxOfCoupon) note(step, coupon, `only the first ${maxOfCoupon} locations were stored`);
  const kept = named.slice(0, maxOfCoupon);
  const externals = kept.map(({ ID }) => ID);
  const known = await knownIds(transaction, accountId, 'location', externals);
  const ids = [...known.values()];
  const present = await findRows(transaction, locations, { accountId, id: ids }, { select: ['id'], lock: 'shared' });
  const isPresent = new Set(present.map(({ id }) => id));
  // A location that was deleted here is stored again, under the id that callers use.
  const missing = kept.filter(({ ID }) => !isPresent.has(known.get(ID) ?? ''));
  const made = await idsFor(
    transaction,
    'location',
    missing.flatMap(({ ID }) => (known.has(ID) ? [] : ID)),
  );
  const rows = missing.map((location) => {
    const text = textsIn(step, location.ID, location);
    return {
      ...{
        id: known.get(location.ID) ?? made.get(location.ID) ?? '',
        accountId,
        name: text('name', 100) || location.ID.slice(0, 100),
      },
      ...{ address: text('address', 255), zip: text('zip', 20), city: text('city', 100), createdAt: now() },
    };
  });
  await insertRows(transaction, locations, rows);
  await keepIds(storing, 'location', made);
  return externals.map((external) => known.get(external) ?? made.get(external) ?? '');
}
