import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { WalletDevice } from '../device/device.ts';
import { registerDevice } from '../device/device-registration.ts';
import type { WalletPass } from '../pass/pass.ts';
import { findCampaign, versionOf } from '../pass-file/pass-version.ts';
import { tellOfMissed } from './told-changes.ts';

export async function startDevice(
  database: Database,
  pass: WalletPass,
  given: Pick<WalletDevice, 'libraryId' | 'pushToken'>,
): Promise<boolean> {
  const started = await transactFor(database, pass.accountId, async (transaction) => {
    const device = await registerDevice(transaction, pass, given);
    return device === null ? null : { device, since: await tellOfMissed(transaction, pass.id, { device }) };
  });
  if (!started) return false;
  // The job of a change of the campaign may have looked for devices before this one was committed.
  if (versionOf(pass, await findCampaign(database, pass)) > started.since)
    await transactFor(database, pass.accountId, (transaction) => tellOfMissed(transaction, pass.id, started));
  return true;
}
