import { MoreThan } from 'typeorm';
import type { Connection } from '../../kernel/database/database.ts';
import { rowPages } from '../../kernel/database/row-pages.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { type Event, events } from '../../kernel/event-log/event.ts';
import { type Instant, toDate } from '../../kernel/values/instant.ts';

export interface LostEvent extends Pick<Event, 'position' | 'id' | 'kind' | 'type' | 'session'> {
  account: string;
  campaign: string | null;
  at: Instant;
}

const columns = [
  'number',
  'position',
  'id',
  'kind',
  'type',
  'accountId',
  'campaignId',
  'session',
  'createdAt',
] as const;

const pageSize = 1000;

/** Yields lost events in the order of their positions. */
export async function* lostEvents(restored: Connection, lost: Connection, position: number): AsyncGenerator<LostEvent> {
  const ordered = { by: 'position', take: pageSize, select: columns } as const;
  const unordered = { ...ordered, by: 'number' } as const;
  const pages = [
    rowPages(lost, events, { position: MoreThan(position) }, ordered),
    rowPages(lost, events, { position: null }, unordered),
  ];
  for (const each of pages)
    for await (const page of each) {
      const known = await findRows(restored, events, { id: page.map(({ id }) => id) }, { select: ['id'] });
      const present = new Set(known.map(({ id }) => id));
      for (const { accountId: account, campaignId: campaign, createdAt: at, number: _, ...event } of page)
        if (!present.has(event.id)) yield { ...event, account, campaign, at };
    }
}

/** Returns the time of the last change, or null if the database is empty. */
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
 * The sequences whose numbers others have seen, each with an upper limit for the numbers that it assigns per second.
 * The limits are higher than any measurement in docs/performance.md.
 */
const perSecond: Record<string, number> = {
  event_position: 20_000,
  session: 100_000,
  member: 20_000,
  code: 100_000,
  wallet_changes: 20_000,
};

/** An extra reserve, because clocks differ. */
const reserveSeconds = 60;

/** Returns how many numbers to skip, so that none is given twice. */
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
