import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DamagedArchive, readArchive } from '../../../src/events/archive/archive-reader.ts';
import type { ArchiveStore } from '../../../src/events/archive/archive-store.ts';
import { BucketStore } from '../../../src/events/archive/bucket-store.ts';
import { FolderStore } from '../../../src/events/archive/folder-store.ts';
import { bucketKeys, startBucketServer } from '../../support/bucket-server.ts';
import { archiveOf, directory, fileWith, whole } from './archives.ts';

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

async function positionsIn(store: ArchiveStore, range = {}): Promise<number[]> {
  const positions: number[] = [];
  for await (const { position } of readArchive(store, range)) positions.push(position);
  return positions;
}

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

async function contentOf(store: ArchiveStore, name: string): Promise<string | null> {
  const content = await store.read(name);
  return content && text(content);
}
