import { toIso } from '../values/instant.ts';
import type { Event } from './event.ts';
import type { EventKind } from './event-catalog.ts';

/** Renders the record that an event holds, as section 5 of the contract shows it. */
export type RepresentEvent = (event: Event, publicUrl: string) => object;

/** Renders the representation for each kind of event. `doors/representations/event-data.ts` defines them all. */
export type EventRepresentations = { [Kind in EventKind]: RepresentEvent };

/** What webhooks carry (contract, section 6). */
interface Payload {
  id: string;
  kind: EventKind;
  type: string;
  datetime: string;
  account: string;
  campaign: string | null;
  session: string | null;
  data: object;
}

/** Renders an event for those who follow. */
export type Render = (event: Event) => Payload;

export function rendering(representations: EventRepresentations, publicUrl: string): Render {
  return (event) => ({
    id: event.id,
    kind: event.kind,
    type: event.type,
    datetime: toIso(event.createdAt),
    account: event.accountId,
    campaign: event.campaignId,
    session: event.session,
    data: representations[event.kind](event, publicUrl),
  });
}
