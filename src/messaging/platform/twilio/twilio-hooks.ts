import type { PlatformHooks, StatusReport } from '../platform-hooks.ts';
import type { TwilioSettings } from './twilio.ts';
import { isTwilioSignature } from './twilio-signature.ts';

const states = new Map<string, StatusReport['state']>([
  ['delivered', 'DELIVERED'],
  ['read', 'DELIVERED'],
  ['undelivered', 'FAILED'],
  ['failed', 'FAILED'],
  ['canceled', 'FAILED'],
]);

/** The callbacks of Twilio, which signs the public address and the fields. */
export const twilioHooks: PlatformHooks = {
  isGenuine: (settings, { url, body, header }) => {
    const { authToken } = settings as TwilioSettings;
    return isTwilioSignature(authToken, url, new URLSearchParams(body), header('X-Twilio-Signature') ?? '');
  },
  status: ({ body }) => {
    const fields = new URLSearchParams(body);
    const platformId = fields.get('MessageSid') ?? fields.get('SmsSid');
    const status = fields.get('MessageStatus') ?? fields.get('SmsStatus') ?? '';
    const state = states.get(status);
    if (!platformId || !state) return null;
    const code = fields.get('ErrorCode');
    const reason = `Twilio reports: ${status}${code ? `, error ${code.slice(0, 20)}` : ''}`;
    return { platformId, state, reason: state === 'FAILED' ? reason : null };
  },
  inbound: ({ body }) => {
    const fields = new URLSearchParams(body);
    const from = fields.get('From');
    // Twilio's own opt-out management reports the recognised keyword in a separate field.
    const text = fields.get('OptOutType') ?? fields.get('Body');
    return from && text ? { from, text } : null;
  },
  /** Twilio's markup language, without instructions. */
  answer: { type: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>' },
};
