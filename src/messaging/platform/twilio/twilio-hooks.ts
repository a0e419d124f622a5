import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PlatformHooks, StatusReport } from '../declaration.ts';
import type { TwilioSettings } from './twilio.ts';

const states = new Map<string, StatusReport['state']>([
  ['delivered', 'DELIVERED'],
  ['read', 'DELIVERED'],
  ['undelivered', 'FAILED'],
  ['failed', 'FAILED'],
  ['canceled', 'FAILED'],
]);

/** Twilio's hooks. Twilio signs the public address and the fields. */
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
    // Twilio's opt-out management reports the keyword in a field of its own.
    const text = fields.get('OptOutType') ?? fields.get('Body');
    return from && text ? { from, text } : null;
  },
  /** A TwiML document that contains no instructions. */
  answer: { type: 'text/xml', body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>' },
};

/** Returns the signature, which Twilio computes from the address and all fields. */
export function twilioSignature(authToken: string, url: string, fields: URLSearchParams): string {
  return signatureOf(authToken, url, signedText(fields));
}

function signatureOf(authToken: string, url: string, text: string): string {
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64');
}

/**
 * Returns the signed text: the fields, sorted by name. Groups them first, because a sender who is not authenticated may
 * send thousands of them.
 */
function signedText(fields: URLSearchParams): string {
  const valuesOf = Map.groupBy(fields, ([name]) => name);
  return [...valuesOf.keys()]
    .sort()
    .flatMap((name) => {
      const values = new Set(valuesOf.get(name)?.map(([, value]) => value));
      return [...values].sort().map((value) => name + value);
    })
    .join('');
}

function isTwilioSignature(authToken: string, url: string, fields: URLSearchParams, given: string): boolean {
  const text = signedText(fields);
  const signature = Buffer.from(given);
  return waysToWrite(url).some((way) => {
    const right = Buffer.from(signatureOf(authToken, way, text));
    return signature.length === right.length && timingSafeEqual(signature, right);
  });
}

/** Returns the address with and without its port. Twilio may sign either form, even for a default port. */
function waysToWrite(address: string): string[] {
  const { protocol, hostname, port, pathname, search } = new URL(address);
  const otherPort = port ? '' : protocol === 'https:' ? ':443' : ':80';
  return [address, `${protocol}//${hostname}${otherPort}${pathname}${search}`];
}
