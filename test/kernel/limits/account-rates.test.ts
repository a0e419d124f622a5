import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountRates } from '../../../src/kernel/limits/limits.ts';
import { createLog } from '../../../src/main/process/log.ts';

const log = createLog('silent');
const account = { id: 'acc_1', rootId: 'acc_1' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns how many of the requests were allowed. */
async function allowed(rates: AccountRates, amount: number, payer: Parameters<AccountRates['take']>[0] = account) {
  const taken = await Promise.all(Array.from({ length: amount }, () => rates.take(payer)));
  return taken.filter((allowance) => !allowance?.isExceeded).length;
}

test('an account has a burst of five times its rate, and on average its rate', async () => {
  const rates = new AccountRates({ perSecond: 10, log });
  expect(await allowed(rates, 200)).toBe(50);

  let total = 0;
  for (let second = 0; second < 60; second += 1) {
    vi.advanceTimersByTime(1000);
    total += await allowed(rates, 100);
  }

  expect(total).toBe(60 * 10);
});

test('the allowance says what is left and when the window ends', async () => {
  const rates = new AccountRates({ perSecond: 2, log });
  await rates.take(account);
  vi.advanceTimersByTime(1500);

  expect(await rates.take(account, 3)).toEqual({
    ...{ quota: 10, windowSeconds: 5, remaining: 6, resetSeconds: 4, isExceeded: false },
  });
});

test('a call that costs more than what is left runs, and the next one does not', async () => {
  const rates = new AccountRates({ perSecond: 2, log });
  await rates.take(account);

  await rates.charge(account, 1_000_000);

  await expect(rates.charge(account, 1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 5 });
  vi.advanceTimersByTime(5000);
  await rates.charge(account, 1);
});

test('subaccounts have limits of their own, and together ten times the limit', async () => {
  const rates = new AccountRates({ perSecond: 2, log });
  const children = Array.from({ length: 30 }, (_, index) => ({ id: `acc_child${index}`, rootId: account.id }));

  const each = await Promise.all(children.map((child) => allowed(rates, 20, child)));

  expect(each[0]).toBe(10);
  expect(each.reduce((sum, one) => sum + one)).toBe(100);
  expect(await allowed(rates, 20)).toBe(10);
});

test('0 turns the limit off', async () => {
  const rates = new AccountRates({ perSecond: 0, log });
  expect(await rates.take(account, 1_000_000)).toBeNull();
});
