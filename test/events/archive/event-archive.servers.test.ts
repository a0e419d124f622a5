import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readArchive } from '../../../src/events/archive/archive-reader.ts';
import type { ArchiveStore } from '../../../src/events/archive/archive-store.ts';
import { BucketStore } from '../../../src/events/archive/bucket-store.ts';
import { EventArchive } from '../../../src/events/archive/event-archive.ts';
import { FolderStore } from '../../../src/events/archive/folder-store.ts';
import { type PositionedEvent, readEvents } from '../../../src/kernel/event-log/event-reader.ts';
import { pruneEvents } from '../../../src/kernel/event-log/event-retention.ts';
import { lastPosition } from '../../../src/kernel/event-log/event-sequencer.ts';
import { openGap } from '../../../src/kernel/event-log/log-gap.ts';
import { daysAgo, toIso } from '../../../src/kernel/values/instant.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { bucketKeys, startBucketServer } from '../../support/bucket-server.ts';
import { insertEvents, sequence } from '../../support/events.ts';
import { makeAccount } from '../../support/make.ts';

const app = useAppWithDatabaseOfItsOwn();

/** Text that JSON and gzip must not change, and a number that JavaScript would. */
const hostile = { name: 'Crème "brûlée"\n ,"data":{} ☃', note: '\u2028', amount: 12 };

async function archiveFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'events');
}

/** Writes events of long ago until the log ends at a position, and returns all of it. */
async function fillUpTo(end: number): Promise<PositionedEvent[]> {
  const owner = await makeAccount(app.database);
  const { last } = await around();
  for (let missing = end - last; missing > 0; missing -= 1000)
    await app.database.transaction((transaction) => insertEvents(transaction, owner, Math.min(missing, 1000), hostile));
  await sequence(app.database, owner.account);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE events SET created_at = ?', [daysAgo(401)]),
  );
  return wholeLog();
}

async function around(): Promise<{ last: number }> {
  return { last: await lastPosition(app.database) };
}

async function wholeLog(): Promise<PositionedEvent[]> {
  const log: PositionedEvent[] = [];
  for (let after = 0; ; after = log.at(-1)?.position ?? 0) {
    const { events: page } = await readEvents(app.database, {}, { after, size: 5000 });
    if (page.length === 0) return log;
    log.push(...page);
  }
}

async function pruneAll(store: ArchiveStore): Promise<void> {
  const archive = new EventArchive(store);
  while ((await pruneEvents(app.database, { keptDays: 400, archive })) > 0);
}

async function readAll(store: ArchiveStore, range = {}): Promise<object[]> {
  const events: PositionedEvent[] = [];
  for await (const event of readArchive(store, range)) events.push(event);
  return comparable(events);
}

/** MySQL leaves out a fraction of zero. */
function comparable(events: readonly PositionedEvent[]): object[] {
  return events.map(({ number: _, createdAt, ...event }) => ({ ...event, createdAt: toIso(createdAt) }));
}

test('a block of 10,000 positions is archived before it is pruned, and reads back as it was', async () => {
  const folder = await archiveFolder();
  const store = new FolderStore(folder);
  const log = await fillUpTo(10_300);

  await pruneAll(store);

  expect(comparable(await wholeLog())).toEqual(comparable(log.slice(10_000)));
  expect(await readdir(folder)).toEqual(['events-000000000010000.json', 'events-000000000010000.ndjson.gz']);
  expect(await readAll(store)).toEqual(comparable(log.slice(0, 10_000)));
  expect(await readAll(store, { after: 4998, upTo: 5001 })).toEqual(comparable(log.slice(4998, 5001)));

  // Further tests share the log, because filling it takes most of the time.
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE events SET created_at = ? WHERE position = 10200', [daysAgo(1)]),
  );
  const young = await fillUpTo(10_400).then(() => wholeLog());
  await pruneAll(store);
  expect(await wholeLog(), 'a block that is not full stays').toEqual(young);

  await fillUpTo(20_010);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE events SET created_at = ? WHERE position = 20000', [daysAgo(1)]),
  );
  await pruneAll(store);
  expect((await wholeLog())[0]?.position, 'a block whose last event is kept stays').toBe(10_001);

  await app.database.transaction((transaction) =>
    transaction.change('UPDATE events SET created_at = ? WHERE position = 20000', [daysAgo(401)]),
  );
  const second = (await wholeLog()).slice(0, 10_000);
  await expect(
    pruneAll(failing(store, 'events-000000000020000.json')),
    'nothing is pruned before the manifest is stored',
  ).rejects.toThrow('the disk is full');
  expect((await wholeLog()).slice(0, 10_000)).toEqual(second);

  const bucket = await startBucketServer();
  const inBucket = new BucketStore({ ...bucketKeys, address: `${bucket.url}/prod/events` });
  await new EventArchive(inBucket).archivedUpTo(app.database, 10_001, daysAgo(400), 30_000);
  expect([...bucket.objects.keys()].sort()).toEqual([
    'prod/events/events-000000000020000.json',
    'prod/events/events-000000000020000.ndjson.gz',
  ]);
  expect(await readAll(inBucket)).toEqual(comparable(second));

  await Promise.all([pruneAll(store), pruneAll(store), pruneAll(store)]);
  expect((await readAll(store)).slice(10_000), 'three processes at once').toEqual(comparable(second));
  expect((await wholeLog())[0]?.position).toBe(20_001);
});

test('an archive of another log stops the pruning', async () => {
  const folder = await archiveFolder();
  const store = new FolderStore(folder);
  const [oldest] = await wholeLog();
  const end = Math.ceil((oldest?.position ?? 1) / 10_000) * 10_000;
  const log = await fillUpTo(end);
  const manifest = join(folder, '..', 'manifest');
  await writeFile(manifest, JSON.stringify({ lastId: 'evt_of_another_log' }));
  await store.write(`events-${String(end).padStart(15, '0')}.json`, manifest);

  await expect(pruneAll(store)).rejects.toThrow(`the archive holds another event at position ${end}`);

  expect(await wholeLog()).toEqual(log);
});

/** A store that cannot write one file. */
function failing(store: ArchiveStore, file: string): ArchiveStore {
  return {
    write: async (name, localFile) => {
      if (name === file) throw new Error('the disk is full');
      await store.write(name, localFile);
    },
    read: (name) => store.read(name),
    list: () => store.list(),
  };
}

test('the archive goes on after a gap, before which the last file may have fewer positions', async () => {
  const store = new FolderStore(await archiveFolder());
  const { last: begin } = await around();
  const before = await fillUpTo(begin + 20);
  const { last } = await around();
  const gap = await app.database.transaction((transaction) => openGap(transaction, { last, amount: 5, cursors: [] }));
  expect(gap).toEqual({ after: last, upTo: Math.ceil((last + 5) / 10_000) * 10_000 });
  const log = await fillUpTo(gap.upTo + 10_000);
  expect(log).toHaveLength(before.length + 10_000);

  await pruneAll(store);

  expect((await around()).last).toBe(gap.upTo + 10_000);
  expect(await wholeLog()).toEqual([]);
  expect(await readAll(store)).toEqual(comparable(log));
});
