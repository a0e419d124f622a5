import type { Connection } from '../kernel/database/database.ts';
import { bind } from '../kernel/database/statement.ts';
import { type EventFilter, positionBefore } from '../kernel/event-log/event-reader.ts';
import { clockAhead, type Instant, toDate, toInstant } from '../kernel/values/instant.ts';

/** The number of events that a page is searched among. */
const examinedAtOnce = 20_000;

/** A part of the log: the positions after one and up to another. */
export interface Stretch {
  after: number;
  upTo: number;
}

/**
 * Returns the position of the last event that a search for a page examines, or null if it reaches the end of the
 * stretch. A filter may reject nearly all events of an account, so a search must not read them all.
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
    ...bind(
      `SELECT e.position AS position FROM events e ${connection.dialect.useIndex(index)}
       WHERE e.account_id = :accountId ${campaign ? 'AND e.campaign_id = :campaign' : ''} AND e.position > :after AND e.position <= :upTo
       ORDER BY e.position ${newestFirst ? 'DESC' : 'ASC'} LIMIT 1 OFFSET ${examinedAtOnce - 1}`,
      { accountId: accountId ?? null, campaign: campaign ?? null, after, upTo },
    ),
  );
  return stop?.position ?? null;
}

/** Returns the part of a stretch whose events may have happened in the period. */
export async function stretchOf(
  connection: Connection,
  { since, until }: Pick<EventFilter, 'since' | 'until'>,
  { after, upTo }: Stretch,
): Promise<Stretch> {
  // The log follows the real time: events of a clock that is ahead are not in the order of their times.
  if (clockAhead() !== 0) return { after, upTo };
  return {
    after: since ? Math.max(after, await positionBefore(connection, hoursLater(since, -1))) : after,
    upTo: until ? Math.min(upTo, await positionBefore(connection, hoursLater(until, 1))) : upTo,
  };
}

/** The order of positions follows time only roughly; the deviation is far less than an hour. */
function hoursLater(instant: Instant, hours: number): Instant {
  return toInstant(new Date(toDate(instant).getTime() + hours * 3_600_000));
}
