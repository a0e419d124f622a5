import { expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { batched, batchedByAccount } from '../../../src/kernel/database/loaders.ts';
import { callingAccount, madeForCaller, workingFor } from '../../../src/kernel/values/event-loop.ts';
import { openMigrated } from './scratch.ts';

const isServer = inject('engine') !== 'sqlite';

test('many reads of an account let those of another one, and lookups, go between', async () => {
  const database = await openMigrated();
  const done: string[] = [];
  const read = (account: string, reader = database) =>
    workingFor(account, () => reader.rows('SELECT COUNT(*) AS amount FROM events')).then(() => done.push(account));

  const reads = Array.from({ length: 60 }, () => read('many'));
  await Promise.all([read('few'), read('lookup', database.lookups)]);

  expect(done.filter((account) => account === 'many').length).toBeLessThan(30);
  await Promise.all(reads);
});

test.runIf(isServer)('long reads of an account take two connections, so others find one', async () => {
  const { database, waiting, release } = await withLock();

  const long = Array.from({ length: 6 }, () => workingFor('long', waiting));
  const other = await workingFor('other', () => database.rows<{ one: number }>('SELECT 1 AS one'));

  expect(other).toEqual([{ one: 1 }]);
  await expect.poll(() => database.poolLoads().find(({ pool }) => pool === 'reading')?.used).toBe(2);
  await release();
  await Promise.all(long);
});

test.runIf(isServer)(
  'what is found by its key waits for no long read, even if these take all connections',
  async () => {
    const { database, waiting, release } = await withLock();
    const find = batched<number, number>(async (connection, keys) => {
      await connection.rows('SELECT 1 AS one');
      return keys;
    });

    const long = ['a', 'b', 'c', 'd'].flatMap((account) => [1, 2].map(() => workingFor(account, waiting)));

    expect(await find(database, 7)).toBe(7);
    await release();
    await Promise.all(long);
  },
);

test('keys that need many rows are read for each account on its own', async () => {
  const database = await openMigrated();
  const batches: number[][] = [];
  const find = batchedByAccount<number, number>(async (_, keys) => {
    batches.push([...keys]);
    return keys;
  });

  await Promise.all([1, 2, 3, 4].map((key) => workingFor(key % 2 === 0 ? 'even' : 'odd', () => find(database, key))));

  expect(batches).toEqual([
    [1, 3],
    [2, 4],
  ]);
});

test('items that a stream takes later are made for the account that asked for them', async () => {
  async function* asked() {
    for (let item = 0; item < 2; item += 1) yield callingAccount();
  }
  const items = workingFor('asking', () => madeForCaller(asked()));

  expect(await workingFor('another', () => Array.fromAsync(items))).toEqual(['asking', 'asking']);
  expect(callingAccount()).toBeUndefined();
});

/** Returns reads that wait until the lock is released. */
async function withLock(): Promise<{
  database: Database;
  waiting: () => Promise<unknown>;
  release: () => Promise<void>;
}> {
  const database = await openMigrated();
  const name = `reads ${crypto.randomUUID()}`;
  const runner = database.background.dataSource.createQueryRunner();
  await runner.query('SELECT GET_LOCK(?, 0)', [name]);
  const release = async () => {
    if (runner.isReleased) return;
    await runner.query('SELECT RELEASE_LOCK(?)', [name]);
    await runner.release();
  };
  onTestFinished(release);
  // The connection that gets the lock gives it back.
  const waiting = () => database.rows('SELECT GET_LOCK(?, 60) AS got, RELEASE_LOCK(?) AS released', [name, name]);
  return { database, waiting, release };
}
