import { transactFor } from '../../accounts/account/account-root.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import {
  addRow,
  countRows,
  deleteRows,
  findRow,
  findRows,
  insertRows,
  lockRow,
  requireRow,
} from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { lastChange, passRow, removePassRows, type WalletPass, walletPasses } from '../pass/pass.ts';
import { countingPasses, noteRemoved, noteSaved } from '../pass/pass-counts.ts';
import { type WalletDevice, walletDevices, walletRegistrations } from './device.ts';

/**
 * The maximum number of registrations of a pass. Some phones register again and again with new identifiers, and the
 * limit drops the oldest ones.
 */
const maxRegistrations = 50;

/** The maximum number of passes of one pass type on a device. A list of its changes reads all of them. */
const maxPasses = 1000;

export async function mayRegister(
  connection: Connection,
  { id, issuer }: Pick<WalletPass, 'id' | 'issuer'>,
  libraryId: string,
): Promise<boolean> {
  const registered = await connection.rows<{ passId: string }>(
    `SELECT r.pass_id AS passId FROM wallet_devices d JOIN wallet_registrations r ON r.device = d.number
     WHERE d.pass_type = ? AND d.library_id = ? LIMIT ${maxPasses}`,
    [issuer, libraryId],
  );
  return registered.length < maxPasses || registered.some(({ passId }) => passId === id);
}

/**
 * Registers a device, or updates the push token of a known one. Returns the number of the device if the registration is
 * new.
 */
export async function registerDevice(
  transaction: Transaction,
  { id }: Pick<WalletPass, 'id'>,
  { libraryId, pushToken }: Pick<WalletDevice, 'libraryId' | 'pushToken'>,
): Promise<number | null> {
  const pass = await lockRow(transaction, passRow, { id });
  const device = await storeDevice(transaction, { passType: pass.issuer, libraryId, pushToken });
  if (!(await addRow(transaction, walletRegistrations, { passId: id, device, createdAt: now() }))) return null;
  await removeOldest(transaction, id);
  if (pass.savedAt === null || pass.removedAt !== null) await noteSaved(transaction, pass);
  return device;
}

export function unregisterDevice(database: Database, pass: WalletPass, libraryId: string): Promise<void> {
  return transactFor(database, pass.accountId, async (transaction) => {
    const locked = await lockRow(transaction, passRow, { id: pass.id });
    const [device] = await findRows(transaction, walletDevices, { passType: pass.issuer, libraryId });
    const which = { passId: pass.id, device: device?.number ?? 0 };
    if ((await deleteRows(transaction, walletRegistrations, which)) === 0) return;
    await removeUnused(transaction, [which.device]);
    const left = await countRows(transaction, walletRegistrations, { passId: pass.id });
    if (left === 0) await noteRemoved(transaction, locked);
  });
}

async function storeDevice(
  transaction: Transaction,
  { passType, libraryId, pushToken }: Pick<WalletDevice, 'passType' | 'libraryId' | 'pushToken'>,
): Promise<number> {
  const device = { passType, libraryId, pushToken, registeredAt: now(), countedChange: await lastChange(transaction) };
  await insertRows(transaction, walletDevices, [device], {
    ending: transaction.dialect.overwrite('pass_type, library_id', 'push_token', 'registered_at'),
  });
  const { number } = await requireRow(transaction, walletDevices, { passType, libraryId });
  return number;
}

async function removeOldest(transaction: Transaction, passId: string): Promise<void> {
  const all = await findRows(
    transaction,
    walletRegistrations,
    { passId },
    { select: ['device'], order: { createdAt: 'DESC', device: 'DESC' } },
  );
  const devices = all.slice(maxRegistrations).map(({ device }) => device);
  if (devices.length === 0) return;
  await deleteRows(transaction, walletRegistrations, { passId, device: devices });
  await removeUnused(transaction, devices);
}

/** Removes a device, unless it has registered again after its push token became invalid. */
export async function dropDevice(
  transaction: Transaction,
  { number, registeredAt }: Pick<WalletDevice, 'number' | 'registeredAt'>,
): Promise<void> {
  const registrations = await findRows(
    transaction,
    walletRegistrations,
    { device: number },
    { order: { passId: 'ASC' } },
  );
  const passes = [];
  // Lock passes before devices, as a registration does.
  for (const { passId } of registrations) {
    const pass = await findRow(transaction, passRow, { id: passId }, 'exclusive');
    if (pass && pass.removedAt === null) passes.push(pass);
  }
  if ((await deleteRows(transaction, walletDevices, { number, registeredAt })) === 0) return;
  await deleteRows(transaction, walletRegistrations, { device: number });
  for (const pass of passes)
    if ((await countRows(transaction, walletRegistrations, { passId: pass.id })) === 0)
      await noteRemoved(transaction, pass);
}

const chunk = 500;

/** Removes passes and their registrations. The passes stay on the phones, but no longer change. */
export async function removePasses(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const passes = await findRows(transaction, walletPasses, { id: ids }, { select: ['session', 'member'] });
  await countingPasses(transaction, passes, () => removeWithDevices(transaction, ids));
}

/** Removes the passes first. A registration locks its pass, so it has either ended or finds no pass. */
async function removeWithDevices(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await removePassRows(transaction, ids);
  const found = await transaction.rows<{ device: number }>(
    'SELECT DISTINCT r.device AS device FROM wallet_registrations r WHERE r.pass_id IN (:ids)',
    { ids },
  );
  await deleteRows(transaction, walletRegistrations, { passId: ids });
  const devices = found.map(({ device }) => device);
  await removeUnused(transaction, devices);
}

/** Removes devices that have no pass. Locks them first, because a device may register for a pass in the meantime. */
async function removeUnused(transaction: Transaction, devices: readonly number[]): Promise<void> {
  if (devices.length === 0) return;
  await findRows(
    transaction,
    walletDevices,
    { number: devices },
    { select: ['number'], order: { number: 'ASC' }, lock: 'exclusive' },
  );
  await transaction.change(
    `DELETE FROM wallet_devices WHERE number IN (:devices)
       AND NOT EXISTS (SELECT 1 FROM wallet_registrations r WHERE r.device = wallet_devices.number)`,
    { devices },
  );
}

/**
 * Removes up to 500 passes of a deleted campaign without counting holders. Returns true if there were none left to
 * remove.
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
