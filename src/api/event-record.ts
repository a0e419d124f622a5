import type { Event, EventKind } from '../kernel/event-log/event.ts';

/** Returns the noun that an event holds as REST shows it (legacy wire, section 2). */
export type RepresentEvent = (event: Event, publicUrl: string) => object;

/** The representations of all kinds of events, defined in `payloads/event-kinds.ts`. */
export type EventRepresentations = { [Kind in EventKind]: { record: RepresentEvent } };

/** Returns the record of an event: the noun that it holds, with this public address. */
export type RecordOf = (event: Event) => object;

export function recording(representations: EventRepresentations, publicUrl: string): RecordOf {
  return (event) => representations[event.kind].record(event, publicUrl);
}
