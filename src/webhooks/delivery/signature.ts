import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/**
 * Returns the headers with which a receiver verifies a delivery: those of Standard Webhooks, with one signature for
 * each valid secret, and the older `x-hmac`, whose key is the secret in the form in which callers received it.
 */
export function signatureHeaders(
  id: string,
  body: string,
  at: Date,
  [current, previous]: readonly [current: string, previous?: string],
): Record<string, string> {
  const secrets = previous ? [current, previous] : [current];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    'x-hmac': hmac(current, body),
    ...(previous && { 'x-hmac-previous': hmac(previous, body) }),
  };
}

function hmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
