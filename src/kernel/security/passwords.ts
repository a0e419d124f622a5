import { hash, verify } from '@node-rs/argon2';
import { randomFrom } from '../values/ids.ts';

/** Argon2id with 19 MiB, two passes and one lane, as OWASP recommends; it takes about 20 ms beside the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Takes the same time as the hash of a member, and no password is known that fits. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Y2FtcGFpZ25zZXJ2aWNl$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Without letters and digits that look alike. */
const randomPassword = randomFrom('23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ');

export function generatePassword(): string {
  return randomPassword(14);
}

export function hashPassword(password: string): Promise<string> {
  return hash(composed(password), cost);
}

/** Whether the password is that of the hash. With `null`, for somebody unknown, it takes as long and answers false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const fits = await verify(passwordHash ?? nobodysHash, composed(password));
  return fits && passwordHash !== null;
}

/** Keyboards write the same character in several ways. */
function composed(password: string): string {
  return password.normalize('NFKC');
}
