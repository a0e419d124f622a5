import { ExtensionPoint } from '../../../kernel/extension-point.ts';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';
import type { OpenPlatform } from '../platform.ts';
import type { AppleSettings } from './apple-certificate.ts';
import { passCertificateOf, readCertificate } from './apple-certificate.ts';

/** Functions that ask Apple whether it accepts the certificate. They return the reason if it does not, or null. */
export const appleChecks = new ExtensionPoint<(settings: AppleSettings, outbound: Outbound) => Promise<string | null>>(
  'appleChecks',
);

/** Apple Wallet as a platform. It carries passes and no messages, so it can only be checked. */
export const openApple: OpenPlatform = (_, given, { outbound }) => ({
  parallel: 1,
  send: async () => ({ outcome: 'REFUSED', reason: 'A wallet carries no messages.' }),
  check: async () => {
    const settings = given as AppleSettings;
    const certificate = readCertificate(settings.certificate);
    const wrong = certificate && passCertificateOf(certificate);
    if (typeof wrong === 'string') return `The certificate ${wrong}.`;
    for (const check of appleChecks.extensions) {
      const refusal = await check(settings, outbound);
      if (refusal !== null) return refusal;
    }
    return null;
  },
  close: async () => {},
});
