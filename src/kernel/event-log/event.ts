import {
  ascending,
  bigNumberOrNull,
  columnsOf,
  instant,
  longText,
  type Stored,
  table,
  text,
  textOrNull,
} from '../database/columns.ts';
import type { IdShape } from '../values/random-ids.ts';

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
    /** Order of insertion, which may differ from the order of commits. */
    number: ascending,
    /** Without gaps, across the installation. Assigned after the commit. */
    position: bigNumberOrNull,
    id: text(24),
    accountId: text(20),
    kind: text<EventKind>(20),
    type: text(40),
    createdAt: instant,
    campaignId: textOrNull(20),
    session: textOrNull(21),
    keyId: textOrNull(20),
    data: longText,
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

/** Shared by callers: do not change it. */
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
