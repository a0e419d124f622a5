import type { OpenPlatform } from '../platform.ts';
import { GoogleWallet } from './google-wallet.ts';
import type { GoogleSettings } from './service-account.ts';

/** Google Wallet as a platform. It carries passes and no messages, so it can only be checked. */
export const openGoogle: OpenPlatform = (_, settings, { outbound }) => ({
  parallel: 1,
  send: async () => ({ outcome: 'REFUSED', reason: 'A wallet carries no messages.' }),
  check: () => new GoogleWallet(settings as GoogleSettings, outbound).check(),
  close: async () => {},
});
