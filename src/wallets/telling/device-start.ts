import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { WalletDevice } from '../device/device.ts';
import { registerDevice } from '../device/device-registration.ts';
import type { WalletPass } from '../pass/pass.ts';
import { tellOfMissed } from './told-changes.ts';

/** Registers a device for the changes of a pass. Returns whether the registration is new. */
export function startDevice(
  database: Database,
  pass: WalletPass,
  device: Pick<WalletDevice, 'libraryId' | 'pushToken'>,
): Promise<boolean> {
  return transactFor(database, pass.accountId, async (transaction) => {
    const number = await registerDevice(transaction, pass, device);
    if (number !== null) await tellOfMissed(transaction, pass.id, { device: number });
    return number !== null;
  });
}
