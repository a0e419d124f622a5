import type { OpenPlatform } from '../platform.ts';
import type { AppleSettings } from '../platform-settings.ts';
import { passCertificateOf, readCertificate } from './apple-certificate.ts';

/** Apple Wallet as a platform. It carries passes and no messages, so it can only be checked. */
export const openApple: OpenPlatform = (_, settings) => ({
  parallel: 1,
  send: async () => ({ outcome: 'REFUSED', reason: 'A wallet carries no messages.' }),
  check: async () => {
    const certificate = readCertificate((settings as AppleSettings).certificate);
    const wrong = certificate && passCertificateOf(certificate);
    return typeof wrong === 'string' ? `The certificate ${wrong}.` : null;
  },
  close: async () => {},
});
