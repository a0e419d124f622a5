import type { Database } from '../../src/database/database.ts';
import type { Owner } from '../support/client.ts';
import { makeAccount, makeCoupon, makeFolder, makeSession } from '../support/make.ts';

/** One of everything that has an id, in an account, with sensible words for everything else. */
export async function makeThings(database: Database, owner: Owner): Promise<Record<string, string>> {
  const folder = await makeFolder(database, owner);
  const coupon = await makeCoupon(database, owner, { folder: folder.id });
  const { session, sequence } = await makeSession(database, owner, { coupon });
  const { keyId } = await makeAccount(database, { account: owner.account });
  return { coupon: coupon.id, session, sequence: String(sequence), folder: folder.id, apiKey: keyId };
}

/** Words of which one fits most fields. */
export const words = [
  'Bread',
  'ada@example.com',
  'bakery.example',
  'Europe/Berlin',
  'EUR',
  '12.500',
  '2030-01-31 12:00:00',
];
