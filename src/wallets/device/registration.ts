import { bigNumber, instant, key, table, text } from '../../kernel/database/columns.ts';

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
