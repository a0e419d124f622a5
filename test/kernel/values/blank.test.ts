import { expect, test } from 'vitest';
import { firstFilled, fullName, isBlank } from '../../../src/kernel/values/blank.ts';

test.each([
  '',
  ' ',
  '\t\n',
  '\u00a0\u3000',
  '\u200b',
  '\u2060\ufeff',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u034f',
  '\0',
  null,
  undefined,
])('%j is blank, and the next text takes its place', (text) => {
  expect(isBlank(text)).toBe(true);
  expect(firstFilled(text, 'Rye')).toBe('Rye');
});

test.each(['Rye', ' . ', '0', '🥖', '\u0301', '\u200bRye'])('%j shows something', (text) => {
  expect(firstFilled(text, 'other')).toBe(text);
});

test('a name is made of what is given', () => {
  expect(fullName({ firstName: 'Ada', lastName: 'Lovelace' })).toBe('Ada Lovelace');
  expect(fullName({ firstName: ' ', lastName: ' Lovelace ' })).toBe('Lovelace');
  expect(fullName({ firstName: '\u200b', lastName: null })).toBe('');
});
