import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shownTimes } from '../../api/noun-fields.ts';
import { EventType } from '../../events/event.type.ts';
import { selectList } from '../../kernel/database/columns.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type Event, eventColumns, isEmptied } from '../../kernel/event-log/event.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { below } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { endpointRow, type WebhookEndpoint, webhookEndpoints } from '../endpoint/endpoint.ts';
import { WebhookEndpointType } from '../endpoint/endpoint.type.ts';
import { deliveryStatus } from './delivery.inputs.ts';
import { attemptColumns, deliveryRow, type WebhookAttempt, type WebhookDelivery, webhookAttempts } from './delivery.ts';
import type { Attempted } from './delivery-attempt.ts';

export const AttemptType = builder.objectType(
  builder.objectRef<Pick<Attempted, 'at' | 'milliseconds' | 'status' | 'response' | 'error'>>('WebhookAttempt'),
  {
    description: 'An attempt to deliver an event: one POST request and its outcome.',
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: 'When the attempt began.' }),
      milliseconds: t.exposeInt('milliseconds', { description: 'Duration in milliseconds.' }),
      status: t.exposeInt('status', {
        nullable: true,
        description: 'The HTTP status of the response. Null if there was no response.',
      }),
      response: t.exposeString('response', {
        nullable: true,
        description: 'The first 8 kB of the response body.',
        cost: { own: 8 },
      }),
      error: t.exposeString('error', {
        nullable: true,
        description: 'Why the attempt failed, in words. Null if it succeeded.',
      }),
    }),
  },
);

export const WebhookDeliveryType = builder.objectType(builder.objectRef<WebhookDelivery>('WebhookDelivery'), {
  interfaces: [NodeType],
  description: 'The delivery of an event to an endpoint.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`dlv_` followed by 16 characters.' }),
    endpoint: t.field({
      type: WebhookEndpointType,
      description: 'The endpoint.',
      resolve: ({ endpointId }, _, { services }) => findEndpoint(services.database, endpointId),
    }),
    eventId: t.exposeID('eventId', {
      description: 'The id of the event: `evt_` followed by 20 characters. Sent as `webhook-id`.',
    }),
    event: t.field({
      type: EventType,
      nullable: true,
      description: 'The event. Null when it is no longer kept.',
      resolve: ({ eventId }, _, { services }) => findDeliveredEvent(services.database, eventId),
    }),
    position: t.expose('position', { type: 'BigInt', description: 'The position of the event in the event log.' }),
    status: t.expose('status', { type: enumTypeOf(deliveryStatus), description: 'The status of the delivery.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the delivery was created.' }),
    nextAttemptAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'While the status is `PENDING`: when the next attempt is due, or when the current attempt times out.',
    }),
    ...shownTimes(t, {
      finishedAt: 'When the event was delivered or given up.',
    }),
    lastAttempt: t.field({
      type: AttemptType,
      nullable: true,
      description: 'The last attempt. Null before the first one.',
      resolve: ({ number }, _, { services }) => findLastAttempt(services.database, number),
    }),
    attempts: t.field({
      type: [AttemptType],
      description: 'All attempts, oldest first. A plain list.',
      resolve: ({ number }, _, { services }) => findAttempts(services.database, number),
    }),
  }),
});

readableById(WebhookDeliveryType, {
  form: idPattern('webhookDelivery'),
  find: below(deliveryRow, endpointRow, ({ endpointId }) => endpointId),
  scope: 'ADMIN',
});

export const findEndpoint = shared<string, WebhookEndpoint>(async (database, ids) => {
  const found = await findRows(database, webhookEndpoints, { id: ids });
  return ids.map((id) => found.find((endpoint) => endpoint.id === id) ?? new Error(`endpoint ${id} is gone`));
});

/** Returns an event, which may be one of a subaccount, unless it was pruned or its account removed. */
export const findDeliveredEvent = shared<string, Event | null>(async (database, ids) => {
  const found = await database.rows<Event>(
    ...bind(`SELECT ${selectList(eventColumns)} FROM events e WHERE e.id IN (:ids)`, { ids }),
  );
  return ids.map((id) => found.find((event) => event.id === id && !isEmptied(event)) ?? null);
});

const findLastAttempt = shared<number, WebhookAttempt | null>(async (database, numbers) => {
  const found = await database.rows<WebhookAttempt>(
    ...bind(
      `SELECT ${attemptColumns} FROM webhook_attempts a WHERE a.delivery_number IN (:numbers)
       AND a.number = (SELECT MAX(l.number) FROM webhook_attempts l WHERE l.delivery_number = a.delivery_number)`,
      { numbers },
    ),
  );
  const byDelivery = new Map(found.map((attempt) => [Number(attempt.deliveryNumber), attempt]));
  return numbers.map((number) => byDelivery.get(number) ?? null);
});

const findAttempts = shared<number, WebhookAttempt[]>(async (database, numbers) => {
  const found = await findRows(database, webhookAttempts, { deliveryNumber: numbers }, { order: { number: 'ASC' } });
  const byDelivery = Map.groupBy(found, ({ deliveryNumber }) => Number(deliveryNumber));
  return numbers.map((number) => byDelivery.get(number) ?? []);
});
