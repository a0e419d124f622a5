import { expect, test } from 'vitest';
import { bind } from '../../../src/kernel/database/statement.ts';

test('each occurrence of a name becomes a question mark', () => {
  expect(bind('UPDATE t SET a = :a, b = :b_2 WHERE a <> :a', { a: 'x', b_2: null })).toEqual([
    'UPDATE t SET a = ?, b = ? WHERE a <> ?',
    ['x', null, 'x'],
  ]);
});

test('a list is padded with its last value to the next power of two', () => {
  const statement = 'SELECT 1 WHERE a IN (:list) AND b = :b';

  expect(bind(statement, { list: [1, 2, 3], b: 4 })).toEqual([
    'SELECT 1 WHERE a IN (?, ?, ?, ?) AND b = ?',
    [1, 2, 3, 3, 4],
  ]);
  expect(bind(statement, { list: [7], b: 4 })).toEqual(['SELECT 1 WHERE a IN (?) AND b = ?', [7, 4]]);
  expect(bind(statement, { list: [], b: 4 })).toEqual(['SELECT 1 WHERE a IN (?) AND b = ?', ['', 4]]);
});

test.each([
  "SELECT ':no' || 'it''s :no'",
  'SELECT ":no", `:no`',
  "SELECT strftime('%Y-%m-%d %H:%M:%f')",
  'SELECT 1 -- :no\n',
  'SELECT 1 /* :no, and :neither */',
  'SELECT a::text, 5 :: integer',
])('text that only looks like a name stays unchanged: %s', (statement) => {
  expect(bind(`${statement} + :yes`, { yes: 1 })[1]).toEqual([1]);
  expect(bind(statement, {})).toEqual([statement, []]);
});

test('a statement can be bound to other values', () => {
  const statement = 'SELECT :a, :b';

  expect(bind(statement, { a: 1, b: [2, 3] })).toEqual(['SELECT ?, ?, ?', [1, 2, 3]]);
  expect(bind(statement, { a: [1, 2], b: 3 })).toEqual(['SELECT ?, ?, ?', [1, 2, 3]]);
});

test('a name without a value is refused', () => {
  expect(() => bind('SELECT :a', { b: 1 })).toThrow('the statement has no value for :a');
});

test.each(["SELECT 'a WHERE b = :b", 'SELECT "a', 'SELECT `a', 'SELECT 1 /* :b'])(
  'an open quote or comment is refused: %s',
  (statement) => {
    expect(() => bind(statement, { b: 1 })).toThrow('the statement has an unclosed');
  },
);
