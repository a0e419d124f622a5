import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { type EventFilter, logAround, type PositionedEvent, readEvents } from './event-reader.ts';

const pageSize = 500;
const pollMilliseconds = 250;

/** Follows the log by polling, for a process without a feed. */
export async function* tail(
  database: Database,
  filter: EventFilter,
  after: number | null,
  stopping: AbortSignal,
): AsyncGenerator<PositionedEvent> {
  let position = after ?? (await logAround(database, { after: null })).last;
  while (!stopping.aborted) {
    const { last } = await logAround(database, { after: position });
    const page = await readEvents(database, filter, { after: position, upTo: last, size: pageSize });
    yield* page;
    const isWhole = page.length < pageSize;
    position = isWhole ? last : (page.at(-1)?.position ?? last);
    if (isWhole) await sleep(pollMilliseconds, undefined, { signal: stopping }).catch(() => undefined);
  }
}
