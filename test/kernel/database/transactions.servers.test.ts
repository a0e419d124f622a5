import { setImmediate as others } from 'node:timers/promises';
import { expect, inject, test, vi } from 'vitest';
import { folders } from '../../../src/coupons/folder/folder.ts';
import type { Connection, Transaction } from '../../../src/kernel/database/database.ts';
import { findRow, insertRow } from '../../../src/kernel/database/rows.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { stopClocks } from '../../support/clocks.ts';
import { makeAccount, makeFolder } from '../../support/make.ts';
import { openMigrated } from './scratch.ts';

const amount = 200;
const fails = (index: number) => index % 3 === 0;
const succeeding = Array.from({ length: amount }, (_, index) => index).filter((index) => !fails(index));

test('200 simultaneous transactions, a third of which fail, are atomic', async () => {
  const database = await openMigrated();
  const { account } = await makeAccount(database);
  const place = newId('coupon');
  const seen = { counts: [0], failed: [] as number[], halves: [] as number[] };

  const transactions = Array.from({ length: amount }, (_, index) =>
    database.transaction(async (transaction) => {
      await note(transaction, place, 'first', index);
      await others();
      await countUp(transaction, account.id);
      await others();
      await note(transaction, place, 'second', index);
      if (fails(index)) throw new Error(`meant to fail: ${index}`);
      return index;
    }),
  );
  const bystanders = Array.from({ length: 50 }, (_, index) =>
    database.transaction((transaction) => note(transaction, place, 'bystander', index)),
  );
  const all = Promise.allSettled([...transactions, ...bystanders]);
  let running = true;
  void all.finally(() => (running = false));
  while (running) {
    seen.counts.push(await countOf(database, account.id));
    const { first = [], second = [] } = await notes(database, place);
    seen.failed.push(...first.filter(fails));
    seen.halves.push(...first.filter((index) => !second.includes(index)));
    await others();
  }

  const done = (await all).slice(0, amount).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(done).toEqual(succeeding);
  expect(await countOf(database, account.id), 'no write is lost').toBe(succeeding.length);
  const { first, second, bystander } = await notes(database, place);
  expect([first, second], 'no write of a failed transaction remains').toEqual([succeeding, succeeding]);
  expect(bystander, 'no failure rolls back writes of another transaction').toHaveLength(50);
  expect(seen.failed, 'no reader sees a write that is rolled back').toEqual([]);
  expect(seen.halves, 'no reader sees half of a transaction').toEqual([]);
  expect(seen.counts, 'no reader sees a count that is rolled back').toEqual(
    seen.counts.toSorted((one, other) => one - other),
  );
});

test('a transaction sees its own writes, and its failure leaves the connection clean', async () => {
  const database = await openMigrated();
  const place = newId('coupon');

  for (let round = 0; round < 30; round += 1) {
    const failing = database.transaction(async (transaction) => {
      await note(transaction, place, 'first', round);
      expect(await notes(transaction, place)).toEqual({ first: [round] });
      await transaction.change('INSERT INTO no_such_table (id) VALUES (?)', [round]);
    });
    await expect(failing).rejects.toThrow(/no_such_table/);
  }

  expect(await notes(database, place)).toEqual({});
});

test('a row of an entity belongs to the transaction that inserts it', async () => {
  const database = await openMigrated();
  const owner = await makeAccount(database);
  const place = newId('coupon');
  const folder = { id: newId('folder'), accountId: owner.account.id, name: 'Bread', parentId: null, createdAt: now() };

  const failing = database.transaction(async (transaction) => {
    await note(transaction, place, 'first', 1);
    await insertRow(transaction, folders, folder);
    throw new Error('meant to fail');
  });

  await expect(failing).rejects.toThrow('meant to fail');
  expect(await notes(database, place)).toEqual({});
  expect(await findRow(database, folders, { id: folder.id })).toBeNull();
});

