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

/** Something that happened. Its row is inserted in the transaction of the change that it describes. */
export type Event = Stored<typeof events>;

export const events = table({
  name: 'Event',
  tableName: 'events',
  columns: {
    /** Ascends in the order of insertion, which may differ from the order of commits. */
    number: ascending,
    /** The position among all events of the installation, without gaps. Assigned after the commit. */
    position: bigNumberOrNull,
    id: text(24),
    accountId: text(20),
    kind: text<EventKind>(20),
    type: text(40),
    createdAt: instant,
    /** The coupon, loyalty card or directory that the event concerns. */
    campaignId: textOrNull(20),
    session: textOrNull(21),
    /** The API key or the person that made the change. */
    keyId: textOrNull(20),
    /** The noun after the change, as JSON with its property names. */
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

/** Returns the noun that an event holds. Callers share it and must not change it: the payload of a webhook shows it twice. */
export function heldBy<Noun>(event: Event): Noun {
  const known = parsed.get(event);
  if (known !== undefined) return known as Noun;
  const noun: Noun = JSON.parse(event.data);
  parsed.set(event, noun);
  return noun;
}

/** Whether an event belonged to an account that was removed. It holds nothing any more. */
export function isEmptied({ accountId }: { accountId: string }): boolean {
  return accountId === '';
}
