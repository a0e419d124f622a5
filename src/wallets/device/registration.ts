import { bigNumber, instant, key, type Stored, table, text } from '../../kernel/database/columns.ts';

/** A pass in Apple Wallet on a device, which wants to hear of its changes. */
export type WalletRegistration = Stored<typeof walletRegistrations>;

export const walletRegistrations = table({
  name: 'WalletRegistration',
  tableName: 'wallet_registrations',
  columns: {
    passId: key(text(20)),
    device: key(bigNumber),
    createdAt: instant,
  },
  indices: [{ name: 'wallet_registrations_device', columns: ['device'] }],
});
