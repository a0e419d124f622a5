import { column, type Stored, table } from '../../kernel/database/columns.ts';

export type WalletDevice = Stored<typeof walletDevices>;

export const walletDevices = table({
  name: 'WalletDevice',
  tableName: 'wallet_devices',
  columns: {
    number: column.ascending,
    passType: column.text(100),
    /** The identifier that the device has chosen. Only the device knows it, so it serves as a secret. */
    libraryId: column.text(100),
    pushToken: column.text(200),
    /** When the device registered. An earlier report that the push token is invalid does not count. */
    registeredAt: column.instant,
    countedChange: column.bigNumber,
  },
  indices: [{ name: 'wallet_devices_library', columns: ['passType', 'libraryId'], unique: true }],
});

export const walletRegistrations = table({
  name: 'WalletRegistration',
  tableName: 'wallet_registrations',
  columns: {
    passId: column.key(column.text(20)),
    device: column.key(column.bigNumber),
    createdAt: column.instant,
  },
  indices: [{ name: 'wallet_registrations_device', columns: ['device'] }],
});
