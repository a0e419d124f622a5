import { expect, test } from 'vitest';
import { integer, key, table, text } from '../../src/kernel/database/columns.ts';
import { model } from '../../src/main/registries/tables.ts';
import { misfitsOf } from './stored.ts';

test('every table is known: its rows belong to an account, or to nobody', () => {
  expect(misfitsOf(model.entities)).toEqual([]);
});

test('a new table that names no account must be added', () => {
  const ovens = table({ name: 'Oven', tableName: 'ovens', columns: { id: key(text(20)), degrees: integer } });

  expect(misfitsOf([...model.entities, ovens])).toEqual(['say whose the rows of Oven are']);
});

test('a table or a column that was renamed or removed must be removed from the lists', () => {
  const others = model.entities.filter(({ options }) => !['Sequence', 'Till'].includes(options.name));
  const till = table({ name: 'Till', tableName: 'tills', columns: { id: key(text(20)), accountId: text(20) } });

  expect(misfitsOf([...others, till])).toEqual(['no table is called Sequence', 'Till has no column lastUsedAt']);
});
