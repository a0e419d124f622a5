import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { FolderStore } from '../../../src/events/archive/folder-store.ts';

export async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'archive-test-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

export async function fileWith(content: string | Buffer): Promise<string> {
  const file = join(await directory(), 'file');
  await writeFile(file, content);
  return file;
}

/** The positions of an archive with two files. */
export const whole = { 10000: [9998, 9999, 10_000], 20000: [10_001, 10_002, 20_000] };

/** Stores events of these positions as an archive of its own, a file for each list. */
export async function archiveOf(folder: string, blocks: Record<number, number[]>): Promise<FolderStore> {
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

export const event = {
  ...{ kind: 'SUBACCOUNT', type: 'subaccount_created', datetime: '2026-01-02T03:04:05.678Z', account: 'acc_1' },
  ...{ campaign: 'coup_1', session: null, key: null },
};
