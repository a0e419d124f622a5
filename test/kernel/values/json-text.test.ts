import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { yieldToEventLoop } from '../../../src/kernel/values/event-loop.ts';
import { type Json, jsonText } from '../../../src/kernel/values/json-text.ts';
import { stopClocks } from '../../support/clocks.ts';

const large = (value: unknown) => ({ value, filler: Array.from({ length: 6000 }, (_, index) => index) });

test('a large value becomes the same text as at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await read(jsonText(large(value)))).toBe(JSON.stringify(large(value)));
    }),
    { numRuns: 50 },
  );
});

test.each([
  {
    kind: 'a long list of small objects',
    value: Array.from({ length: 9000 }, (_, index) => ({ index, name: 'é"\n' })),
  },
  { kind: 'a few long texts', value: { a: 'x'.repeat(1_000_000), b: ['y'.repeat(500_000), 'z'] } },
  { kind: 'a large item among small ones', value: [...Array(50).fill(1), 'x'.repeat(2_000_000), ...Array(50).fill(2)] },
  { kind: 'lists in lists', value: Array.from({ length: 90 }, () => Array.from({ length: 900 }, () => [1])) },
  { kind: 'absent members', value: large({ absent: undefined, list: [undefined, null], at: new Date(0) }) },
  { kind: 'nothing but absent members', value: { a: undefined, b: large({}) } },
])('$kind', async ({ value }) => {
  expect(await read(jsonText(value))).toBe(JSON.stringify(value));
});

test('a small value is written at once', () => {
  expect(jsonText({ data: { viewer: { keyId: 'key_1' } } })).toBe('{"data":{"viewer":{"keyId":"key_1"}}}');
});

test('no part of a large value is much larger than a write to a connection', async () => {
  const value = Array.from({ length: 100_000 }, (_, index) => ({ index, name: 'some text with ümlauts and 🥐' }));

  const parts = await Array.fromAsync(jsonText(value) as AsyncIterable<Buffer>);

  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(300_000);
  expect(JSON.parse(Buffer.concat(parts).toString())).toEqual(value);
});

test('after each share of a turn, other work runs while a large value is written', async () => {
  stopClocks('performance');
  await turn(); // ends the share of the test before
  const value = Array.from({ length: 30_000 }, (_, index) => ({ index, text: 'some text' }));
  let [turns, isWritten] = [0, false];
  const others = async () => {
    for (; !isWritten; turns += 1) await turn();
  };
  const write = async () => {
    const parts: Buffer[] = [];
    for await (const part of jsonText(value) as AsyncIterable<Buffer>) {
      parts.push(part);
      vi.advanceTimersByTime(10);
    }
    isWritten = true;
    return parts;
  };

  const [parts] = await Promise.all([write(), others()]);

  expect(Buffer.concat(parts).toString()).toBe(JSON.stringify(value));
  expect(parts.length).toBeGreaterThan(10);
  expect(turns).toBeGreaterThanOrEqual(parts.length - 1);
});

test('all long work together has one share of a turn', async () => {
  stopClocks('performance');
  await turn(); // ends the share of the test before
  let longest = 0;
  let isDone = false;
  const watch = async () => {
    while (!isDone) {
      const began = performance.now();
      await turn();
      longest = Math.max(longest, performance.now() - began);
    }
  };
  const work = async () => {
    for (let step = 0; step < 20; step += 1) {
      const mine = yieldToEventLoop();
      if (mine) await mine;
      vi.advanceTimersByTime(1);
    }
  };

  await Promise.all([
    watch(),
    Promise.all(Array.from({ length: 50 }, work)).finally(() => {
      isDone = true;
    }),
  ]);

  // Without shares, a turn would take a step of each work, 50 ms.
  expect(longest).toBe(10);
});

async function read(json: Json): Promise<string> {
  return typeof json === 'string' ? json : Buffer.concat(await Array.fromAsync(json)).toString();
}
