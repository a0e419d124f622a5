import { expect, test } from 'vitest';
import { generatePassword, hashPassword, isPassword } from '../../../src/kernel/threads/passwords.ts';

test('a password matches its own hash only', async () => {
  const hash = await hashPassword('correct horse');

  expect(await isPassword('correct horse', hash)).toBe(true);
  expect(await isPassword('Correct horse', hash)).toBe(false);
  expect(await isPassword('', hash)).toBe(false);
});

test('hashes are argon2id, each with its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('same'), hashPassword('same')]);

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

test('a password matches in any Unicode composition', async () => {
  expect(await isPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('checking the password of an unknown user takes as long as checking a wrong one', async () => {
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

/** Returns the least processor time of several runs, which other load hardly lengthens. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    times.push(user + system);
  }
  return Math.min(...times);
}
