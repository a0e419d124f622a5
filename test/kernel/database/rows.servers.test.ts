import { And, LessThan, LessThanOrEqual, Like, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import { beforeEach, expect, test } from 'vitest';
import type { Database, Transaction } from '../../../src/kernel/database/database.ts';
import { type List, listPage, searchPage } from '../../../src/kernel/database/list.ts';
import { toConnection, toPage } from '../../../src/kernel/database/paging.ts';
import {
  countRows,
  deleteRows,
  findRow,
  findRows,
  hasRow,
  insertRow,
  insertRows,
  plus,
  requireRow,
  updateRows,
} from '../../../src/kernel/database/rows.ts';
import { sequences } from '../../../src/kernel/database/sequence.ts';
import type { Which } from '../../../src/kernel/database/statement.ts';
import { passCounts } from '../../../src/wallets/pass/pass-counts.ts';
import { openMigrated } from './scratch.ts';

type Row = { name: string; value: number; reservedAt: string | null };

const early = '2026-01-01 00:00:00.000';
const late = '2026-02-01 00:00:00.000';
const rows: Row[] = [
  { name: 'test a', value: 1, reservedAt: early },
  { name: 'test b', value: 2, reservedAt: late },
  { name: 'test c', value: 3, reservedAt: null },
  { name: 'test d', value: 4, reservedAt: late },
];
const ours = And(MoreThanOrEqual('test '), LessThan('test~'));
let database: Database;

beforeEach(async () => {
  database = await openMigrated();
  await database.transaction(async (transaction) => {
    // The tests share the database of a server.
    await deleteRows(transaction, sequences, { name: ours });
    await insertRows(transaction, sequences, rows);
  });
});

const namesWhere = async (which: Which<Row>) => {
  const found = await findRows(database, sequences, { name: ours, ...which }, { order: { name: 'ASC' } });
  return found.map(({ name }) => name.replace('test ', '')).join('');
};

const conditions: [string, Which<Row>, string][] = [
  ['a value must be equal', { value: 2 }, 'b'],
  ['null matches an absent value', { reservedAt: null }, 'c'],
  ['an operator matches the others', { reservedAt: Not(null) }, 'abd'],
  ['a list matches each of its values', { value: [1, 3, 9] }, 'ac'],
  ['an empty list matches nothing', { value: [] }, ''],
  ['operators compare', { value: MoreThan(2) }, 'cd'],
  ['operators compare inclusively', { value: LessThanOrEqual(2) }, 'ab'],
  ['two operators make a range', { value: And(MoreThan(1), LessThan(4)) }, 'bc'],
  ['an operator compares with a pattern', { name: Like('test %b') }, 'b'],
  ['an operator excludes a value', { value: Not(2) }, 'acd'],
  ['all conditions must hold', { value: MoreThan(1), reservedAt: late }, 'bd'],
];

test('rows are found by conditions on their properties', async () => {
  for (const [what, which, expected] of conditions) {
    expect(await namesWhere(which), what).toBe(expected);
    expect(await countRows(database, sequences, { name: ours, ...which }), what).toBe(expected.length);
    expect(await hasRow(database, sequences, { name: ours, ...which }), what).toBe(expected !== '');
  }
});

test('conditions on the same property all hold', async () => {
  const late = { table: sequences, existing: { value: MoreThan(2) } };
  const of = async (value: Which<Row>['value']) => findRows<Row>(database, late, { name: ours, value });

  expect((await of(LessThanOrEqual(3))).map(({ name }) => name)).toEqual(['test c']);
  expect(await of(1)).toEqual([]);

  const page = toPage({});
  const limits = { values: { value: 1 }, sql: ['t.value > :value'] };
  const listed = (value: number) =>
    listPage<Row>(database, page, {
      ...{ source: late, where: { name: ours, value: MoreThan(1) }, filter: { value }, parts: [{ value: [3, 4] }] },
      ...{ conditions: limits, order: { number: 'value' } as const },
    });
  expect((await listed(4)).map(({ name }) => name)).toEqual(['test d']);
  expect(await listed(2)).toEqual([]);
});

test('a whole second has milliseconds in every read, so that an instant has one form', async () => {
  const sql =
    "SELECT s.reserved_at AS one, (SELECT MAX(o.reserved_at) FROM sequences o WHERE o.name = s.name) AS other FROM sequences s WHERE s.name = 'test a'";

  expect((await findRow(database, sequences, { name: 'test a' }))?.reservedAt).toBe(early);
  for (const connection of [database, database.lookups])
    expect(await connection.rows(sql)).toEqual([{ one: early, other: early }]);
  await database.transaction(async (transaction) => {
    expect(await transaction.rows(`${sql} ${transaction.dialect.forUpdate}`)).toEqual([{ one: early, other: early }]);
  });
});

test('a condition without a value is refused instead of left out', async () => {
  await expect(findRow(database, sequences, { name: undefined })).rejects.toThrow('compared with no value');
});

test('a change of all rows is refused', async () => {
  await database.transaction(async (transaction) => {
    await expect(deleteRows(transaction, sequences, {})).rejects.toThrow('a statement of its own');
    await expect(updateRows(transaction, sequences, {}, { value: 1 })).rejects.toThrow('a statement of its own');
  });
});

test('a read selects, orders, limits and locks', async () => {
  const found = await database.transaction((transaction) =>
    findRows(
      transaction,
      sequences,
      { name: ours },
      { select: ['value'], order: { reservedAt: 'DESC', value: 'DESC' }, take: 2, lock: 'exclusive' },
    ),
  );

  expect(found).toEqual([{ value: 4 }, { value: 2 }]);
});

test('a change sets and adds, leaves undefined as it is, and says how many rows it changed', async () => {
  const { transaction } = database;

  const changed = await transaction((on) =>
    updateRows(on, sequences, { name: ['test a', 'test b'] }, { value: plus(10), reservedAt: undefined }),
  );

  expect(changed).toBe(2);
  expect(await requireRow(database, sequences, { name: 'test a' })).toEqual({ ...rows[0], value: 11 });
  expect(
    await transaction((on) => updateRows(on, sequences, { name: ['test a', 'test b'] }, { value: plus(-10) })),
  ).toBe(2);
});

test('an insertion fills in defaults, and is the same statement whatever the rows have', async () => {
  const statements = new Set<string>();
  const place = { campaignId: 'test defaults', issuer: 'test' };
  const given = [
    { ...place, other: 'a', people: 3 },
    { ...place, other: 'b' },
    { ever: 5, ...place, other: 'c' },
  ];
  const found = await database.transaction(async (transaction) => {
    const change: Transaction['change'] = (sql, values) => {
      statements.add(sql);
      return transaction.change(sql, values);
    };
    await deleteRows(transaction, passCounts, { campaignId: place.campaignId });
    for (const row of given) await insertRow({ ...transaction, change }, passCounts, row);
    const one = await findRows(transaction, passCounts, place, { order: { other: 'ASC' } });
    await deleteRows(transaction, passCounts, { campaignId: place.campaignId });
    await insertRows(transaction, passCounts, given);
    return [one, await findRows(transaction, passCounts, place, { order: { other: 'ASC' } })];
  });

  const holders = [
    { ...place, other: 'a', people: 3, ever: 0 },
    { ...place, other: 'b', people: 0, ever: 0 },
    { ...place, other: 'c', people: 0, ever: 5 },
  ];
  expect(found).toEqual([holders, holders]);
  expect(statements.size).toBe(1);
});

test('a deletion takes at most as many rows as it may', async () => {
  const spare = ['spare 1', 'spare 2', 'spare 3'].map((name) => ({ name, value: 0 }));
  const removed = await database.transaction(async (transaction) => {
    await insertRows(transaction, sequences, spare);
    const which = { name: And(MoreThan('spare'), LessThan('spare~')) };
    return [await deleteRows(transaction, sequences, which, 2), await deleteRows(transaction, sequences, which)];
  });

  expect(removed).toEqual([2, 1]);
});

const list: List<Row> = {
  source: sequences,
  where: { name: ours, reservedAt: Not(null) },
  order: ['reservedAt', 'name'],
};

/** Reads a list to its end in pages of this size. */
async function pagesOf(which: List<Row>, size: number, backward = false): Promise<string[]> {
  const pages: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = toPage(backward ? { last: size, before: cursor } : { first: size, after: cursor });
    const found = await searchPage(database, page, which);
    const { edges, pageInfo } = toConnection(found, page, ({ reservedAt, name }) => [reservedAt ?? '', name]);
    pages.push(edges.map(({ node }) => node.name.replace('test ', '')).join(''));
    if (!(backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return pages;
    cursor = backward ? pageInfo.startCursor : pageInfo.endCursor;
  }
}

test('a list is read in pages, newest first, from both ends', async () => {
  expect(await pagesOf(list, 2)).toEqual(['db', 'a']);
  expect(await pagesOf(list, 2, true)).toEqual(['ba', 'd']);
});

test('the parts of a list make one list', async () => {
  const parts = [{ value: [1, 4] }, { value: 2 }, { value: [] }];

  expect(await pagesOf({ ...list, parts }, 2)).toEqual(['db', 'a']);
  expect(await pagesOf({ ...list, parts }, 2, true)).toEqual(['ba', 'd']);
});

test('a search examines a limited number of rows for a page', async () => {
  const sought = { sql: ['t.value = :value'], values: { value: 1 }, max: 1 };

  expect(await pagesOf({ ...list, sought }, 2)).toEqual(['', '', 'a', '']);
  expect(await pagesOf({ ...list, sought: { ...sought, max: null } }, 2)).toEqual(['a']);
});

test('conditions that callers leave out do not limit a list', async () => {
  const page = toPage({});
  const all = await listPage(database, page, { ...list, filter: { value: null }, present: { reservedAt: undefined } });
  const some = await listPage(database, page, {
    ...list,
    filter: { value: 2 },
    contains: { text: 'TEST', in: ['name'] },
  });

  expect(all).toHaveLength(3);
  expect(some.map(({ name }) => name)).toEqual(['test b']);
});
