import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type Instant, realNow, toInstant } from '../../kernel/values/instant.ts';

const rotationHours = 24;

interface Sealed {
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Instant | null;
  hmacSecret: string | null;
}

/** What secrets begin with in Standard Webhooks. */
export const secretPrefix = 'whsec_';

/** Returns a secret in the format of Standard Webhooks: a prefix and 192 random bits in Base64. */
export function newSecret(): string {
  return secretPrefix + randomBytes(24).toString('base64');
}

/** Gives an endpoint a new secret and returns it. The previous secret stays valid for 24 hours. */
export function rotateSecret(endpoint: Sealed, secrets: Secrets): string {
  const secret = newSecret();
  endpoint.previousSecret = endpoint.secret;
  endpoint.previousSecretUntil = toInstant(new Date(Date.now() + rotationHours * 3600 * 1000));
  endpoint.secret = secrets.seal(secret);
  return secret;
}

export interface SigningKeys {
  current: string;
  /** Null unless the secret was rotated within the last 24 hours. */
  previous: string | null;
  /** The key of `x-hmac` that the owner gave. */
  hmacSecret: string | null;
}

export function signingKeys(endpoint: Sealed, secrets: Secrets): SigningKeys {
  const { secret, previousSecret, previousSecretUntil, hmacSecret } = endpoint;
  const isPreviousValid = previousSecretUntil !== null && previousSecretUntil > realNow();
  const open = (sealed: string) => openOnce(endpoint, sealed, secrets);
  return {
    current: open(secret),
    previous: previousSecret && isPreviousValid ? open(previousSecret) : null,
    hmacSecret: hmacSecret && open(hmacSecret),
  };
}

/** The decrypted secrets of an endpoint as it was read, because a claim signs many deliveries to it. */
const opened = new WeakMap<Sealed, Map<string, string>>();

function openOnce(endpoint: Sealed, sealed: string, secrets: Secrets): string {
  const known = opened.get(endpoint) ?? new Map<string, string>();
  const text = known.get(sealed) ?? secrets.open(sealed);
  opened.set(endpoint, known.set(sealed, text));
  return text;
}
