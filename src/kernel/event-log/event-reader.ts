import { selectList } from '../database/columns.ts';
import type { Connection } from '../database/database.ts';
import { bind } from '../database/statement.ts';
import { invalidInput, Problem } from '../problem.ts';
import type { Instant } from '../values/instant.ts';
import { type Event, eventColumns } from './event.ts';
import type { EventKind } from './event-catalog.ts';
import { lastPosition } from './event-sequencer.ts';

export type PositionedEvent = Event & { position: number };

/** Selects the events that meet every given condition. */
export interface EventFilter {
  /** Without it, the filter selects events of all accounts, which only the operator may see. */
  accountId?: string | undefined;
  kinds?: readonly EventKind[] | null | undefined;
  types?: readonly string[] | null | undefined;
  campaign?: string | null | undefined;
  /** The API key or the person that made the change. */
  key?: string | null | undefined;
  /** The period in which the events happened, inclusive. The live feed does not know it. */
  since?: Instant | null | undefined;
  until?: Instant | null | undefined;
}

const columns = selectList(eventColumns);

/** Only events of subaccounts are shared with another account. */
const isShared = `e.kind = 'SUBACCOUNT'`;

/**
 * Returns the first events after one position up to another, or the last ones, newest first, with those shared with the
 * account.
 */
export async function readEvents(
  connection: Connection,
  { accountId, kinds, types, campaign, key, since, until }: EventFilter,
  { after, upTo, size, newestFirst = false }: { after: number; upTo: number; size: number; newestFirst?: boolean },
): Promise<PositionedEvent[]> {
  const conditions = [
    'e.position > :after AND e.position <= :upTo',
    ...(kinds ? ['e.kind IN (:kinds)'] : []),
    ...(types ? [`${eventColumns.type} IN (:types)`] : []),
    ...(campaign ? ['e.campaign_id = :campaign'] : []),
    ...(key ? ['e.key_id = :key'] : []),
    ...(since ? ['e.created_at >= :since'] : []),
    ...(until ? ['e.created_at <= :until'] : []),
  ].join(' AND ');
  const { useIndex } = connection.dialect;
  const order = newestFirst ? 'DESC' : 'ASC';
  const own = accountId
    ? `FROM events e ${useIndex(campaign ? 'events_campaign' : 'events_account')} WHERE ${conditions} AND e.account_id = :accountId`
    : `FROM events e ${useIndex('events_position')} WHERE ${conditions}`;
  const shared = `FROM shared_events x JOIN events e ON e.id = x.event_id WHERE ${conditions} AND x.account_id = :accountId`;
  const mayBeShared = accountId && !campaign && (kinds?.includes('SUBACCOUNT') ?? true);
  const pages = [own, ...(mayBeShared ? [shared] : [])].map(
    (source, index) =>
      `SELECT * FROM (SELECT ${columns} ${source} ORDER BY e.position ${order} LIMIT ${size}) AS page${index}`,
  );
  return connection.rows<PositionedEvent>(
    ...bind(`${pages.join(' UNION ALL ')} ORDER BY position ${order} LIMIT ${size}`, {
      ...{ accountId, after, upTo, kinds: kinds ?? [], types: types ?? [], campaign, key, since, until },
    }),
  );
}

/** Returns the events with these ids that belong to the account or are shared with it, in any order. */
export function findEvents(connection: Connection, accountId: string, ids: readonly string[]): Promise<Event[]> {
  return connection.rows<Event>(
    ...bind(
      `SELECT ${columns} FROM events e WHERE e.id IN (:ids) AND (e.account_id = :accountId OR (${isShared}
         AND EXISTS (SELECT 1 FROM shared_events x WHERE x.event_id = e.id AND x.account_id = :accountId)))`,
      { ids, accountId },
    ),
  );
}

/**
 * Returns the events in a range of positions that belong to one of the accounts or are shared with one. Positions have
 * no gaps, so the range bounds the number of events.
 */
export async function readRange(
  connection: Connection,
  accountIds: readonly string[],
  { after, upTo }: { after: number; upTo: number },
): Promise<(PositionedEvent & { sharedWith: string | null })[]> {
  return connection.rows(
    ...bind(
      `SELECT ${columns}, x.account_id AS sharedWith FROM events e ${connection.dialect.useIndex('events_position')}
       LEFT JOIN shared_events x ON ${isShared} AND x.event_id = e.id
       WHERE e.position > :after AND e.position <= :upTo
         AND (e.account_id IN (:accountIds) OR x.account_id IN (:accountIds)) ORDER BY e.position`,
      { accountIds, after, upTo },
    ),
  );
}

export function matches(event: Event, { kinds, types, campaign, key }: EventFilter): boolean {
  return (
    (!kinds || kinds.includes(event.kind)) &&
    (!types || types.includes(event.type)) &&
    (!campaign || campaign === event.campaignId) &&
    (!key || key === event.keyId)
  );
}

/** A place in the log from which a consumer continues. */
export interface Place {
  /** Null for the end of the log. */
  after: number | null;
  /** The id of the event at the position. With it, the place is recognised in a log that was restored from a backup. */
  event?: string | null;
}

/** The log is older than a consumer of it: it was restored from a backup. */
export function logRestored(): Problem {
  return new Problem(
    'CURSOR_EXPIRED',
    'The log was restored from a backup, and no longer holds this event at this position. Continue without a position, then read the current data again.',
  );
}

/**
 * Returns the positions where the stored log begins and ends. Rejects a position that is not assigned yet, one whose
 * following events are no longer stored, and one that holds another event.
 */
export async function logAround(
  connection: Connection,
  { after, event = null }: Place,
): Promise<{ first: number; last: number }> {
  const last = await lastPosition(connection);
  const [pruned] = await connection.rows<{ value: number }>(`SELECT value FROM sequences WHERE name = 'events_pruned'`);
  const first = pruned?.value ?? 0;
  // The last position itself would tell the volume of the installation.
  if (after !== null && after > last) throw event ? logRestored() : invalidInput('after', 'is ahead of the log');
  if (after !== null && after < first) throw new Problem('CURSOR_EXPIRED');
  if (after !== null && event) await requireEventAt(connection, after, event, first);
  return { first, last };
}

/** The event at the first position is no longer stored, so there is nothing to compare. */
async function requireEventAt(connection: Connection, position: number, id: string, first: number): Promise<void> {
  const [found] = await connection.rows<{ id: string }>('SELECT e.id AS id FROM events e WHERE e.position = ?', [
    position,
  ]);
  if (found ? found.id !== id : position > first) throw logRestored();
}

/**
 * Returns a position before all events since an instant. The order of positions follows time only roughly: for an exact
 * result, pass an earlier instant and compare the times of the events.
 */
export async function positionBefore(connection: Connection, instant: Instant): Promise<number> {
  let { first: low, last: high } = await logAround(connection, { after: null });
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [next] = await connection.rows<{ createdAt: Instant }>(
      'SELECT created_at AS createdAt FROM events WHERE position > ? ORDER BY position LIMIT 1',
      [middle],
    );
    if (!next || next.createdAt >= instant) high = middle;
    else low = middle + 1;
  }
  return low;
}
