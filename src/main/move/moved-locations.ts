import { insertRows } from '../../kernel/database/rows.ts';
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
  const missing = kept.filter(({ ID }) => !known.has(ID));
  const made = await idsFor(
    transaction,
    'location',
    missing.map(({ ID }) => ID),
  );
  const rows = missing.map((location) => {
    const text = textsIn(step, location.ID, location);
    return {
      ...{ id: made.get(location.ID) ?? '', accountId, name: text('name', 100) || location.ID.slice(0, 100) },
      ...{ address: text('address', 255), zip: text('zip', 20), city: text('city', 100), createdAt: now() },
    };
  });
  await insertRows(transaction, locations, rows);
  await keepIds(storing, 'location', made);
  return externals.map((external) => known.get(external) ?? made.get(external) ?? '');
}
