import { createHistogram } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { delaysOf } from '../../../src/main/telemetry/gauges.ts';

test('the event loop is late by what a look takes longer than the time between two', () => {
  const looks = createHistogram();
  for (const milliseconds of [99, 100, 350]) looks.record(milliseconds * 1e6);

  const [median, , max] = delaysOf(looks);

  expect(median?.[1]).toBeCloseTo(0, 3);
  expect(max?.[1]).toBeCloseTo(0.25, 3);
});
