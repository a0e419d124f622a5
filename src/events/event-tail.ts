import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../kernel/database/database.ts';
import {
  awaitPosition,
  type EventFilter,
  logAround,
  type PositionedEvent,
  readEvents,
} from '../kernel/event-log/event-reader.ts';
import { Problem } from '../kernel/problem.ts';

const pageSize = 500;
const pollMilliseconds = 250;

/** Yields new events by polling the log, in a process without a feed. */
export async function* tail(
  database: Database,
  filter: EventFilter,
  after: number | null,
  stopping: AbortSignal,
): AsyncGenerator<PositionedEvent> {
  const { last: end } = await logAround(database, { after });
  let position = after ?? end;
  while (!stopping.aborted) {
    const { events, first, last, isCut } = await readEvents(database, filter, { after: position, size: pageSize });
    if (position < first) throw new Problem('CURSOR_EXPIRED');
    if (last < position) await awaitPosition(database, position, stopping);
    yield* events;
    const isWhole = events.length < pageSize && !isCut;
    position = isWhole ? Math.max(position, last) : (events.at(-1)?.position ?? last);
    if (isWhole) await sleep(pollMilliseconds, undefined, { signal: stopping }).catch(() => undefined);
  }
}
