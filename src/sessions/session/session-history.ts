import type { Connection } from '../../kernel/database/database.ts';
import { batched, batchedByAccount, fewLongRows } from '../../kernel/database/loaders.ts';
import type { EventType } from '../../kernel/event-log/event.ts';
import type { Instant } from '../../kernel/values/instant.ts';

export interface HistoryEntry {
  id: string;
  type: string;
  at: Instant;
  keyId: string | null;
  session: string;
  accountId: string;
  locationId: string | null;
}

/** The events with the data of a redemption, which says where it was made. */
const redemptions: readonly EventType<'COUPON'>[] = ['coupon_claimed', 'coupon_validated'];

const maxEntries = 1000;

/** Returns the latest 1,000 events that are still kept, oldest first. */
export const findHistory = batchedByAccount<string, HistoryEntry[]>(async (database, sessions) => {
  const rows = await database.rows<Omit<HistoryEntry, 'locationId'> & { data: string | null }>(
    `SELECT e.id AS id, e.type AS type, e.created_at AS at, e.key_id AS keyId, e.session AS session,
         e.account_id AS accountId, CASE WHEN e.type IN (:redemptions) THEN e.data END AS data
       FROM events e WHERE e.session IN (:sessions) ORDER BY e.number DESC`,
    { sessions, redemptions },
  );
  const bySession = Map.groupBy(rows, ({ session }) => session);
  return sessions.map((session) =>
    (bySession.get(session) ?? [])
      .slice(0, maxEntries)
      .toReversed()
      .map(({ data, ...entry }) => ({ ...entry, locationId: locationIn(data) })),
  );
}, fewLongRows);

function locationIn(data: string | null): string | null {
  return data ? ((JSON.parse(data) as { locationId?: string | null }).locationId ?? null) : null;
}

const deeds = {
  CLAIMED: ['coupon_claimed', 'coupon_validated'],
  VALIDATED: ['coupon_validated'],
  HELD: ['coupon_held'],
} as const satisfies Record<string, readonly EventType<'COUPON'>[]>;

export type Deed = keyof typeof deeds;

interface DeedKey {
  session: string;
  deed: Deed;
}

interface Doer {
  keyId: string | null;
  at: Instant;
}

interface DeedRow extends Doer {
  session: string;
  type: string;
}

/**
 * Returns who did something, or null if the event is no longer kept. If an unclaimed session was validated, that counts
 * as its claim too.
 */
export const findDoer = batched<DeedKey, Doer | null>((database, asked) => readDoers(database, asked));

export async function doerOf(connection: Connection, asked: DeedKey): Promise<Doer | null> {
  return (await readDoers(connection, [asked]))[0] ?? null;
}

async function readDoers(connection: Connection, asked: readonly DeedKey[]): Promise<(Doer | null)[]> {
  const { dialect } = connection;
  const found = await connection.rows<DeedRow>(
    `SELECT e.session AS session, e.type AS type, e.created_at AS at, e.key_id AS keyId
       FROM (SELECT MAX(n.number) AS number FROM events n ${dialect.useIndex('events_session')}
         WHERE n.session IN (:sessions) AND n.type IN (:types) GROUP BY n.session, n.type) AS latest
       ${dialect.orderedJoin} events e ON e.number = latest.number`,
    {
      sessions: [...new Set(asked.map(({ session }) => session))],
      types: [...new Set(asked.flatMap(({ deed }) => deeds[deed]))],
    },
  );
  const last = new Map(found.map((event) => [`${event.session} ${event.type}`, event]));
  return asked.map(({ session, deed }) => {
    const events = deeds[deed].map((type) => last.get(`${session} ${type}`));
    return events.find((event) => event !== undefined) ?? null;
  });
}
