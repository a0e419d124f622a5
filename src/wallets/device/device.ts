import { ascending, bigNumber, instant, key, type Stored, table, text } from '../../kernel/database/columns.ts';

export type WalletDevice = Stored<typeof walletDevices>;

export const walletDevices = table({
  name: 'WalletDevice',
  tableName: 'wallet_devices',
  columns: {
    number: ascending,
    passType: text(100),
    /** The identifier that the device has chosen. Only the device knows it, so it serves as a secret. */
    libraryId: text(100),
    pushToken: text(200),
    /** When the device registered. If an earlier report says that the push token is invalid, it does not count. */
    registeredAt: instant,
    countedChange: bigNumber,
  },
  indices: [{ name: 'wallet_devices_library', columns: ['passType', 'libraryId'], unique: true }],
});

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
