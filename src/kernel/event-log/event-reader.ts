import { setTimeout as sleep } from 'node:timers/promises';
import { accountsAhead } from '../clocks/account-clocks.ts';
import { selectList } from '../database/columns.ts';
import type { Connection, Database } from '../database/database.ts';
import type { Parameters } from '../database/statement.ts';
import { invalidInput, Problem } from '../problem.ts';
import type { Instant } from '../values/instant.ts';
import { type Event, type EventKind, eventColumns } from './event.ts';
import { lastPosition } from './event-sequencer.ts';
import { gapAt } from './log-gap.ts';

export type PositionedEvent = Event & { position: number };

export interface EventFilter {
  /** The account whose events to read. Absent for all accounts, which only the operator can see. */
  accountId?: string | undefined;
  kinds?: readonly EventKind[] | null | undefined;
  types?: readonly string[] | null | undefined;
  campaign?: string | null | undefined;
  key?: string | null | undefined;
  /** The earliest time, inclusive. The live feed ignores it. */
  since?: Instant | null | undefined;
  until?: Instant | null | undefined;
}

/** `sharedWith` is set only by `readRange`. */
type ReadEvent = PositionedEvent & { sharedWith?: string | null };

/** The ends of the log. Stored events have positions after `first` and up to `last`. */
export interface LogEnds {
  first: number;
  last: number;
}

/** A part of the log. A node may lag, so only a `last` from the same statement shows which events do not match. */
export interface LogPart extends LogEnds {
  events: ReadEvent[];
  /** Whether more events may match, which were left out because the events are too long together. */
  isCut: boolean;
}

/** The maximum number of bytes of the events that are read at once. A single event may be longer. */
const maxBytes = 4 * 1024 * 1024;

const lagMilliseconds = 50;

const columns = selectList(eventColumns);

const isShared = `e.kind = 'SUBACCOUNT'`;

export async function readEvents(
  connection: Connection,
  { accountId, kinds, types, campaign, key, since, until }: EventFilter,
  {
    after,
    upTo = Number.MAX_SAFE_INTEGER,
    size,
    newestFirst = false,
    withEmptied = false,
  }: { after: number; upTo?: number; size: number; newestFirst?: boolean; withEmptied?: boolean },
): Promise<LogPart> {
  const conditions = [
    'e.position > :after AND e.position <= :upTo',
    ...(kinds ? ['e.kind IN (:kinds)'] : []),
    ...(types ? ['e.type IN (:types)'] : []),
    ...(campaign ? ['e.campaign_id = :campaign'] : []),
    ...(key ? ['e.key_id = :key'] : []),
    ...(since ? ['e.created_at >= :since'] : []),
    ...(until ? ['e.created_at <= :until'] : []),
  ].join(' AND ');
  const { useIndex } = connection.dialect;
  const order = newestFirst ? 'DESC' : 'ASC';
  const own = accountId
    ? `FROM events e ${useIndex(campaign ? 'events_campaign' : 'events_account')} WHERE ${conditions} AND e.account_id = :accountId`
    : `FROM events e ${useIndex('events_position')} WHERE ${conditions}${withEmptied ? '' : ` AND e.account_id <> ''`}`;
  const shared = `FROM shared_events x JOIN events e ON e.id = x.event_id WHERE ${conditions} AND x.account_id = :accountId`;
  const mayBeShared = accountId && !campaign && (kinds?.includes('SUBACCOUNT') ?? true);
  const pages = [own, ...(mayBeShared ? [shared] : [])].map(
    (source, index) =>
      `SELECT * FROM (SELECT ${sizes} ${source} ORDER BY e.position ${order} LIMIT ${size}) AS page${index}`,
  );
  const found = `${pages.join(' UNION ALL ')} ORDER BY position ${order} LIMIT ${size}`;
  return readPart(connection, partOf(shortened(found, order), order), {
    ...{ accountId, after, upTo, kinds: kinds ?? [], types: types ?? [], campaign, key, since, until },
  });
}

const sizes = 'e.position AS position, OCTET_LENGTH(e.data) AS bytes';

/**
 * Reads only as many of the events as may be read at once. Sorting and joining only positions is much faster than
 * moving the data.
 */
function shortened(
  found: string,
  order: 'ASC' | 'DESC',
  more: { columns: string; join: string } | null = null,
): string {
  return `SELECT ${columns} ${more?.columns ?? ''} FROM (
      SELECT position AS foundAt, SUM(bytes) OVER (ORDER BY position ${order} ROWS UNBOUNDED PRECEDING) - bytes AS bytesBefore
      FROM (${found}) AS found
    ) AS sized JOIN events e ON e.position = sized.foundAt ${more?.join ?? ''} WHERE sized.bytesBefore < ${maxBytes}`;
}

const endOf = (name: string) => `COALESCE(MAX(CASE WHEN name = '${name}' THEN value END), 0)`;

const ends = `SELECT ${endOf('events_pruned')} AS logFirst, ${endOf('event_position')} AS logLast
  FROM sequences WHERE name IN ('event_position', 'events_pruned')`;

function partOf(query: string, order = 'ASC'): string {
  return `SELECT * FROM (${ends}) AS log LEFT JOIN (${query}) AS found ON 1 = 1 ORDER BY position ${order}`;
}

