import { column, columnsOf, type Stored, table } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { insertRow, insertRows } from '../database/rows.ts';
import { isTracing } from '../telemetry/instrumentation.ts';
import { now } from '../values/instant.ts';
import { type IdShape, randomId } from '../values/random-ids.ts';
import { sharedEvents } from './shared-event.ts';
import { noteTraces } from './traces/event-trace.ts';

/**
 * The types of events by kind. `event-catalog.ts` adds those of the domains.
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: completed elsewhere
export interface EventTypes {}

export type EventKind = keyof EventTypes;

export type EventType<Kind extends EventKind> = EventTypes[Kind];

export const eventIdShape: IdShape = ['evt_', 20];

export type Event = Stored<typeof events>;

export const events = table({
  name: 'Event',
  tableName: 'events',
  columns: {
    /** Ascends in the order of insertion, which may differ from the order of the commits. */
    number: column.ascending,
    /** The position in the log of the installation, without gaps. It is assigned after the commit. */
    position: column.bigNumberOrNull,
    id: column.text(24),
    accountId: column.text(20),
    kind: column.text<EventKind>(20),
    type: column.text(40),
    createdAt: column.instant,
    campaignId: column.textOrNull(20),
    session: column.textOrNull(21),
    keyId: column.textOrNull(20),
    data: column.longText,
  },
  indices: [
    { name: 'events_id', columns: ['id'], unique: true },
    { name: 'events_position', columns: ['position'], unique: true },
    { name: 'events_account', columns: ['accountId', 'position'] },
    { name: 'events_campaign', columns: ['campaignId', 'accountId', 'position'] },
    { name: 'events_session', columns: ['session'] },
  ],
});

export const eventColumns = columnsOf(events, 'e');

const parsed = new WeakMap<Event, unknown>();

/** Returns the noun of an event. All callers share the object, so they must not change it. */
export function nounIn<Noun>(event: Event): Noun {
  const known = parsed.get(event);
  if (known !== undefined) return known as Noun;
  const noun: Noun = JSON.parse(event.data);
  parsed.set(event, noun);
  return noun;
}

export function isEmptied({ accountId }: { accountId: string }): boolean {
  return accountId === '';
}

export interface NewEvent<Kind extends EventKind> {
  kind: Kind;
  type: EventType<Kind>;
  accountId: string;
  keyId: string | null;
  campaignId?: string;
  session?: string;
  data: object;
}

/** Records an event. Call it in the transaction of the change. The account in `sharedWith` also sees the event. */
export async function record<Kind extends EventKind>(
  transaction: Transaction,
  event: NewEvent<Kind>,
  sharedWith: string | null = null,
): Promise<void> {
  const [id = ''] = await recordEach(transaction, [event]);
  if (sharedWith) await insertRow(transaction, sharedEvents, { eventId: id, accountId: sharedWith });
}

export async function recordEach<Kind extends EventKind>(
  transaction: Transaction,
  newEvents: readonly NewEvent<Kind>[],
  traceOf?: (event: { session: string | null }) => string | null,
): Promise<string[]> {
  if (newEvents.length === 0) return [];
  const createdAt = now();
  const rows = newEvents.map(({ kind, type, accountId, keyId, campaignId = null, session = null, data }) => ({
    id: randomId(eventIdShape),
    accountId,
    kind,
    type,
    createdAt,
    campaignId,
    session,
    keyId,
    data: JSON.stringify(data),
  }));
  await insertRows(transaction, events, rows);
  if (isTracing()) await noteTraces(transaction, rows, traceOf);
  transaction.signal('events');
  return rows.map(({ id }) => id);
}
