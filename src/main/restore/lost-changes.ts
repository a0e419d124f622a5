import type { Connection } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { events } from '../../kernel/event-log/event.ts';
import { type Instant, toDate } from '../../kernel/values/instant.ts';

export interface LostEvent {
  position: number | null;
  id: string;
  kind: string;
  type: string;
  account: string;
  campaign: string | null;
  session: string | null;
  at: Instant;
}

const pageSize = 1000;

/** Returns the events after a position that only the lost database has, in the order of their positions. */
export async function* lostEvents(restored: Connection, lost: Connection, position: number): AsyncGenerator<LostEvent> {
  const columns = `e.number AS number, e.position AS position, e.id AS id, e.kind AS kind, e.type AS type,
    e.account_id AS account, e.campaign_id AS campaign, e.session AS session, e.created_at AS at`;
  for (let after = position; ; ) {
    const page = await lost.rows<LostEvent & { number: number }>(
      `SELECT ${columns} FROM events e WHERE e.position > ? ORDER BY e.position LIMIT ${pageSize}`,
      [after],
    );
    yield* await onlyLost(restored, page);
    if (page.length < pageSize) break;
    after = page.at(-1)?.position ?? after;
  }
  for (let after = 0; ; ) {
    const page = await lost.rows<LostEvent & { number: number }>(
      `SELECT ${columns} FROM events e WHERE e.position IS NULL AND e.number > ? ORDER BY e.number LIMIT ${pageSize}`,
      [after],
    );
    yield* await onlyLost(restored, page);
    if (page.length < pageSize) break;
    after = page.at(-1)?.number ?? after;
  }
}

async function onlyLost(restored: Connection, page: (LostEvent & { number: number })[]): Promise<LostEvent[]> {
  if (page.length === 0) return [];
  const known = await findRows(restored, events, { id: page.map(({ id }) => id) }, { select: ['id'] });
  const present = new Set(known.map(({ id }) => id));
  return page.filter(({ id }) => !present.has(id)).map(({ number: _, ...event }) => event);
}

/** Returns when the last change of a database happened, as far as it tells. Null if it is empty. */
export async function lastChange(connection: Connection): Promise<Instant | null> {
  const latest = { select: ['createdAt'], order: { number: 'DESC' }, take: 1 } as const;
  const [event] = await findRows(connection, events, {}, latest);
  const [reserved] = await connection.rows<{ at: Instant | null }>('SELECT MAX(s.reserved_at) AS at FROM sequences s');
  return (
    [event?.createdAt, reserved?.at]
      .filter((at) => typeof at === 'string')
      .toSorted()
      .at(-1) ?? null
  );
}

/**
 * The sequences whose numbers others have seen, each with how many the service can give in a second: more than it gave in any
 * measurement of docs/performance.md.
 */
const perSecond: Record<string, number> = {
  event_position: 20_000,
  session: 100_000,
  membership: 20_000,
  code: 100_000,
  wallet_changes: 20_000,
};

/** Positions and numbers to skip in addition, because clocks differ. */
const reserveSeconds = 60;

/** Returns how many numbers of each sequence to skip, so that none that was given is given again. */
export async function numbersToSkip(
  restored: Connection,
  lost: Connection | null,
  since: Instant | null,
): Promise<Map<string, number>> {
  const seconds = since ? Math.max(0, (Date.now() - toDate(since).getTime()) / 1000) + reserveSeconds : reserveSeconds;
  const given = lost && (await valuesOf(lost));
  const here = await valuesOf(restored);
  return new Map(
    Object.entries(perSecond).map(([name, rate]) => {
      const known = given && (given.get(name) ?? 0) - (here.get(name) ?? 0);
      return [name, known === null ? Math.ceil(seconds * rate) : Math.max(0, known) + reserveSeconds];
    }),
  );
}

async function valuesOf(connection: Connection): Promise<Map<string, number>> {
  const rows = await findRows(connection, sequences, { name: Object.keys(perSecond) }, { select: ['name', 'value'] });
  return new Map(rows.map(({ name, value }) => [name, value]));
}
