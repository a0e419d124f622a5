import type { Database } from '../../src/kernel/database/database.ts';
import { hashSecret } from '../../src/kernel/security/secrets.ts';
import { randomCode } from '../../src/kernel/values/random-ids.ts';
import { addTill, type Till, type TillSettings } from '../../src/tills/till/till.ts';
import { issuePairing, usePairing } from '../../src/tills/till/till-pairing.ts';
import type { App } from './app.ts';
import { Client, type Owner } from './client.ts';

let count = 0;

/** Makes a till that no device is paired with. */
export function makeTill(
  database: Database,
  { account, keyId }: Owner,
  given: Partial<TillSettings> = {},
): Promise<Till> {
  count += 1;
  const settings: TillSettings = {
    name: `Till ${count}`,
    location: null,
    redeemsAtOnce: false,
    asksForMoney: false,
    fields: [],
    offlineRedemption: 'REFUSE',
  };
  return database.transaction((transaction) =>
    addTill(transaction, { accountId: account.id, madeBy: keyId, ...settings, ...given }),
  );
}

/** Makes a till with a paired device, and returns what the device calls with. */
export async function makePairedTill(
  database: Database,
  owner: Owner,
  given: Partial<TillSettings> = {},
): Promise<Owner & { till: Till }> {
  const made = await makeTill(database, owner, given);
  const secret = randomCode(40);
  const till = await database.transaction(async (transaction) => {
    await issuePairing(transaction, made);
    return usePairing(transaction, made.pairingHash ?? '', hashSecret(secret));
  });
  if (!till) throw new Error('the till was not paired');
  return { account: owner.account, keyId: till.id, secret, till };
}

/** Returns a client that calls as a till of the account. */
export async function tillOf(
  { database, url }: Pick<App, 'database' | 'url'>,
  owner: Owner,
  given: Partial<TillSettings> = {},
): Promise<Client & { till: Till }> {
  const { till, ...device } = await makePairedTill(database, owner, given);
  return Object.assign(new Client(url, device), { till });
}
