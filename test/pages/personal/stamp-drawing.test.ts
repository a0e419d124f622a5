import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { groupsOf } from '../../../src/pages/personal/proof.tsx';
import { columnsOf, stampsOf } from '../../../src/pages/personal/stamp-drawing.tsx';

const draw = (collected: number, required: number, gifts: number[] = []) =>
  renderToString(stampsOf(collected, required, 'some', gifts) as VNode);
const count = (text: string, part: string) => text.split(part).length - 1;

test.each([
  [0, 1, 1],
  [3, 10, 5],
  [11, 12, 4],
  [37, 60, 10],
  [100, 100, 10],
  [13, 10, 5],
])('%i of %i stamps are drawn in %i columns', (collected, required, columns) => {
  const drawn = draw(collected, required);

  expect(columnsOf(required)).toBe(columns);
  expect(count(drawn, '<circle')).toBe(required);
  expect(count(drawn, 'class="stamp full"')).toBe(Math.min(collected, required));
  expect(drawn).toContain('aria-label="some"');
});

test('every number of stamps fits into its rows', () => {
  for (let required = 1; required <= 100; required += 1) {
    expect(columnsOf(required)).toBeGreaterThanOrEqual(Math.min(required, 4));
    expect(columnsOf(required)).toBeLessThanOrEqual(10);
  }
});

test('the last stamp and every milestone show a gift until they are reached', () => {
  const gifts = (collected: number) => count(draw(collected, 10, [3, 6, 10]), 'M-8 -3h16');

  expect([0, 3, 9, 10].map(gifts)).toEqual([3, 2, 1, 0]);
});

test('very many stamps become a bar', () => {
  expect(draw(137, 1000)).toBe('<progress value="137" max="1000" aria-label="some"></progress>');
  expect(draw(2000, 1000)).toContain('value="1000"');
});

test.each([
  ['a1b2c3', ['a1b', '2c3']],
  ['4012345678901234', ['4012', '3456', '7890', '1234']],
  ['123456789', ['123', '456', '789']],
  ['usr_0a1b2c3d4e5f6g7h', ['usr_', '0a1b', '2c3d', '4e5f', '6g7h']],
  ['RYE-7781', ['RYE-7781']],
  ['12345', ['12345']],
])('%s is read out in groups', (code, groups) => {
  expect(groupsOf(code)).toEqual(groups);
});
