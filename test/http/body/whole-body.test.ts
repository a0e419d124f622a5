import { Readable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readOn } from '../../../src/http/body/whole-body.ts';

test('what is left of refused bodies is read part by part, one in a turn of the event loop', async () => {
  let parts = 0;
  const body = async function* () {
    for (let part = 0; part < 10; part += 1) {
      parts += 1;
      yield Buffer.alloc(10);
    }
  };
  const bodies = Array.from({ length: 20 }, () => Readable.from(body(), { highWaterMark: 1 }));
  const all = Promise.all(bodies.map(readOn)).then(() => 'done');

  let max = 0;
  for (let before = 0; (await Promise.race([all, nextIteration()])) !== 'done'; before = parts)
    max = Math.max(max, before === 0 ? 0 : parts - before);

  expect(parts).toBe(200);
  expect(max).toBeLessThanOrEqual(2);
});
