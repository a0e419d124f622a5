import { expect, test } from 'vitest';
import { generatePassword, hashPassword, isPassword } from '../../../src/kernel/security/passwords.ts';

test('a password fits its hash, and another does not', async () => {
  const hash = await hashPassword('correct horse');

  expect(await isPassword('correct horse', hash)).toBe(true);
  expect(await isPassword('Correct horse', hash)).toBe(false);
  expect(await isPassword('', hash)).toBe(false);
});

test('hashes are argon2id, each with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('same'), hashPassword('same')]);

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

test('a password that a keyboard composes in another way is the same', async () => {
  expect(await isPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('whoever is unknown has no password, which takes as long to find out as a wrong one', async () => {
  const hash = await hashPassword('correct horse');
  const known = await fastest(() => isPassword('wrong', hash));
  const unknown = await fastest(() => isPassword('wrong', null));

  expect(await isPassword('', null)).toBe(false);
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

test('generated passwords are long, random and readable', () => {
  const made = Array.from({ length: 1000 }, generatePassword);

  expect(new Set(made).size).toBe(1000);
  expect(made.every((password) => /^[2-9a-zA-Z]{14}$/.test(password) && !/[lIO]/.test(password))).toBe(true);
});

/** The least of some runs: what else the machine does makes runs only longer. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}
