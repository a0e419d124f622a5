import type { Connection } from '../kernel/database/database.ts';
import { type EventFilter, positionBefore } from '../kernel/event-log/event-reader.ts';
import { clockAhead, type Instant, toDate, toInstant } from '../kernel/values/instant.ts';

/** The number of events that a search examines per page. */
const examinedAtOnce = 20_000;

export interface Stretch {
  after: number;
  upTo: number;
}

/**
 * Returns the position where a search must stop, because a filter may reject nearly all events of an account. Returns
 * null if it may continue to the end of the range.
 */
export async function searchStop(
  connection: Connection,
  { accountId, campaign, kinds, types, key }: EventFilter,
  { after, upTo }: Stretch,
  newestFirst: boolean,
): Promise<number | null> {
  if (!kinds && !types && !key) return null;
  const index = campaign ? 'events_campaign' : 'events_account';
  const [stop] = await connection.rows<{ position: number }>(
    `SELECT e.position AS position FROM events e ${connection.dialect.useIndex(index)}
       WHERE e.account_id = :accountId ${campaign ? 'AND e.campaign_id = :campaign' : ''} AND e.position > :after AND e.position <= :upTo
       ORDER BY e.position ${newestFirst ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ${examinedAtOnce - 1}`,
    { accountId: accountId ?? null, campaign: campaign ?? null, after, upTo },
  );
  return stop?.position ?? null;
}

export async function stretchOf(
  connection: Connection,
  { since, until }: Pick<EventFilter, 'since' | 'until'>,
  { after, upTo }: Stretch,
): Promise<Stretch> {
  // Events of a clock that is ahead are not in chronological order.
  if (clockAhead() !== 0) return { after, upTo };
  return {
    after: since ? Math.max(after, await positionBefore(connection, hoursLater(since, -1))) : after,
    upTo: until ? Math.min(upTo, await positionBefore(connection, hoursLater(until, 1))) : upTo,
  };
}

/** Positions follow time only roughly, with deviations of far less than an hour. */
function hoursLater(instant: Instant, hours: number): Instant {
  return toInstant(new Date(toDate(instant).getTime() + hours * 3_600_000));
}
