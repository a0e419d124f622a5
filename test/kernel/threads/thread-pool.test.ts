import { expect, test } from 'vitest';
import { DatabaseBusy } from '../../../src/kernel/database/failures.ts';
import { hashPassword } from '../../../src/kernel/threads/passwords.ts';
import { inPoolThread } from '../../../src/kernel/threads/thread-pool.ts';
import { workingFor } from '../../../src/kernel/values/event-loop.ts';

test('hashes and signatures of one account leave two threads to others', async () => {
  const stuck = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 20 }, () => inPoolThread(() => stuck.promise, 'acc_storm'));

  expect(await inPoolThread(async () => 'signed', 'acc_quiet')).toBe('signed');

  stuck.resolve();
  await Promise.all(waiting);
});

test('an account has a limited number of hashes and signatures that wait', async () => {
  const stuck = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 1002 }, () => inPoolThread(() => stuck.promise, 'acc_storm'));

  await expect(inPoolThread(async () => 'signed', 'acc_storm')).rejects.toThrow(DatabaseBusy);
  expect(await inPoolThread(async () => 'signed', 'acc_quiet')).toBe('signed');

  stuck.resolve();
  await Promise.all(waiting);
});

test('an account that sets many passwords delays the passwords of another by a few', async () => {
  const order: string[] = [];
  const hash = (account: string) =>
    workingFor(account, () => hashPassword('correct horse')).then(() => order.push(account));
  const many = Array.from({ length: 40 }, () => hash('many'));

  await hash('few');

  expect(order.length).toBeLessThan(25);
  await Promise.all(many);
});
