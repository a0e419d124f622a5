import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PositionedEvent } from '../../kernel/event-log/event-reader.ts';
import { linesIn } from '../../kernel/values/json-lines.ts';
import type { ArchiveStore } from './archive-store.ts';
import { eventOfLine, type Manifest, manifestsOf, measure } from './event-archive.ts';

export class DamagedArchive extends Error {}

/**
 * Reads archived events in the order of their positions. Throws `DamagedArchive` if a file is missing or altered, or if
 * there is a gap between files that no manifest records.
 */
export async function* readArchive(
  store: ArchiveStore,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { after?: number | undefined; upTo?: number | undefined },
): AsyncGenerator<PositionedEvent> {
  let reached: number | null = null;
  for await (const manifest of manifestsOf(store, { after, upTo })) {
    if (reached !== null && manifest.first !== reached + 1 && manifest.gapAfter !== reached)
      throw new DamagedArchive(`the archive has no events at the positions ${reached + 1} to ${manifest.first - 1}`);
    reached = manifest.last;
    for await (const event of eventsIn(store, manifest))
      if (event.position > after && event.position <= upTo) yield event;
  }
}

async function* eventsIn(store: ArchiveStore, { file, bytes, sha256 }: Manifest): AsyncGenerator<PositionedEvent> {
  const directory = await mkdtemp(join(tmpdir(), 'archive-'));
  try {
    const copy = join(directory, 'events');
    const content = await store.read(file);
    if (!content) throw new DamagedArchive(`${file} is missing in the archive`);
    await pipeline(content, createWriteStream(copy));
    const found = await measure(createReadStream(copy));
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new DamagedArchive(`${file} is not the file that its manifest describes`);
    for await (const line of linesIn(createReadStream(copy).pipe(createGunzip()).setEncoding('utf8')))
      if (line !== '') yield eventOfLine(line);
  } finally {
    await rm(directory, { recursive: true });
  }
}
