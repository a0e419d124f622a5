import { enumTypeOf } from '../api/arguments.ts';
import { builder } from '../api/builder.ts';
import type { Context } from '../api/context.ts';
import { shownColumns } from '../api/noun-fields.ts';
import { type Event, events } from '../kernel/event-log/event.ts';
import { findEvents, type PositionedEvent } from '../kernel/event-log/event-reader.ts';
import { NodeType, readableById } from '../nodes/node.type.ts';
import { idPattern } from '../vocabulary/ids.ts';
import { eventKind } from './event.inputs.ts';
import type { EventPage } from './event-page.ts';

export const EventType = builder.objectType(builder.objectRef<Event>('Event'), {
  interfaces: [NodeType],
  description: 'An event. Webhooks deliver the same events.',
  fields: (t) => ({
    ...shownColumns(t, events, {
      id: '`evt_` followed by 20 characters. Webhook deliveries send it as `webhook-id`.',
      type: 'The type of the event, such as `coupon_claimed`.',
      session: 'The code of the coupon session that the event concerns.',
      keyId:
        'The id of the API key (`key_…`), person (`per_…`) or till (`til_…`) that made the change. Null if a customer or the service made it.',
    }),
    kind: t.expose('kind', { type: enumTypeOf(eventKind), description: 'The kind of the event.' }),
    datetime: t.expose('createdAt', { type: 'DateTime', description: 'When the event happened.' }),
    account: t.exposeID('accountId', {
      description: 'The id of the account that the event belongs to: `acc_` followed by 16 characters.',
    }),
    campaign: t.exposeID('campaignId', {
      nullable: true,
      description: 'The id of the coupon, loyalty card or directory that the event concerns.',
    }),
    data: t.field({
      type: 'JSON',
      description: 'The object after the change, in the format of the REST API. Webhooks send it as `record`.',
      // About 2 kB.
      cost: { own: 20 },
      resolve: (event, _, { services }) => services.recordOf(event),
    }),
  }),
});

readableById(EventType, {
  form: idPattern('event'),
  find: ({ database, viewer }, ids) => findEvents(database, viewer.account.id, ids),
});

export const PositionedEventType = builder.objectType(builder.objectRef<PositionedEvent>('PositionedEvent'), {
  description: 'An event and its position in the log.',
  fields: (t) => ({
    position: t.expose('position', {
      type: 'BigInt',
      description: 'Position in the log, ascending. Pass it as `after` to continue after this event.',
    }),
    event: t.field({ type: EventType, description: 'The event.', resolve: (event) => event }),
  }),
});

const EventEdgeType = builder.objectType(builder.objectRef<PositionedEvent>('EventEdge'), {
  description: 'An event and its position in the log.',
  fields: (t) => ({
    cursor: t.string({
      description: 'The position as text, for `after` and `before`.',
      resolve: ({ position }) => String(position),
    }),
    node: t.field({ type: EventType, description: 'The event.', resolve: (event) => event }),
    position: t.expose('position', { type: 'BigInt', description: 'Position in the log, ascending.' }),
  }),
});

/** A page can have 4 MiB, and a document can repeat it by aliases. */
function charged({ events }: EventPage, _: object, { onText }: Context): PositionedEvent[] {
  onText?.(events.reduce((sum, { data }) => sum + data.length, 0));
  return events;
}

export const EventConnectionType = builder.objectType(builder.objectRef<EventPage>('EventConnection'), {
  description: 'A page of the event log.',
  fields: (t) => ({
    edges: t.field({
      type: [EventEdgeType],
      description: 'The events of this page with their positions.',
      resolve: charged,
    }),
    nodes: t.field({
      type: [EventType],
      description: 'The events of this page.',
      resolve: charged,
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Whether more events exist, and the positions of the first and the last event of this page.',
      resolve: ({ start, end, hasNextPage, hasPreviousPage }) => ({
        ...{ hasNextPage, hasPreviousPage },
        startCursor: start === null ? null : String(start),
        endCursor: end === null ? null : String(end),
      }),
    }),
  }),
});
