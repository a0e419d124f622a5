import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import type { WalletDevice } from '../device/device.ts';
import { registerDevice } from '../device/device-registration.ts';
import { passRow, type WalletPass } from '../pass/pass.ts';
import { changedAt, findCampaign } from '../pass-file/pass-version.ts';
import { tellHolders } from './push-job.ts';

/** Registers a device for the changes of a pass. Returns whether the registration is new. */
export function startDevice(
  database: Database,
  pass: WalletPass,
  device: Pick<WalletDevice, 'libraryId' | 'pushToken'>,
): Promise<boolean> {
  return transactFor(database, pass.accountId, async (transaction) => {
    const number = await registerDevice(transaction, pass, device);
    if (number !== null) await tellOfMissed(transaction, pass.id, number);
    return number !== null;
  });
}

/** Tells the device if the pass has changed since it was made: the change may be later than the download. */
async function tellOfMissed(transaction: Transaction, passId: string, device: number): Promise<void> {
  // The pass of the request was read before its lock.
  const pass = await requireRow(transaction, passRow, { id: passId }, 'exclusive');
  const changed = changedAt(pass, await findCampaign(transaction, pass));
  if (changed <= pass.createdAt) return;
  await tellHolders(transaction, pass.accountId, { passes: [passId], device, urgent: true });
}
