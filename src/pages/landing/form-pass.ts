import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../kernel/security/secrets.ts';

/** The shortest time in which a person can read and fill in a form. */
const shortestMilliseconds = 2000;
const longestMilliseconds = 2 * 3600 * 1000;

/** `FOREIGN` means that this service did not issue the form for this coupon. */
type FormAge = 'FOREIGN' | 'TOO_EARLY' | 'TOO_OLD' | 'RIGHT';

export interface ReadPass {
  age: FormAge;
  /** The random part, which is unique to the form. */
  form: string;
}

/** Returns the signed text in a form. It contains the time of issue and a random part. */
export function formPass(secrets: Secrets, couponId: string, at = Date.now()): string {
  const text = `${at.toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${secrets.sign(signedText(couponId, text))}`;
}

export function readPass(secrets: Secrets, couponId: string, given: unknown, at = Date.now()): ReadPass {
  const [, text = '', time = '', form = '', signature = ''] =
    (typeof given === 'string' && /^(([0-9a-z]{1,11})\.([\w-]{22}))\.([\w-]{1,100})$/.exec(given)) || [];
  if (!secrets.isSignature(signedText(couponId, text), signature)) return { age: 'FOREIGN', form };
  const age = at - Number.parseInt(time, 36);
  // The clock of another process may be ahead of this one.
  if (age < shortestMilliseconds) return { age: 'TOO_EARLY', form };
  return { age: age > longestMilliseconds ? 'TOO_OLD' : 'RIGHT', form };
}

function signedText(couponId: string, text: string): string {
  return `landing form ${couponId} ${text}`;
}
