import type { Database } from '../kernel/database/database.ts';
import { type EventFilter, logAround, type PositionedEvent, readEvents } from '../kernel/event-log/event-reader.ts';
import { invalidInput } from '../kernel/problem.ts';
import { searchStop, stretchOf } from './event-search.ts';

export const eventOrders = ['OLDEST_FIRST', 'NEWEST_FIRST'] as const;

export interface EventPage {
  events: PositionedEvent[];
  /** The positions where the neighboring pages begin, exclusive. */
  start: number | null;
  end: number | null;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

interface EventPageArguments {
  order?: (typeof eventOrders)[number];
  first?: number | null | undefined;
  after?: number | null | undefined;
  last?: number | null | undefined;
  before?: number | null | undefined;
}

const defaultSize = 100;

/** Returns a page of events. The indexes `events_account` and `events_campaign` serve both directions. */
export async function pageOfEvents(
  database: Database,
  filter: EventFilter,
  { order = 'OLDEST_FIRST', first, after, last, before }: EventPageArguments,
): Promise<EventPage> {
  if (last != null && (first != null || after != null))
    throw invalidInput('last', 'cannot be combined with first or after');
  if (last == null && before != null) throw invalidInput('before', 'requires last');
  const size = last ?? first ?? defaultSize;
  const from = (last == null ? after : before) ?? null;
  const readsUp = (order === 'OLDEST_FIRST') === (last == null);
  const page = await (readsUp ? pageAbove : pageBelow)(database, filter, from, size);
  return last == null ? page : reversed(page);
}

async function pageAbove(database: Database, filter: EventFilter, given: number | null, size: number) {
  const { first, last } = await logAround(database, { after: given });
  const after = given ?? first;
  const stretch = await stretchOf(database, filter, { after, upTo: last });
  const stop = await searchStop(database, filter, stretch, false);
  const place = { ...stretch, upTo: stop ?? stretch.upTo };
  const { events, last: reached, isCut } = await readEvents(database, filter, { ...place, size: size + 1 });
  // This node may lag behind, so the next page begins after the last event.
  const end = stop !== null && reached < stop ? null : stop;
  return { ...pageOf({ events, isCut }, size, end, after), hasPreviousPage: after > 0 };
}

async function pageBelow(database: Database, filter: EventFilter, given: number | null, size: number) {
  const { first: after, last } = await logAround(database, { after: null });
  const upTo = given === null ? last : Math.min(last, given - 1);
  const stretch = await stretchOf(database, filter, { after, upTo });
  const stop = await searchStop(database, filter, stretch, true);
  const place = { ...stretch, ...(stop !== null && { after: stop - 1 }) };
  const found = await readEvents(database, filter, { ...place, size: size + 1, newestFirst: true });
  return { ...pageOf(found, size, stop, given), hasPreviousPage: given !== null };
}

/** Returns a page that ends with the last event, or where the search stopped. */
function pageOf(
  found: { events: PositionedEvent[]; isCut: boolean },
  size: number,
  stop: number | null,
  given: number | null,
) {
  const events = found.events.slice(0, size);
  const isFull = found.isCut || found.events.length > size;
  return {
    events,
    start: events[0]?.position ?? null,
    end: (isFull ? null : stop) ?? events.at(-1)?.position ?? given,
    hasNextPage: isFull || stop !== null,
  };
}

function reversed({ events, start, end, hasNextPage, hasPreviousPage }: EventPage): EventPage {
  return {
    events: events.toReversed(),
    start: hasNextPage || events.length > 0 ? end : null,
    end: start,
    hasNextPage: hasPreviousPage,
    hasPreviousPage: hasNextPage,
  };
}
