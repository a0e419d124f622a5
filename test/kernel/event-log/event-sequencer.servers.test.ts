import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { record } from '../../../src/kernel/event-log/event.ts';
import { assignNextPositions, lastPosition, startSequencer } from '../../../src/kernel/event-log/event-sequencer.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { openOwn } from '../database/scratch.ts';

// All accounts of a database share one sequence of positions, so each test has a separate database.
const log = createLog('silent');
const isServer = inject('engine') !== 'sqlite';

test.runIf(isServer)('an event that is committed late gets a position after younger events', async () => {
  const { database } = await openOwn();
  const [early, late] = [newId('account'), newId('account')];
  const [wrote, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];

  const held = database.transaction(async (transaction) => {
    await recordFor(transaction, late);
    wrote.resolve();
    await mayCommit.promise;
  });
  await wrote.promise;
  await database.transaction((transaction) => recordFor(transaction, early));
  await assignNextPositions(database);
  const before = await positioned(database);
  mayCommit.resolve();
  await held;
  await assignNextPositions(database);

  expect(before).toMatchObject([{ position: 1, accountId: early }]);
  expect(await positioned(database)).toMatchObject([
    { position: 1, accountId: early },
    { position: 2, accountId: late },
  ]);
});

test('several sequencers leave no gap in any order of commits, and a follower misses no event', async () => {
  const { database, url } = await openOwn();
  const others = await Promise.all([1, 2].map(() => openDatabase(url, model)));
  const all = [database, ...others];
  const sequencers = all.map((one) => startSequencer(one, log));
  onTestFinished(async () => {
    await Promise.all(sequencers.map((sequencer) => sequencer.stop()));
    await Promise.all(others.map((other) => other.close()));
  });

  const written: string[] = [];
  const writing = Promise.all(Array.from({ length: 300 }, (_, index) => write(all[index % 3] as Database, written)));
  const followed: { position: number; accountId: string }[] = [];
  let done = false;
  void writing.then(() => (done = true));
  while (!done || followed.length < written.length) {
    const last = await lastPosition(database);
    followed.push(...(await positioned(database)).slice(followed.length, last));
    await sleep(1);
  }

  expect(followed.map(({ position }) => position)).toEqual(followed.map((_, index) => index + 1));
  expect(followed.map(({ accountId }) => accountId).toSorted()).toEqual(written.toSorted());
});

test('a restarted sequencer continues after the last position', async () => {
  const { database } = await openOwn();
  for (const _ of [1, 2]) {
    await database.transaction((transaction) => recordFor(transaction, newId('account')));
    await assignNextPositions(database);
  }
  await assignNextPositions(database);

  expect((await positioned(database)).map(({ position }) => position)).toEqual([1, 2]);
  expect(await lastPosition(database)).toBe(2);
});

test('the events of a bulk change do not hold up those of other accounts, and each account keeps its order', async () => {
  const { database } = await openOwn();
  const [many, few] = [newId('account'), newId('account')];
  await database.transaction(async (transaction) => {
    for (let count = 0; count < 2100; count += 1) await recordFor(transaction, count === 5 ? few : many);
  });
  await assignNextPositions(database);
  await database.transaction(async (transaction) => {
    for (let count = 0; count < 2100; count += 1) await recordFor(transaction, many);
    for (let count = 0; count < 3; count += 1) await recordFor(transaction, few);
  });
  await assignNextPositions(database);

  const ofFew = (await positioned(database)).filter(({ accountId }) => accountId === few);
  expect(ofFew.map(({ position }) => position)).toEqual([6, 2001, 2002, 2003]);
  for (let count = 0; count < 2; count += 1) await assignNextPositions(database);
  const all = await positioned(database);
  expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 4203 }, (_, index) => index + 1));
  for (const account of [many, few]) {
    const numbers = all.flatMap(({ accountId, number }) => (accountId === account ? [number] : []));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  }
});

test('events whose numbers have gaps get their positions in few statements, in the order of their numbers', async () => {
  const { database } = await openOwn();
  const account = newId('account');
  await database.transaction(async (transaction) => {
    // A cluster of three servers counts 1, 4, 7.
    if (isServer) await transaction.rows('SET SESSION auto_increment_increment = 3');
    for (let count = 0; count < 200; count += 1) {
      await recordFor(transaction, account);
      if (!isServer)
        await transaction.change(
          'UPDATE events SET number = number + 2 WHERE number = (SELECT MAX(number) FROM events)',
        );
    }
    if (isServer) await transaction.rows('SET SESSION auto_increment_increment = 1');
  });
  let changes = 0;
  const counting: Database = {
    ...database,
    transaction: (work) =>
      database.transaction((transaction) =>
        work({
          ...transaction,
          change: (...given) => {
            changes += 1;
            return transaction.change(...given);
          },
        }),
      ),
  };

  await assignNextPositions(counting);

  const all = await positioned(database);
  expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  expect(all.map(({ number }, index) => number - (all[0]?.number ?? 0) - 3 * index).every((off) => off === 0)).toBe(
    true,
  );
  expect(changes).toBe(2);
});

/** Writes two events in a transaction, with a pause between them on a server. Some transactions roll back. */
async function write(database: Database, written: string[]): Promise<void> {
  const accounts = [newId('account'), newId('account')];
  const fails = Math.random() < 0.2;
  await sleep(Math.random() * 300);
  await database
    .transaction(async (transaction) => {
      for (const account of accounts) {
        await recordFor(transaction, account);
        if (isServer) await sleep(Math.random() * 20);
      }
      if (fails) throw new Error('meant to fail');
    })
    .then(
      () => written.push(...accounts),
      () => undefined,
    );
}

function recordFor(transaction: Parameters<typeof record>[0], accountId: string): Promise<void> {
  return record(transaction, { kind: 'SUBACCOUNT', type: 'subaccount_updated', accountId, keyId: null, data: {} });
}

function positioned(database: Database): Promise<{ position: number; accountId: string; number: number }[]> {
  return database.rows(
    'SELECT position, account_id AS accountId, number FROM events WHERE position IS NOT NULL ORDER BY position',
  );
}
