import { toIso } from '../values/instant.ts';
import type { Event } from './event.ts';
import type { EventKind } from './event-catalog.ts';

/** Renders the representation of the noun that an event holds (contract, section 5). */
export type RepresentEvent = (event: Event, publicUrl: string) => object;

/** The renderers of all kinds of events, defined in `doors/representations/event-data.ts`. */
export type EventRepresentations = { [Kind in EventKind]: RepresentEvent };

/** The payload of webhooks (contract, section 6). */
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

/** Renders the payload of an event for webhooks and subscriptions. */
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
