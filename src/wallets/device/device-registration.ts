import { transactFor } from '../../accounts/account/account-root.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { countRows, deleteRows, findRows, insertRows, lockRow, requireRow } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { passRow, type WalletPass } from '../pass/pass.ts';
import { lastChange } from '../pass/pass-change.ts';
import { noteRemoved, noteSaved } from '../pass/pass-events.ts';
import { type WalletDevice, walletDevices } from './device.ts';
import { removeUnused } from './pass-removal.ts';
import { walletRegistrations } from './registration.ts';

/** Some phones register again and again with new identifiers, so the oldest registrations of a pass go. */
const mostRegistrations = 50;

/** The most passes of one pass type on a device. A list of its changes reads all of them. */
const mostPasses = 1000;

export async function mayRegister(
  connection: Connection,
  { id, issuer }: Pick<WalletPass, 'id' | 'issuer'>,
  libraryId: string,
): Promise<boolean> {
  const registered = await connection.rows<{ passId: string }>(
    `SELECT r.pass_id AS passId FROM wallet_devices d JOIN wallet_registrations r ON r.device = d.number
     WHERE d.pass_type = ? AND d.library_id = ? LIMIT ${mostPasses}`,
    [issuer, libraryId],
  );
  return registered.length < mostPasses || registered.some(({ passId }) => passId === id);
}

/**
 * Registers a device for the changes of a pass, and stores its new push token if it is registered already. Returns the
 * number of the device if the registration is new.
 */
export async function registerDevice(
  transaction: Transaction,
  { id }: Pick<WalletPass, 'id'>,
  { libraryId, pushToken }: Pick<WalletDevice, 'libraryId' | 'pushToken'>,
): Promise<number | null> {
  const pass = await lockRow(transaction, passRow, { id });
  const device = await storeDevice(transaction, { passType: pass.issuer, libraryId, pushToken });
  const added = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO wallet_registrations (pass_id, device, created_at) VALUES (?, ?, ?)`,
    [id, device, now()],
  );
  if (added === 0) return null;
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
  const devices = all.slice(mostRegistrations).map(({ device }) => device);
  if (devices.length === 0) return;
  await deleteRows(transaction, walletRegistrations, { passId, device: devices });
  await removeUnused(transaction, devices);
}
