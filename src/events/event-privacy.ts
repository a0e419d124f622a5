import { MoreThan } from 'typeorm';
import type { Connection } from '../kernel/database/database.ts';
import { findRows, updateRows } from '../kernel/database/rows.ts';
import { type Event, events as eventsTable } from '../kernel/event-log/event.ts';
import { filterInSteps } from '../kernel/values/event-loop.ts';
import { withoutPersonal } from '../personal-data/erased-json.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../personal-data/personal-noun.ts';
import { findReferring } from '../personal-data/personal-token.ts';
import { mentions, type SoughtPerson } from '../personal-data/sought-person.ts';
import { messageEventTypes } from '../vocabulary/event-catalog.ts';

/** An erasure keeps the types, times and amounts, because the statistics need them. */
export const personalEvents = personalNoun<Event>({
  name: 'events',
  next: async (connection, person, after) => {
    const waiting = await lastWaiting(connection, person, after);
    if (waiting !== null) return { rows: [], after: until + waiting };
    const examined = await findRows(
      connection,
      eventsTable,
      { accountId: person.accountId, position: MoreThan(after?.startsWith(until) ? 0 : Number(after ?? 0)) },
      { order: { position: 'ASC' }, take: rowsAtOnce, index: 'events_account' },
    );
    const found = await eventsOf(connection, person, examined);
    return foundAmong(examined, ({ position }) => position ?? 0, found);
  },
  tokensOf: (events) =>
    events.flatMap(({ id, position }) => [
      { kind: 'ID' as const, value: id },
      // Zeros pad the position, so that the order of the texts is that of the numbers.
      { kind: 'POSITION' as const, value: String(position).padStart(16, '0') },
    ]),
  exported: (events) =>
    events.map(({ id, kind, type, createdAt, campaignId, session, data }) => ({
      ...{ id, kind, type, createdAt, campaignId, session },
      data: JSON.parse(data),
    })),
  erase: async (transaction, person, events) => {
    for (const { number, kind, type, data } of events) {
      const noun = messageEventTypes.has(type) ? 'message' : kind === 'DIRECTORY_PAGE' ? 'member' : 'other';
      await updateRows(transaction, eventsTable, { number }, { data: withoutPersonal(person, data, noun) });
    }
  },
});

/** The prefix of a search key that waits until all events up to a number have positions. */
const until = 'until ';

/**
 * Events get their positions shortly after the commit. Returns the last number to wait for, or null. Later events are
 * ignored.
 */
async function lastWaiting(connection: Connection, { accountId }: SoughtPerson, after: string | null) {
  if (after !== null && !after.startsWith(until)) return null;
  const last = after === null ? Number.MAX_SAFE_INTEGER : Number(after.slice(until.length));
  const [waiting] = await connection.rows<{ last: number | null }>(
    'SELECT MAX(e.number) AS last FROM events e WHERE e.account_id = ? AND e.position IS NULL AND e.number <= ?',
    [accountId, last],
  );
  return waiting?.last == null ? null : Number(waiting.last);
}

/** Returns events that concern a row of the person, or that contain the address. */
async function eventsOf(connection: Connection, person: SoughtPerson, examined: readonly Event[]): Promise<Event[]> {
  const referring = await findReferring(
    connection,
    person,
    examined.map(({ session, data }) => `${session ?? ''} ${subjectOf(data)}`),
  );
  return filterInSteps(examined, ({ data }, index) => referring[index] || mentions(person, data));
}

/** Returns the subject of an event. Ids of other objects do not make it an event of the person. */
function subjectOf(data: string): string {
  const { id } = JSON.parse(data) as { id?: unknown };
  return typeof id === 'string' ? id : '';
}
