import type { Connection } from '../kernel/database/database.ts';
import { type EventFilter, logAround, type PositionedEvent, readEvents } from '../kernel/event-log/event-reader.ts';
import { invalidInput } from '../kernel/problem.ts';

/** A part of the event log, oldest event first. */
export interface EventPage {
  events: PositionedEvent[];
  /** The position where a page that is read forward begins, exclusive. */
  after: number | null;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** Selects a page: the first events after a position, or the last ones before a position. */
interface EventPageArguments {
  first?: number | null | undefined;
  after?: number | null | undefined;
  last?: number | null | undefined;
  before?: number | null | undefined;
}

const defaultSize = 100;

/** Returns a page of the log. The index `events_account` serves both directions. */
export async function pageOfEvents(
  connection: Connection,
  filter: EventFilter,
  { first, after, last, before }: EventPageArguments,
): Promise<EventPage> {
  if (last != null && (first != null || after != null))
    throw invalidInput('last', 'cannot be combined with first or after');
  if (last == null && before != null) throw invalidInput('before', 'requires last');
  return last == null
    ? pageAfter(connection, filter, after ?? null, first ?? defaultSize)
    : pageBefore(connection, filter, before ?? null, last);
}

async function pageAfter(
  connection: Connection,
  filter: EventFilter,
  given: number | null,
  size: number,
): Promise<EventPage> {
  const { first: oldest, last: upTo } = await logAround(connection, { after: given });
  const after = given ?? oldest;
  const found = await readEvents(connection, filter, { after, upTo, size: size + 1 });
  return {
    events: found.slice(0, size),
    after,
    hasNextPage: found.length > size,
    hasPreviousPage: after > 0,
  };
}

async function pageBefore(
  connection: Connection,
  filter: EventFilter,
  before: number | null,
  size: number,
): Promise<EventPage> {
  const { first: after, last } = await logAround(connection, { after: null });
  const upTo = before === null ? last : Math.min(last, before - 1);
  const found = await readEvents(connection, filter, { after, upTo, size: size + 1, newestFirst: true });
  return {
    events: found.slice(0, size).toReversed(),
    after: null,
    hasNextPage: before !== null,
    hasPreviousPage: found.length > size,
  };
}
