import { expect, test } from 'vitest';
import {
  applyChanges,
  integerOrNull,
  type Stored,
  table,
  text,
  textOrNull,
} from '../../../src/kernel/database/columns.ts';

const loaves = table({
  name: 'Loaf',
  tableName: 'loaves',
  columns: { name: text(20), flour: textOrNull(20), grams: integerOrNull },
});

test('changes leave what is absent, clear what is null, and keep what is required', () => {
  const loaf: Stored<typeof loaves> = { name: 'Rye', flour: 'Rye flour', grams: 750 };

  applyChanges(loaves, loaf, { flour: 'Wholemeal' });
  expect(loaf).toEqual({ name: 'Rye', flour: 'Wholemeal', grams: 750 });

  applyChanges(loaves, loaf, { name: null, flour: undefined, grams: null });
  expect(loaf).toEqual({ name: 'Rye', flour: 'Wholemeal', grams: null });
});

test('changes that are no columns are ignored', () => {
  const loaf: Stored<typeof loaves> = { name: 'Rye', flour: null, grams: null };
  const input = { name: 'Bun', sliced: true };

  applyChanges(loaves, loaf, input);
  expect(loaf).toEqual({ name: 'Bun', flour: null, grams: null });
});
