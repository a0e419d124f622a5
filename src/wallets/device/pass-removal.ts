import type { Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { walletPasses } from '../pass/pass.ts';
import { removePassRows } from '../pass/pass-marks.ts';
import { countingHolders } from '../pass/wallet-holders.ts';
import { walletDevices } from './device.ts';
import { walletRegistrations } from './registration.ts';

const chunk = 500;

/** Removes passes with the registrations of devices for them. On phones they stay, and do not change any more. */
export async function removePasses(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const passes = await findRows(transaction, walletPasses, { id: ids }, { select: ['session', 'membership'] });
  await countingHolders(transaction, passes, () => removeWithDevices(transaction, ids));
}

/** The passes go first: a registration locks its pass, so it has ended by then or finds no pass any more. */
async function removeWithDevices(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await removePassRows(transaction, ids);
  const found = await transaction.rows<{ device: number }>(
    ...bind('SELECT DISTINCT r.device AS device FROM wallet_registrations r WHERE r.pass_id IN (:ids)', { ids }),
  );
  await deleteRows(transaction, walletRegistrations, { passId: ids });
  await removeUnused(
    transaction,
    found.map(({ device }) => device),
  );
}

/** Removes those of the devices that have no pass. They are locked first, because one may register for a pass meanwhile. */
export async function removeUnused(transaction: Transaction, devices: readonly number[]): Promise<void> {
  if (devices.length === 0) return;
  await findRows(
    transaction,
    walletDevices,
    { number: devices },
    { select: ['number'], order: { number: 'ASC' }, lock: 'exclusive' },
  );
  await transaction.change(
    ...bind(
      `DELETE FROM wallet_devices WHERE number IN (:devices)
       AND NOT EXISTS (SELECT 1 FROM wallet_registrations r WHERE r.device = wallet_devices.number)`,
      { devices },
    ),
  );
}

/**
 * Removes up to 500 passes of a deleted coupon or loyalty card. Returns whether none are left. Nobody counts its holders
 * any more.
 */
export async function removePassesOf(database: Database, campaignId: string): Promise<boolean> {
  const found = await findRows(database, walletPasses, { campaignId }, { select: ['id'], take: chunk });
  if (found.length === 0) return true;
  await database.transaction((transaction) =>
    removeWithDevices(
      transaction,
      found.map(({ id }) => id),
    ),
  );
  return false;
}
