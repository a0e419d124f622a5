import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SigningKeys } from '../endpoint/endpoint.ts';

/**
 * Returns the headers with which a receiver verifies a delivery: those of Standard Webhooks, with one signature for
 * each valid secret, and the older `x-hmac`. Its key is the one that the owner gave, otherwise the secret in the form in
 * which callers received it.
 */
export function signatureHeaders(
  id: string,
  body: string,
  at: Date,
  { current, previous, hmacSecret }: SigningKeys,
): Record<string, string> {
  const secrets = previous ? [current, previous] : [current];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    'x-hmac': hmac(hmacSecret ?? current, body),
    ...(previous && !hmacSecret && { 'x-hmac-previous': hmac(previous, body) }),
  };
}

function hmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
