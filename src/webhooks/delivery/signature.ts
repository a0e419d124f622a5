import { createHmac } from 'node:crypto';
import { type SigningKeys, secretPrefix } from '../endpoint/endpoint-secrets.ts';

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
  const time = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${time}.${body}`)).join(' '),
    'x-hmac': hmac(hmacSecret ?? current, body),
    ...(previous && !hmacSecret && { 'x-hmac-previous': hmac(previous, body) }),
  };
}

/** Signs as Standard Webhooks defines it. Their library computes the hash in JavaScript, which takes ten times as long. */
function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function hmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
