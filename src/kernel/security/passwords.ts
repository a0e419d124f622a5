import { hash, verify } from '@node-rs/argon2';
import { randomFrom } from '../values/ids.ts';

/** Argon2id with 19 MiB, two passes and one lane, as OWASP recommends. A hash takes about 20 ms on a worker thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that no known password matches. To verify it takes as long as to verify the hash of a member. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Y2FtcGFpZ25zZXJ2aWNl$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The alphabet lacks letters and digits that look alike. */
const randomPassword = randomFrom('23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ');

export function generatePassword(): string {
  return randomPassword(14);
}

export function hashPassword(password: string): Promise<string> {
  return hash(composed(password), cost);
}

/** Returns whether the password matches the hash. With `null`, for an unknown user, takes as long and returns false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const fits = await verify(passwordHash ?? dummyHash, composed(password));
  return fits && passwordHash !== null;
}

/** Normalizes a password, because keyboards encode the same character in several ways. */
function composed(password: string): string {
  return password.normalize('NFKC');
}
