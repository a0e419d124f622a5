import { expect, test } from 'vitest';
import { model } from '../../src/main/registries/tables.ts';
import { columnsOfCustomers, columnsOfPhones, columnsOfStaff, otherColumns } from './columns.ts';

test('every column is declared as telling about a person or not, once', () => {
  const lists = [columnsOfCustomers, columnsOfStaff, columnsOfPhones, otherColumns];
  const declared = lists.flatMap((list) =>
    Object.entries(list).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
  );
  const stored = model.entities.flatMap(({ options }) =>
    Object.keys(options.columns).map((name) => `${options.tableName}.${name}`),
  );

  expect(declared.toSorted()).toEqual(stored.toSorted());
});
