import type { Event, EventKind } from '../kernel/event-log/event.ts';

export type RepresentEvent = (event: Event, publicUrl: string) => object;

/** Defined in `payloads/event-kinds.ts`. */
export type EventRepresentations = { [Kind in EventKind]: { record: RepresentEvent } };

export type RecordOf = (event: Event) => object;

export function recording(representations: EventRepresentations, publicUrl: string): RecordOf {
  return (event) => representations[event.kind].record(event, publicUrl);
}
