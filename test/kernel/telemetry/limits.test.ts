import { expect, test } from 'vitest';
import { Allowance } from '../../../src/kernel/telemetry/allowance.ts';
import { FailureSeries } from '../../../src/kernel/telemetry/failure-series.ts';
import { stopClocks } from '../../support/clocks.ts';

test('one of those who share an allowance does not use it up', () => {
  stopClocks('performance');
  const allowance = new Allowance(20, 3);
  const taken = Array.from({ length: 100 }, () => allowance.take('greedy')).filter(Boolean);

  expect(taken).toHaveLength(3);
  expect(allowance.take('modest')).toBe(true);
});

test('failures have 20 series of an account, 2,000 in all, then one of each of 1,000 accounts, then one', () => {
  const series = new FailureSeries();
  const distinct = new Set<string>();
  const fail = (account: string, problem: string) =>
    distinct.add(JSON.stringify(series.labelsOf(account, 'o', problem)));

  for (let problem = 0; problem < 500; problem += 1) fail('acc_greedy', `P${problem}`);
  expect(distinct.size).toBe(21);
  for (let account = 0; account < 5000; account += 1) fail(`acc_${account}`, 'P');

  expect(distinct.size).toBe(3001);
});
