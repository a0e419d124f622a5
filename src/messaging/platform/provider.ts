import { openApple } from './apple/apple-wallet.ts';
import { openCapture } from './capture.ts';
import type { Provider } from './channel.ts';
import { openGoogle } from './google/google.ts';
import type { OpenPlatform } from './platform.ts';
import { openSmpp } from './smpp/smpp.ts';
import { openSmtp } from './smtp/smtp.ts';
import { openTwilio } from './twilio/twilio.ts';

const opening: Record<Provider, OpenPlatform> = {
  CAPTURE: openCapture,
  SMTP: openSmtp,
  TWILIO: openTwilio,
  SMPP: openSmpp,
  APPLE: openApple,
  GOOGLE: openGoogle,
};

/** Opens the platform of an integration. */
export const openPlatform: OpenPlatform = (integration, settings, dependencies) =>
  opening[integration.provider](integration, settings, dependencies);
