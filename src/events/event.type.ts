import { enumTypeOf } from '../kernel/api/arguments.ts';
import { builder } from '../kernel/api/builder.ts';
import type { Event } from '../kernel/event-log/event.ts';
import type { EventPage, PositionedEvent } from '../kernel/event-log/event-reader.ts';
import { eventKind } from './event.inputs.ts';

const EventType = builder.objectType(builder.objectRef<Event>('Event'), {
  description: 'One thing that happened, exactly as webhooks carry it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`evt_` and 20 characters: the `webhook-id` of its deliveries.' }),
    kind: t.expose('kind', { type: enumTypeOf(eventKind), description: 'What it is about.' }),
    type: t.exposeString('type', { description: 'What happened, such as `coupon_claimed`.' }),
    datetime: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    account: t.exposeID('accountId', { description: 'Whose event it is: `acc_` and 16 characters.' }),
    campaign: t.exposeID('campaignId', {
      nullable: true,
      description: 'The coupon, loyalty card or directory that it concerns.',
    }),
    session: t.exposeString('session', { nullable: true, description: 'The coupon session that it concerns.' }),
    data: t.field({
      type: 'JSON',
      description: 'The record after the change, in the shape that webhooks and the REST API have.',
      resolve: (event, _, { services }) => services.render(event).data,
    }),
  }),
});

export const PositionedEventType = builder.objectType(builder.objectRef<PositionedEvent>('PositionedEvent'), {
  description: 'An event and where it stands in the log.',
  fields: (t) => ({
    position: t.expose('position', {
      type: 'BigInt',
      description: 'Ascends from event to event: as `after` it goes on behind this one.',
    }),
    event: t.field({ type: EventType, description: 'What happened.', resolve: (event) => event }),
  }),
});

export const EventPageType = builder.objectType(builder.objectRef<EventPage>('EventPage'), {
  description: 'A page of the log of events, in its order.',
  fields: (t) => ({
    edges: t.field({
      type: [PositionedEventType],
      description: 'The events of this page.',
      resolve: ({ events }) => events,
    }),
    nodes: t.field({
      type: [EventType],
      description: 'The events of this page without their positions.',
      resolve: ({ events }) => events,
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Whether there is more, and the positions of the first and the last event of the page.',
      resolve: ({ events, after, hasNextPage }) => ({
        hasNextPage,
        hasPreviousPage: after > 0,
        startCursor: events[0] ? String(events[0].position) : null,
        endCursor: String(events.at(-1)?.position ?? after),
      }),
    }),
  }),
});
