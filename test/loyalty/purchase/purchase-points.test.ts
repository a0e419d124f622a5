import { expect, test } from 'vitest';
import { pointsFor } from '../../../src/loyalty/purchase/purchase-points.ts';

test.each([
  ['12.50', '1', [12, 13, 13]],
  ['12.49', '1', [12, 12, 13]],
  ['12', '1', [12, 12, 12]],
  ['0.001', '1', [0, 0, 1]],
  ['0', '1', [0, 0, 0]],
  ['99.99', '0.1', [9, 10, 10]],
  ['19.99', '1.5', [29, 30, 30]],
  // 1.1 * 1.1 is 1.2100000000000002 as a floating-point number, and 0.7 * 100 is 70 as well as 69.99999999999999.
  ['100', '1.1', [110, 110, 110]],
  ['0.7', '100', [70, 70, 70]],
  ['999999999.999', '0.0001', [99_999, 100_000, 100_000]],
] as const)('%s at %s points for each unit', (amount, rate, [down, nearest, up]) => {
  const points = (['DOWN', 'NEAREST', 'UP'] as const).map((rounding) => pointsFor(amount, rate, rounding));

  expect(points).toEqual([down, nearest, up]);
});
