import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../kernel/security/secrets.ts';

/** Nobody reads and fills in a form faster. */
const shortestMilliseconds = 2000;
const longestMilliseconds = 2 * 3600 * 1000;

/** How old a form is, or that this service did not hand it out for this coupon. */
type FormAge = 'FOREIGN' | 'TOO_EARLY' | 'TOO_OLD' | 'RIGHT';

export interface ReadPass {
  age: FormAge;
  /** The random part, which no two forms have in common. */
  form: string;
}

/** Returns the text that a form carries: when it was handed out and a random part, signed. */
export function formPass(secrets: Secrets, couponId: string, at = Date.now()): string {
  const text = `${at.toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${secrets.sign(signedText(couponId, text))}`;
}

export function readPass(secrets: Secrets, couponId: string, given: unknown, at = Date.now()): ReadPass {
  const [, text = '', time = '', form = '', signature = ''] =
    (typeof given === 'string' && /^(([0-9a-z]{1,11})\.([\w-]{22}))\.([\w-]{1,100})$/.exec(given)) || [];
  if (!secrets.isSignature(signedText(couponId, text), signature)) return { age: 'FOREIGN', form };
  const age = at - Number.parseInt(time, 36);
  // The clock of another process may be ahead.
  if (age < shortestMilliseconds) return { age: 'TOO_EARLY', form };
  return { age: age > longestMilliseconds ? 'TOO_OLD' : 'RIGHT', form };
}

function signedText(couponId: string, text: string): string {
  return `landing form ${couponId} ${text}`;
}
