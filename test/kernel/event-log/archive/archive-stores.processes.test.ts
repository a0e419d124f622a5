import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DamagedArchive, readArchive } from '../../../../src/kernel/event-log/archive/archive-reader.ts';
import type { ArchiveStore } from '../../../../src/kernel/event-log/archive/archive-store.ts';
import { BucketStore } from '../../../../src/kernel/event-log/archive/bucket-store.ts';
import { FolderStore } from '../../../../src/kernel/event-log/archive/folder-store.ts';
import { bucketKeys, startBucketServer } from '../../../support/bucket-server.ts';
import { Program } from '../../../support/processes.ts';

async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'archive-test-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

async function fileWith(content: string | Buffer): Promise<string> {
  const file = join(await directory(), 'file');
  await writeFile(file, content);
  return file;
}

const stores: [string, () => Promise<ArchiveStore>][] = [
  ['a folder', async () => new FolderStore(join(await directory(), 'not', 'there', 'yet'))],
  ['a bucket', async () => new BucketStore({ ...bucketKeys, address: (await startBucketServer()).url })],
  [
    'a bucket with a prefix',
    async () => new BucketStore({ ...bucketKeys, address: `${(await startBucketServer()).url}/prod/events/` }),
  ],
];

describe.each(stores)('%s', (_, open) => {
  test('returns what was stored, and lists it in order', async () => {
    const store = await open();
    expect(await store.list()).toEqual([]);
    const names = ['d', 'b', 'a', 'e', 'c'].map((letter) => `events-${letter}.json`);

    for (const name of names) await store.write(name, await fileWith(`content of ${name}`));
    await store.write('events-a.json', await fileWith('new content'));

    expect(await store.list()).toEqual([...names].sort());
    expect(await contentOf(store, 'events-b.json')).toBe('content of events-b.json');
    expect(await contentOf(store, 'events-a.json'), 'the later file takes the place').toBe('new content');
    expect(await store.read('events-f.json')).toBeNull();
  });
});

test('a large file reaches a bucket in parts', async () => {
  const bucket = await startBucketServer();
  const store = new BucketStore({ ...bucketKeys, address: bucket.url });
  const large = randomBytes(20 * 1024 * 1024);

  await store.write('large', await fileWith(large));

  expect(bucket.parts).toBe(3);
  const content = await store.read('large');
  expect(content && (await buffer(content)).equals(large)).toBe(true);
});

test('a bucket that refuses the key is an error', async () => {
  const bucket = await startBucketServer();
  const store = new BucketStore({ ...bucketKeys, secretAccessKey: 'wrong', address: bucket.url });

  await expect(store.write('events', await fileWith('content'))).rejects.toThrow();
  await expect(store.read('events')).rejects.toThrow();
  await expect(store.list()).rejects.toThrow();
  expect(bucket.objects.size).toBe(0);
});

/** Stores events of these positions as an archive of its own, a file for each list. */
async function archiveOf(folder: string, blocks: Record<number, number[]>): Promise<FolderStore> {
  const store = new FolderStore(folder);
  for (const [block, positions] of Object.entries(blocks)) {
    const lines = positions.map((position) =>
      JSON.stringify({ ...event, position, id: `evt_${position}`, data: { createdAt: '2026-01-02 03:04:05.678' } }),
    );
    const content = gzipSync(`${lines.join('\n')}\n`);
    const name = `events-${block.padStart(15, '0')}`;
    await store.write(`${name}.ndjson.gz`, await fileWith(content));
    const manifest = {
      file: `${name}.ndjson.gz`,
      first: positions[0],
      last: positions.at(-1),
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    };
    await store.write(`${name}.json`, await fileWith(JSON.stringify(manifest)));
  }
  return store;
}

const event = {
  ...{ kind: 'SUBACCOUNT', type: 'subaccount_created', datetime: '2026-01-02T03:04:05.678Z', account: 'acc_1' },
  ...{ campaign: 'coup_1', session: null, key: null },
};

async function positionsIn(store: ArchiveStore, range = {}): Promise<number[]> {
  const positions: number[] = [];
  for await (const { position } of readArchive(store, range)) positions.push(position);
  return positions;
}

const whole = { 10000: [9998, 9999, 10_000], 20000: [10_001, 10_002, 20_000] };

test('a range of positions opens only the files that hold it', async () => {
  const folder = await directory();
  const store = await archiveOf(folder, whole);
  await writeFile(join(folder, 'events-000000000010000.ndjson.gz'), 'altered');

  expect(await positionsIn(store, { after: 10_001 })).toEqual([10_002, 20_000]);
  expect(await positionsIn(store, { after: 10_000, upTo: 10_001 })).toEqual([10_001]);
  await expect(positionsIn(store, { after: 9999 })).rejects.toThrow(DamagedArchive);
});

test('files that are altered or missing are named', async () => {
  const altered = await directory();
  await archiveOf(altered, whole);
  await writeFile(join(altered, 'events-000000000020000.ndjson.gz'), gzipSync('{}\n'));
  await expect(positionsIn(new FolderStore(altered))).rejects.toThrow(
    'events-000000000020000.ndjson.gz is not the file that its manifest describes',
  );

  const missing = await directory();
  await archiveOf(missing, whole);
  await rm(join(missing, 'events-000000000020000.ndjson.gz'));
  await expect(positionsIn(new FolderStore(missing))).rejects.toThrow('events-000000000020000.ndjson.gz is missing');

  const gap = await archiveOf(await directory(), { 10000: [10_000], 30000: [20_001, 30_000] });
  await expect(positionsIn(gap)).rejects.toThrow('the archive has no events at the positions 10001 to 20000');
});

test('npm run cli -- events cat prints the archive without a database', async () => {
  const folder = await directory();
  await archiveOf(folder, whole);
  const cat = (...options: string[]) =>
    new Program('cli.ts', ['events', 'cat', ...options], { EVENTS_ARCHIVE: folder }).ended;

  const printed = await cat('--after', '9999', '--up-to', '10001', '--type', 'subaccount_created');

  expect(printed.errors).toBe('');
  expect(
    printed.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { position: 10_000, event: expect.objectContaining({ id: 'evt_10000', datetime: event.datetime }) },
    { position: 10_001, event: expect.objectContaining({ id: 'evt_10001', account: 'acc_1', campaign: 'coup_1' }) },
  ]);
  expect(printed.code).toBe(0);

  await rm(join(folder, 'events-000000000020000.ndjson.gz'));
  const damaged = await cat();
  expect([damaged.code, damaged.errors]).toEqual([1, 'events-000000000020000.ndjson.gz is missing in the archive\n']);
  const none = await new Program('cli.ts', ['events', 'cat']).ended;
  expect([none.code, none.errors]).toEqual([1, expect.stringContaining('Set EVENTS_ARCHIVE')]);
});

async function contentOf(store: ArchiveStore, name: string): Promise<string | null> {
  const content = await store.read(name);
  return content && text(content);
}