async function readPart(connection: Connection, sql: string, parameters: Parameters): Promise<LogPart> {
  const rows = await connection.rows<ReadEvent & { logFirst: number; logLast: number }>(sql, parameters);
  const { logFirst: first = 0, logLast: last = 0 } = rows[0] ?? {};
  const events = rows.flatMap(({ logFirst, logLast, ...event }) => (event.position === null ? [] : [event]));
  const bytes = events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  return { first, last, events, isCut: bytes >= maxBytes };
}

export function findEvents(connection: Connection, accountId: string, ids: readonly string[]): Promise<Event[]> {
  return connection.rows<Event>(
    `SELECT ${columns} FROM events e WHERE e.id IN (:ids) AND (e.account_id = :accountId OR (${isShared}
         AND EXISTS (SELECT 1 FROM shared_events x WHERE x.event_id = e.id AND x.account_id = :accountId)))`,
    { ids, accountId },
  );
}

export function readRange(
  connection: Connection,
  accountIds: readonly string[],
  { after, upTo }: { after: number; upTo: number },
): Promise<LogPart> {
  return readPart(
    connection,
    partOf(
      shortened(
        `SELECT ${sizes} FROM events e ${connection.dialect.useIndex('events_position')}
           WHERE e.position > :after AND e.position <= :upTo AND (e.account_id IN (:accountIds) OR (${isShared}
             AND EXISTS (SELECT 1 FROM shared_events x WHERE x.event_id = e.id AND x.account_id IN (:accountIds))))`,
        'ASC',
        {
          columns: ', x.account_id AS sharedWith',
          join: `LEFT JOIN shared_events x ON ${isShared} AND x.event_id = e.id`,
        },
      ),
    ),
    { accountIds, after, upTo },
  );
}

export function readEventsOf(connection: Connection, ids: readonly string[]): Promise<LogPart> {
  return readPart(connection, partOf(`SELECT ${columns} FROM events e WHERE e.id IN (:ids)`), { ids });
}

export function matches(event: Event, { kinds, types, campaign, key }: EventFilter): boolean {
  return (
    (!kinds || kinds.includes(event.kind)) &&
    (!types || types.includes(event.type)) &&
    (!campaign || campaign === event.campaignId) &&
    (!key || key === event.keyId)
  );
}

export interface Place {
  after: number | null;
  /** The event at the position. It shows whether the log was restored from a backup. */
  event?: string | null;
}

export function logRestored(): Problem {
  return new Problem(
    'CURSOR_EXPIRED',
    'The log was restored from a backup, and no longer holds this event at this position. Continue without a position, then read the current data again.',
  );
}

/**
 * Returns the ends of the log. Rejects a position that has not been assigned yet, has been pruned, or holds another
 * event. The ends may be newer than other reads.
 */
export async function logAround(database: Database, { after, event = null }: Place): Promise<LogEnds> {
  const seen = await endsAround(database, after);
  // Transactions never read a lagging node.
  const ends = after !== null && after > seen.last ? await database.transaction((t) => endsAround(t, after)) : seen;
  // Naming the last position would reveal the volume of the installation.
  if (after !== null && after > ends.last) throw event ? logRestored() : invalidInput('after', 'is ahead of the log');
  if (after !== null && after < ends.first) throw new Problem('CURSOR_EXPIRED');
  if (after !== null && event && (ends.eventId ? ends.eventId !== event : after > ends.first)) throw logRestored();
  if (after !== null && after > ends.first && !ends.eventId && (await gapAt(database, after))) throw logRestored();
  return ends;
}

/** Waits for a position that was read elsewhere. Rejects if the log was restored without it. */
export async function awaitPosition(database: Database, position: number, stopping: AbortSignal): Promise<void> {
  if ((await database.transaction(lastPosition)) < position) throw logRestored();
  await sleep(lagMilliseconds, undefined, { signal: stopping }).catch(() => undefined);
}

async function endsAround(connection: Connection, position: number | null) {
  const [found] = await connection.rows<{ logFirst: number; logLast: number; eventId: string | null }>(
    `SELECT log.*, (SELECT e.id FROM events e WHERE e.position = ?) AS eventId FROM (${ends}) AS log`,
    [position],
  );
  return { first: found?.logFirst ?? 0, last: found?.logLast ?? 0, eventId: found?.eventId ?? null };
}

/**
 * Positions follow time only roughly: pass an earlier instant, and compare the times of the events. Ignores clocks that
 * are ahead.
 */
export async function positionBefore(connection: Connection, instant: Instant): Promise<number> {
  let { first: low, last: high } = await endsAround(connection, null);
  const ahead = new Set(accountsAhead());
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const next = await firstOnRealTime(connection, { after: middle, upTo: high }, ahead);
    if (!next || next >= instant) high = middle;
    else low = middle + 1;
  }
  return low;
}

const soughtAtOnce = 500;

async function firstOnRealTime(
  connection: Connection,
  { after, upTo }: { after: number; upTo: number },
  ahead: ReadonlySet<string>,
): Promise<Instant | null> {
  for (let last = after, atOnce = 1; ; atOnce = soughtAtOnce) {
    const examined = await connection.rows<{ position: number; accountId: string; createdAt: Instant }>(
      `SELECT position, account_id AS accountId, created_at AS createdAt
       FROM events ${connection.dialect.useIndex('events_position')}
       WHERE position > ? AND position <= ? ORDER BY position LIMIT ${atOnce}`,
      [last, upTo],
    );
    const found = examined.find(({ accountId }) => !ahead.has(accountId));
    if (found) return found.createdAt;
    if (examined.length < atOnce) return null;
    last = examined.at(-1)?.position ?? upTo;
  }
}
