import type { Transaction } from '../../kernel/database/database.ts';
import { countRows, deleteRows, findRow, findRows } from '../../kernel/database/rows.ts';
import { passRow } from '../pass/pass.ts';
import { noteRemoved } from '../pass/pass-events.ts';
import { type WalletDevice, walletDevices } from './device.ts';
import { walletRegistrations } from './registration.ts';

/** Drops a device whose push token has ended, unless it has registered since then. */
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
  // Passes are locked before devices, as when a device registers.
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
