import type { Provider } from '../integration.ts';
import type { OpenPlatform } from '../platform.ts';
import { openCapture } from './capture.ts';
import { openSmtp } from './smtp.ts';
import { openTwilio } from './twilio.ts';

const opening: Partial<Record<Provider, OpenPlatform>> = {
  CAPTURE: openCapture,
  SMTP: openSmtp,
  TWILIO: openTwilio,
};

/** Opens the platform of an integration. */
export const openPlatform: OpenPlatform = (integration, settings, means) => {
  const open = opening[integration.provider];
  if (!open) throw new Error(`${integration.provider} cannot be opened`);
  return open(integration, settings, means);
};
