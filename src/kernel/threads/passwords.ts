import { hash, verify } from '@node-rs/argon2';
import { randomFrom } from '../values/random-ids.ts';
import { inPoolThread } from './thread-pool.ts';

/** The cost of Argon2id, as OWASP recommends: 19 MiB, two passes, one lane. It takes about 20 ms on a worker thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that no password matches. Verifying it takes as long as verifying a real one. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Y2FtcGFpZ25zZXJ2aWNl$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Returns a password without letters or digits that look alike. */
const randomPassword = randomFrom('23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ');

export function generatePassword(): string {
  return randomPassword(14);
}

/** Hashes a password. With the salt and cost of another hash (`like`), equal passwords get equal hashes. */
export function hashPassword(password: string, like: string | null = null): Promise<string> {
  return inPoolThread(() => hash(composed(password), (like === null ? null : setupOf(like)) ?? cost));
}

export function isLike(one: string, other: string): boolean {
  const [first, second] = [setupOf(one), setupOf(other)];
  return first !== null && second !== null && first.text === second.text;
}

function setupOf(passwordHash: string) {
  const [, text = '', ...parts] = /^(\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+))\$/.exec(passwordHash) ?? [];
  const [memoryCost, timeCost, parallelism, salt = ''] = parts;
  if (text === '') return null;
  return {
    ...{ text, memoryCost: Number(memoryCost), timeCost: Number(timeCost), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
  };
}

/** Verifies a password. `null` stands for an unknown user: it takes as long, and returns false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const fits = await inPoolThread(() => verify(passwordHash ?? dummyHash, composed(password)));
  return fits && passwordHash !== null;
}

/** Normalizes a password, because keyboards encode some characters in several ways. */
function composed(password: string): string {
  return password.normalize('NFKC');
}