test.skipIf(inject('engine') === 'sqlite')('a database counts the connections that are in use and idle', async () => {
  const database = await openMigrated();
  const load = () => database.poolLoads().find(({ pool }) => pool === 'writing');
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transactions = [one, other].map(({ promise }) => database.transaction(() => promise));
  await expect.poll(load).toMatchObject({ used: 2, idle: 0 });

  one.resolve();
  await transactions[0];
  expect(load()).toMatchObject({ used: 1, idle: 1 });
  other.reject(new Error('meant to fail'));
  await expect(transactions[1]).rejects.toThrow('meant to fail');
  expect(load()).toMatchObject({ used: 0, idle: 2 });

  database.renew();
  await database.transaction(({ rows }) => rows('SELECT 1 AS one'));
  await expect.poll(load).toMatchObject({ used: 0, idle: 1 });
});

test.skipIf(inject('engine') === 'sqlite')('a transaction reads later commits of others', async () => {
  const database = await openMigrated();
  const owner = await makeAccount(database);
  const foldersOf = 'SELECT 1 FROM folders WHERE account_id = ?';

  const counts = await database.transaction(async (transaction) => {
    const before = await transaction.rows(foldersOf, [owner.account.id]);
    await makeFolder(database, owner);
    const after = await transaction.rows(foldersOf, [owner.account.id]);
    return [before.length, after.length];
  });

  expect(counts).toEqual([0, 1]);
});

test('a moment shows nothing that is committed later, and delays no writer', async () => {
  const database = await openMigrated();
  const { account } = await makeAccount(database);
  await database.transaction((transaction) => countUp(transaction, account.id));

  await using moment = await database.moment();
  await database.transaction((transaction) => countUp(transaction, account.id));
  const counts = [await countOf(moment.database, account.id), await countOf(database, account.id)];
  await using later = await database.moment();

  expect([...counts, await countOf(later.database, account.id)]).toEqual([1, 2, 2]);
});

test('others get a turn between transactions that follow each other', async () => {
  const database = await openMigrated();
  const { account } = await makeAccount(database);
  let [turns, running] = [0, true];
  const counting = (async () => {
    for (; running; await others()) turns += 1;
  })();

  stopClocks('performance');
  for (let done = 0; done < 40; done += 1) {
    await database.transaction((transaction) =>
      transaction.change('UPDATE accounts SET email_balance = email_balance + 1 WHERE id = ?', [account.id]),
    );
    vi.advanceTimersByTime(5);
  }

  running = false;
  await counting;
  expect(turns, 'one for each share of 10 ms').toBeGreaterThanOrEqual(20);
});

/** Writes a row. The table has no foreign key, so writers do not wait for each other. */
async function note(transaction: Transaction, place: string, word: string, index: number): Promise<void> {
  const insert = 'INSERT INTO session_identities (coupon_id, field, value, sequence) VALUES (?, ?, ?, ?)';
  await transaction.change(insert, [place, word, String(index), index]);
}

/** The numbers of the rows, in order, by word. */
async function notes(connection: Connection, place: string): Promise<Record<string, number[]>> {
  const select = 'SELECT field, sequence FROM session_identities WHERE coupon_id = ? ORDER BY sequence';
  const rows = await connection.rows<{ field: string; sequence: number }>(select, [place]);
  const words = Object.entries(Object.groupBy(rows, ({ field }) => field));
  return Object.fromEntries(words.map(([word, noted = []]) => [word, noted.map(({ sequence }) => Number(sequence))]));
}

/** Reads and writes in two statements, so that a transaction in between would be lost without a lock. */
async function countUp(transaction: Transaction, accountId: string): Promise<void> {
  const count = await countOf(transaction, accountId, transaction.dialect.forUpdate);
  await others();
  await transaction.change('UPDATE accounts SET email_balance = ? WHERE id = ?', [count + 1, accountId]);
}

async function countOf(connection: Connection, accountId: string, locking = ''): Promise<number> {
  const select = `SELECT email_balance AS count FROM accounts WHERE id = ? ${locking}`;
  const [row] = await connection.rows<{ count: number }>(select, [accountId]);
  return row?.count ?? -1;
}
