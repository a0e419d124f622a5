import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { dropPartition, type Partition, partitionsOf } from '../../../src/kernel/database/engines/partitions.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { readArchive } from '../../../src/kernel/event-log/archive/archive-reader.ts';
import { EventArchive } from '../../../src/kernel/event-log/archive/event-archive.ts';
import { FolderStore } from '../../../src/kernel/event-log/archive/folder-store.ts';
import { extendPartitions } from '../../../src/kernel/event-log/event-partitions.ts';
import { pruneEvents } from '../../../src/kernel/event-log/event-retention.ts';
import { assignNextPositions } from '../../../src/kernel/event-log/event-sequencer.ts';
import { newId } from '../../../src/kernel/values/ids.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { openEmpty } from '../database/scratch.ts';

let database: Database;

describe.skipIf(inject('engine') === 'sqlite')('on a server', () => {
  beforeEach(async () => {
    database = (await openEmpty()).database;
    await migrate(database);
  });

  test('the table of events is divided from the beginning', async () => {
    expect(await partitionNames()).toEqual(['p1000000', 'p2000000', 'rest']);
  });

  describe('removal', () => {
    // The event with number 100 has the position 101, and that with 101 the position 100.
    beforeEach(async () => {
      await insertEvents(100);
      await positionAll();
      await insertEvents(150);
      await positionAll();
      await run('UPDATE events SET position = 1000 WHERE number = 100');
      await run('UPDATE events SET position = 100 WHERE number = 101');
      await run('UPDATE events SET position = 101 WHERE number = 100');
      await run(
        `INSERT INTO shared_events (event_id, account_id) SELECT id, 'acc_parent' FROM events WHERE number IN (7, 101, 200)`,
      );
      await divideAt(101, 201);
    });

    test('of a partition whose events have expired drops it, with what was before its last event', async () => {
      await age('number <= 101', 401);

      expect(await pruneAll()).toBeGreaterThan(100);

      expect(await partitionNames()).toEqual(['p201', 'p1000000', 'p2000000', 'rest']);
      expect(await numbers()).toEqual(range(102, 250));
      expect(await database.rows(`SELECT value FROM sequences WHERE name = 'events_pruned'`)).toEqual([{ value: 101 }]);
      expect(await database.rows('SELECT COUNT(*) AS amount FROM shared_events')).toEqual([{ amount: 1 }]);
    });

    test.each(['number = 100', 'number = 101'])('waits until the event with %s has expired', async (young) => {
      await age('number <= 101', 401);
      await age(young, 399);

      expect(await pruneAll()).toBe(0);
      expect(await numbers()).toEqual(range(1, 250));
    });

    test('allows for an hour between the time of an event and its number', async () => {
      await age('number <= 101', 401);
      await age('number = 100', 400 + 0.9 / 24);
      expect(await pruneAll()).toBe(0);

      await age('number = 100', 400 + 1.1 / 24);
      expect(await pruneAll()).toBeGreaterThan(100);
      expect(await numbers()).toEqual(range(102, 250));
    });

    test('waits for the reader of a cursor', async () => {
      await age('number <= 101', 401);
      await run(`INSERT INTO sequences (name, value) VALUES ('reader', 100)`);

      expect(await pruneAll({ cursor: 'reader' })).toBe(0);
      await run(`UPDATE sequences SET value = 101 WHERE name = 'reader'`);
      expect(await pruneAll({ cursor: 'reader' })).toBeGreaterThan(0);
      expect(await numbers()).toEqual(range(102, 250));
    });

    test('of events one by one goes on where a partition took long to fill, or has room', async () => {
      await age('number < 300', 401);
      await age('number <= 20', 500);
      await age('number = 250', 1);

      await pruneAll();

      expect(await numbers()).toEqual([250]);
      expect(await partitionNames()).toEqual(['p1000000', 'p2000000', 'rest']);
    });

    test('keeps events whose positions are not assigned', async () => {
      await age('number <= 101', 401);
      await run('UPDATE events SET position = NULL WHERE number = 60');

      await pruneAll();

      expect(await numbers()).toContain(60);
      await divideAt(61);
    });

    test('gives way to transactions that use the table, and others hardly wait for it', async ({ skip }) => {
      // Galera changes a table on all nodes at once, and aborts the transactions that use it.
      const [galera] = await database.dataSource.query(`SHOW VARIABLES LIKE 'wsrep_on'`);
      if (galera?.Value === 'ON') skip();
      const [oldest] = await partitionsOf(database, 'events');
      if (!oldest) throw new Error('there are no partitions');
      const ending = Promise.withResolvers<void>();
      const using = Promise.withResolvers<void>();
      onTestFinished(() => ending.resolve());
      const transaction = database.transaction(async ({ rows }) => {
        await rows('SELECT number FROM events WHERE number = 200');
        using.resolve();
        await ending.promise;
      });
      await using.promise;

      expect(await dropPartition(database, 'events', oldest)).toBe(false);
      expect(await numbers()).toEqual(range(1, 250));

      ending.resolve();
      await transaction;
      expect(await dropPartition(database, 'events', oldest)).toBe(true);
      expect(await dropPartition(database, 'events', oldest), 'another process was faster').toBe(false);
    });
  });

  test('a table that a killed process left is removed before a partition is dropped', async () => {
    await insertEvents(10);
    await divideAt(5);
    await run('CREATE TABLE events_expired (number INT)');
    const [oldest] = await partitionsOf(database, 'events');
    const drop = () => dropPartition(database, 'events', oldest as Partition);

    expect([await drop(), await drop()]).toEqual([false, true]);

    expect(await numbers()).toEqual(range(5, 10));
    expect(await database.rows(`SHOW TABLES LIKE 'events_expired'`)).toEqual([]);
  });

  test('a partition is archived before it is dropped, and the archive reads back as it was', async () => {
    for (let filled = 0; filled < 20_100; filled += 3350) await insertEvents(3350);
    await positionAll();
    await divideAt(15_001, 20_051);
    await age('number > 20001', 399);
    await age('number <= 20001', 401);
    const log = await database.rows(
      'SELECT id, position, CAST(created_at AS CHAR(23)) AS createdAt, data FROM events ORDER BY position',
    );
    const folder = await mkdtemp(join(tmpdir(), 'archived-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const store = new FolderStore(folder);

    expect(await pruneAll({ archive: new EventArchive(store) })).toBeGreaterThan(15_000);

    expect(await numbers(), 'the second partition waits for events that have not expired').toEqual(
      range(15_001, 20_100),
    );
    const archived: object[] = [];
    for await (const { id, position, createdAt, data } of readArchive(store, {}))
      archived.push({ id, position, createdAt, data });
    expect(archived).toEqual(log.slice(0, 20_000));

    await age('number <= 20100', 401);
    await pruneAll({ archive: new EventArchive(store) });
    expect(await numbers(), 'a file holds the events of 10,000 positions').toEqual(range(15_001, 20_100));
  });

  describe('extension', () => {
    test('adds a partition when the last one is begun', async () => {
      await insertEvents(3);
      expect(await extendPartitions(database, 400)).toBe(0);
      await run('UPDATE events SET number = 1000000 WHERE number = 3');

      expect(await extendPartitions(database, 400)).toBe(1);
      expect(await extendPartitions(database, 400)).toBe(0);

      const ends = (await partitionsOf(database, 'events')).map(({ end }) => end);
      expect(ends.slice(0, 2)).toEqual([1_000_000, 2_000_000]);
      expect(ends[2]).toBeGreaterThanOrEqual(3_000_000);
      expect(ends[2]).toBeLessThanOrEqual(4_000_000);
    });

    test('goes on after it was left out for a while, unless too many events would have to be moved', async () => {
      await insertEvents(3);
      await run('UPDATE events SET number = 2000005 WHERE number = 3');
      expect(await extendPartitions(database, 400)).toBe(1);

      await run('UPDATE events SET number = 90000000 WHERE number = 2000005');
      await expect(extendPartitions(database, 400)).rejects.toThrow('beyond the last partition');
    });

    test('sizes partitions by the rate of events', async () => {
      await insertEvents(3);
      await age('number = 1', 10);
      await run('UPDATE events SET number = 1000000 WHERE number = 3');
      // A twentieth of 400 days, at 100,000 events a day, are 2,000,000.
      await extendPartitions(database, 400);

      expect((await partitionsOf(database, 'events')).at(2)?.end).toBeCloseTo(4_000_000, -3);
    });
  });
});

/** Inserts events in one transaction. */
async function insertEvents(amount: number): Promise<void> {
  const ids = Array.from({ length: amount }, () => newId('event'));
  await database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO events (id, account_id, kind, type, created_at, data)
       VALUES ${ids.map((id) => `('${id}', 'acc_1', 'COUPON', 'coupon_claimed', '${daysAgo(0)}', '{}')`).join(', ')}`,
    ),
  );
}

async function positionAll(): Promise<void> {
  while ((await database.rows('SELECT number FROM events WHERE position IS NULL LIMIT 1')).length > 0)
    await assignNextPositions(database);
}

async function age(condition: string, days: number): Promise<void> {
  await run(`UPDATE events SET created_at = '${daysAgo(days)}' WHERE ${condition}`);
}

async function run(sql: string): Promise<void> {
  await database.transaction((transaction) => transaction.change(sql));
}

/** Divides the first partition at some numbers. */
async function divideAt(...ends: number[]): Promise<void> {
  const [first] = await partitionsOf(database, 'events');
  const parts = [...ends, first?.end].map((end) => `PARTITION p${end} VALUES LESS THAN (${end})`);
  await database.dataSource.query(`ALTER TABLE events REORGANIZE PARTITION ${first?.name} INTO (${parts.join(', ')})`);
}

/** Prunes until nothing is left to do. A step that does nothing is repeated, because the server may have used the table. */
async function pruneAll(rules: { cursor?: string; archive?: EventArchive } = {}): Promise<number> {
  let total = 0;
  for (let idle = 0; idle < 3; ) {
    const removed = await pruneEvents(database, { keptDays: 400, ...rules });
    total += removed;
    idle = removed > 0 ? 0 : idle + 1;
  }
  return total;
}

async function numbers(): Promise<number[]> {
  return (await database.rows<{ number: number }>('SELECT number FROM events ORDER BY number')).map(
    ({ number }) => number,
  );
}

async function partitionNames(): Promise<string[]> {
  return (await partitionsOf(database, 'events')).map(({ name }) => name);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
