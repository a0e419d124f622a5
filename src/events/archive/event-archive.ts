import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { toRealTime } from '../../kernel/clocks/account-clocks.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { sequenceValue } from '../../kernel/database/sequence.ts';
import { type PositionedEvent, readEvents } from '../../kernel/event-log/event-reader.ts';
import type { Archive } from '../../kernel/event-log/event-retention.ts';
import { positionsInFile as blockSize, gapsOf } from '../../kernel/event-log/log-gap.ts';
import { type Instant, toInstant, toIso } from '../../kernel/values/instant.ts';
import type { ArchiveStore } from './archive-store.ts';

const pageSize = 500;

export interface Manifest {
  format: 'campaign-events/1';
  /** The name of the file. It contains lines of JSON, compressed with gzip. */
  file: string;
  /** The first position. No position between it and the last one is missing. */
  first: number;
  last: number;
  /** If a gap ends where this file begins: the last position before the gap. */
  gapAfter?: number;
  lastId: string;
  since: string;
  until: string;
  bytes: number;
  /** The digest in hexadecimal digits. */
  sha256: string;
}

interface Block {
  first: number;
  last: number;
  gapAfter: number | undefined;
  lastId: string;
  accountId: string;
  lastCreatedAt: Instant;
}

/** Each file holds a block of 10,000 positions. So events stay in the database until their whole block has expired. */
export class EventArchive implements Archive {
  readonly #store: ArchiveStore;
  #archivedUpTo = 0;

  constructor(store: ArchiveStore) {
    this.#store = store;
  }

  /**
   * Returns the last archived position. Returns null if the last event of the block is missing, later than `limit`, or
   * after `read`. All processes write identical files.
   */
  async archivedUpTo(database: Database, position: number, limit: Instant, read: number): Promise<number | null> {
    if (position <= this.#archivedUpTo) return this.#archivedUpTo;
    // Read this before the store: if there is no manifest afterwards, no part of the block had been pruned by then.
    const pruned = await sequenceValue(database, 'events_pruned');
    const block = await blockOf(database, position, pruned);
    if (!block || toRealTime(block.accountId, block.lastCreatedAt) >= limit || block.last > read) return null;
    const known = await manifestNamed(this.#store, manifestName(block.last));
    if (known && known.lastId !== block.lastId)
      throw new Error(
        `the archive holds another event at position ${block.last}; a log that was restored from a backup needs an archive of its own`,
      );
    if (!known) await this.#write(database, block);
    this.#archivedUpTo = block.last;
    return block.last;
  }

  async #write(database: Database, block: Block): Promise<void> {
    const directory = await mkdtemp(join(tmpdir(), 'events-'));
    try {
      const events = join(directory, 'events');
      const times = { since: block.lastCreatedAt, until: block.lastCreatedAt };
      await pipeline(Readable.from(linesOf(database, block, times)), createGzip(), createWriteStream(events));
      const file = fileName(block.last);
      const manifest: Manifest = {
        format: 'campaign-events/1',
        file,
        first: block.first,
        last: block.last,
        ...(block.gapAfter !== undefined && { gapAfter: block.gapAfter }),
        lastId: block.lastId,
        since: toIso(times.since),
        until: toIso(times.until),
        ...(await measure(createReadStream(events))),
      };
      await this.#store.write(file, events);
      const description = join(directory, 'manifest');
      await writeFile(description, `${JSON.stringify(manifest, null, 2)}\n`);
      await this.#store.write(manifestName(block.last), description);
    } finally {
      await rm(directory, { recursive: true });
    }
  }
}

/** Yields manifests in order. Skips blocks that end before `after` or begin later than `upTo`. */
export async function* manifestsOf(
  store: ArchiveStore,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { after?: number | undefined; upTo?: number | undefined },
): AsyncGenerator<Manifest> {
  for (const name of await store.list()) {
    const last = Number(/^events-(\d+)\.json$/.exec(name)?.[1] ?? 0);
    if (last <= after || last - blockSize >= upTo) continue;
    const manifest = await manifestNamed(store, name);
    if (manifest) yield manifest;
  }
}

export async function measure(content: Readable): Promise<Pick<Manifest, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of content) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function manifestNamed(store: ArchiveStore, name: string): Promise<Manifest | null> {
  const content = await store.read(name);
  return content ? JSON.parse(await text(content)) : null;
}

/** Returns the name of a file. Names sort by position. */
function fileName(last: number): string {
  return `events-${String(last).padStart(15, '0')}.ndjson.gz`;
}

function manifestName(last: number): string {
  return `events-${String(last).padStart(15, '0')}.json`;
}

/** Returns a block, or null while it is not full. A gap ends a block, and the next one begins after it. */
async function blockOf(connection: Connection, position: number, pruned: number): Promise<Block | null> {
  const gaps = await gapsOf(connection);
  const next = gaps.reduce((at, { after, upTo }) => (at > after && at <= upTo ? upTo + 1 : at), position);
  const end = Math.ceil(next / blockSize) * blockSize;
  const last = gaps.find(({ after, upTo }) => after >= next && after < end && upTo >= end)?.after ?? end;
  const [event] = await connection.rows<{ lastId: string; accountId: string; lastCreatedAt: Instant }>(
    'SELECT id AS lastId, account_id AS accountId, created_at AS lastCreatedAt FROM events WHERE position = ?',
    [last],
  );
  const gapAfter = gaps.find(({ upTo }) => upTo === end - blockSize)?.after;
  return event ? { first: Math.max(end - blockSize, pruned) + 1, last, gapAfter, ...event } : null;
}

async function* linesOf(
  connection: Connection,
  { first, last }: Block,
  times: { since: Instant; until: Instant },
): AsyncGenerator<string> {
  for (let next = first; next <= last; ) {
    const { events: page } = await readEvents(
      connection,
      {},
      { after: next - 1, upTo: last, size: pageSize, withEmptied: true },
    );
    for (const { position, createdAt } of page) {
      if (position !== next) throw new Error(`the event at position ${next} is missing`);
      next += 1;
      if (createdAt < times.since) times.since = createdAt;
      if (createdAt > times.until) times.until = createdAt;
    }
    if (page.length === 0) throw new Error(`the event at position ${next} is missing`);
    yield page.map(lineOf).join('');
  }
}

/** The data comes last, as stored: parsing it here could change numbers. */
const beforeData = ',"data":';

function lineOf({ position, id, kind, type, createdAt, accountId, campaignId, session, keyId, data }: PositionedEvent) {
  const [datetime, account, campaign, key] = [toIso(createdAt), accountId, campaignId, keyId];
  const facts = JSON.stringify({ position, id, kind, type, datetime, account, campaign, session, key });
  return `${facts.slice(0, -1)}${beforeData}${data}}\n`;
}

export function eventOfLine(line: string): PositionedEvent {
  const end = line.indexOf(beforeData);
  const { datetime, account, campaign, key, ...facts } = JSON.parse(`${line.slice(0, end)}}`);
  return {
    ...facts,
    createdAt: toInstant(new Date(datetime)),
    accountId: account,
    campaignId: campaign,
    keyId: key,
    data: line.slice(end + beforeData.length, -1),
  };
}
