import { expect, test, vi } from 'vitest';
import { Allowance } from '../../../src/kernel/telemetry/allowance.ts';
import { FailureSeries } from '../../../src/kernel/telemetry/failure-series.ts';
import { parentOf, Sampler } from '../../../src/kernel/telemetry/sampling.ts';
import { stopClocks } from '../../support/clocks.ts';

const [traceId, spanId] = ['f'.repeat(32), '1'.repeat(16)];
const asking = parentOf(`00-${traceId}-${spanId}-01`);
const follows = { ratio: 0, followsParents: true };

test.each([
  ['none', undefined],
  ['empty', ''],
  ['another form', 'yes please'],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['the forbidden version', `ff-${traceId}-${spanId}-01`],
  ['more than version 00 has', `00-${traceId}-${spanId}-01-more`],
  ['upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a megabyte', 'f'.repeat(1_000_000)],
])('a traceparent is ignored if it is %s', (_, header) => {
  expect(parentOf(header)).toBeNull();
});

test('a caller gets at most ten traces a second by asking for them, and the service continues its own', () => {
  stopClocks('performance');
  const sampler = new Sampler(follows);
  const recorded = () => Array.from({ length: 5000 }, () => sampler.samples(asking, 'CALLER')).filter(Boolean).length;

  expect([recorded(), recorded()]).toEqual([10, 0]);
  vi.advanceTimersByTime(1000);
  expect(recorded()).toBe(10);
  expect(Array.from({ length: 100 }, () => sampler.samples(asking, 'SERVICE'))).not.toContain(false);
  expect(new Sampler({ ratio: 0, followsParents: false }).samples(asking, 'CALLER')).toBe(false);
  expect(new Sampler({ ratio: 1, followsParents: false }).samples(asking, 'CALLER')).toBe(true);
});

test('of activities without a trace, the share that was asked for is recorded, and no more in a second than allowed', () => {
  stopClocks('performance');
  const [tenth, all, none, hardly] = [0.1, 1, 0, 1e-20].map((ratio) => new Sampler({ ratio, followsParents: true }));
  const limited = new Sampler({ ratio: 1, mostOwn: 20, followsParents: true });
  const count = (sampler: Sampler | undefined, amount: number) =>
    Array.from({ length: amount }, () => sampler?.samples(null, 'CALLER')).filter(Boolean).length;

  expect(count(all, 100)).toBe(100);
  expect(count(none, 100)).toBe(0);
  expect(count(hardly, 100)).toBe(0);
  // Five times the standard deviation, 95, to each side.
  expect(Math.abs(count(tenth, 100_000) - 10_000)).toBeLessThan(5 * 95);
  expect([count(limited, 1000), count(limited, 1000)]).toEqual([20, 0]);
  vi.advanceTimersByTime(1000);
  expect(count(limited, 1000)).toBe(20);
});

test('a caller whose trace is not recorded gets none', () => {
  const silent = parentOf(`00-${traceId}-${spanId}-00`);

  expect(new Sampler({ ratio: 1, followsParents: true }).samples(silent, 'CALLER')).toBe(false);
});

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
