import { expect, test } from 'vitest';
import { DatabaseBusy } from '../../../src/kernel/database/failures.ts';
import { signInTurn } from '../../../src/wallets/pass-file/pass-file.ts';

test('passes of one account that wait for signatures leave a thread to others', async () => {
  const stuck = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 20 }, () => signInTurn('acc_storm', () => stuck.promise));

  expect(await signInTurn('acc_quiet', async () => 'signed')).toBe('signed');

  stuck.resolve();
  await Promise.all(waiting);
});

test('an account has a limited number of passes that wait', async () => {
  const stuck = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 1003 }, () => signInTurn('acc_storm', () => stuck.promise));

  await expect(signInTurn('acc_storm', async () => 'signed')).rejects.toThrow(DatabaseBusy);
  expect(await signInTurn('acc_quiet', async () => 'signed')).toBe('signed');

  stuck.resolve();
  await Promise.all(waiting);
});
