import { expect, test } from 'vitest';
import { readLines, writeLines } from '../../../src/kernel/values/json-lines.ts';

const items = Array.from({ length: 2500 }, (_, index) => ({ index, text: `line\n${index}\u2028`, none: null }));

test.for([
  ['an object with long lists', { amount: 2500, items, others: items, nothing: [], nested: { items: [1] } }],
  ['a list', items],
  ['a text', 'one\ntwo'],
  ['null', null],
  ['a member named like those of every object', { ['__proto__']: [1, 2], constructor: [3] }],
] as const)('%s is the same after it was written and read', async ([, value]) => {
  expect(await readLines(writeLines(value))).toEqual(value);
});

test.each([1, 7, 1_000_000])('lines are read from parts of %i characters', async (size) => {
  const value = { items: items.slice(0, 100), amount: 100 };
  const text = (await Array.fromAsync(writeLines(value))).join('');
  const parts = async function* () {
    for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
  };
  expect(await readLines(parts())).toEqual(value);
});

test('the items of a list are in parts', async () => {
  const lines = await Array.fromAsync(writeLines({ items }));
  expect(lines).toHaveLength(4);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60_000);
});
