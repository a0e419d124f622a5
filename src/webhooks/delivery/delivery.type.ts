import { z } from 'zod';
import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import type { Services } from '../../api/context.ts';
import { idInput } from '../../api/inputs.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { EventType } from '../../events/event.type.ts';
import { batchedRow } from '../../kernel/database/batched-rows.ts';
import { selectList } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { batched, batchedByAccount, fewLongRows } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { type Event, eventColumns, isEmptied } from '../../kernel/event-log/event.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { below } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { endpointRow, type WebhookEndpoint, webhookEndpoints } from '../endpoint/endpoint.ts';
import { WebhookEndpointType } from '../endpoint/endpoint.type.ts';
import {
  attemptColumns,
  deliveryRow,
  deliveryStatuses,
  type WebhookAttempt,
  type WebhookDelivery,
  webhookAttempts,
  webhookDeliveries,
} from './delivery.ts';
import { type Attempted, requestHeaders } from './delivery-attempt.ts';

export const deliveryId = idInput('webhookDelivery', 'a webhook delivery id', 'The delivery');

export const deliveryStatus = z.enum(deliveryStatuses).meta({
  id: 'WebhookDeliveryStatus',
  description: 'The status of a delivery.',
  values: {
    PENDING: 'Waiting for its first or next attempt.',
    DELIVERED: 'The endpoint responded with a status from 200 to 299.',
    FAILED: 'Failed permanently: after the last attempt of the schedule, or because the endpoint responded with 410.',
  },
});

export const AttemptType = builder.objectType(
  builder.objectRef<Pick<Attempted, 'at' | 'milliseconds' | 'status' | 'response' | 'error'>>('WebhookAttempt'),
  {
    description: 'An attempt to deliver an event: one POST request and its outcome.',
    fields: (t) => ({
      ...shownColumns(t, webhookAttempts, {
        at: 'When the attempt began.',
        milliseconds: 'Duration in milliseconds.',
        status: 'The HTTP status of the response. Null if there was no response.',
        error: 'Why the attempt failed, as text. Null if it succeeded.',
      }),
      response: t.exposeString('response', {
        nullable: true,
        description: 'The first 8 kB of the response body.',
        cost: { own: 8 },
      }),
    }),
  },
);

export const WebhookDeliveryType = builder.objectType(builder.objectRef<WebhookDelivery>('WebhookDelivery'), {
  interfaces: [NodeType],
  description: 'The delivery of an event to an endpoint.',
  fields: (t) => ({
    ...shownColumns(t, webhookDeliveries, {
      id: '`dlv_` followed by 16 characters.',
      eventId: 'The id of the event: `evt_` followed by 20 characters. Sent as `webhook-id`.',
      position: 'The position of the event in the event log.',
      createdAt: 'When the delivery was created.',
      finishedAt: 'When the event was delivered, or when the delivery failed permanently.',
    }),
    endpoint: t.field({
      type: WebhookEndpointType,
      description: 'The endpoint.',
      resolve: (delivery, _, { services }) => endpointOf(services.database, delivery),
    }),
    event: t.field({
      type: EventType,
      nullable: true,
      description: 'The event. Null if it is no longer kept.',
      resolve: async ({ eventId }, _, { services, onText }) => {
        const event = await findDeliveredEvent(services.database, eventId);
        onText?.(event?.data.length ?? 0);
        return event;
      },
    }),
    status: t.expose('status', { type: enumTypeOf(deliveryStatus), description: 'The status of the delivery.' }),
    nextAttemptAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the next attempt is due. During an attempt, when it will be repeated if it has no outcome by then. Only while the status is `PENDING`.',
    }),
    lastAttempt: t.field({
      type: AttemptType,
      nullable: true,
      description: 'The last attempt. Null before the first one.',
      resolve: ({ number }, _, { services }) => findLastAttempt(services.database, number),
    }),
    attempts: t.field({
      type: [AttemptType],
      description: 'All attempts, oldest first. Not paginated.',
      resolve: ({ number }, _, { services }) => findAttempts(services.database, number),
    }),
  }),
});

readableById(WebhookDeliveryType, {
  form: idPattern('webhookDelivery'),
  find: below(deliveryRow, endpointRow, ({ endpointId }) => endpointId),
  scope: 'ADMIN',
});

const findEndpoint = batchedRow(webhookEndpoints);

async function endpointOf(database: Database, { endpointId }: WebhookDelivery): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(database, endpointId);
  if (!endpoint) throw new Error(`endpoint ${endpointId} is gone`);
  return endpoint;
}

const findDeliveredEvent = batchedByAccount<string, Event | null>(async (database, ids) => {
  const found = await database.rows<Event>(`SELECT ${selectList(eventColumns)} FROM events e WHERE e.id IN (:ids)`, {
    ids,
  });
  return ids.map((id) => found.find((event) => event.id === id && !isEmptied(event)) ?? null);
}, fewLongRows);

const findLastAttempt = batched<number, WebhookAttempt | null>(async (database, numbers) => {
  const found = await database.rows<WebhookAttempt>(
    `SELECT ${attemptColumns} FROM webhook_attempts a WHERE a.delivery_number IN (:numbers)
       AND a.number = (SELECT MAX(l.number) FROM webhook_attempts l WHERE l.delivery_number = a.delivery_number)`,
    { numbers },
  );
  const byDelivery = new Map(found.map((attempt) => [Number(attempt.deliveryNumber), attempt]));
  return numbers.map((number) => byDelivery.get(number) ?? null);
});

const findAttempts = batched<number, WebhookAttempt[]>(async (database, numbers) => {
  const found = await findRows(database, webhookAttempts, { deliveryNumber: numbers }, { order: { number: 'ASC' } });
  const byDelivery = Map.groupBy(found, ({ deliveryNumber }) => Number(deliveryNumber));
  return numbers.map((number) => byDelivery.get(number) ?? []);
});

interface DeliveryRequest {
  url: string;
  headers: { name: string; value: string }[];
  body: string;
}

const HeaderType = builder.objectType(builder.objectRef<DeliveryRequest['headers'][number]>('WebhookHeader'), {
  description: 'A header of a request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name in lower case.' }),
    value: t.exposeString('value', { description: 'The value.' }),
  }),
});

const RequestType = builder.objectType(builder.objectRef<DeliveryRequest>('WebhookRequest'), {
  description: 'A request to an endpoint: POST with a signed payload.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The address of the endpoint.' }),
    headers: t.field({
      type: [HeaderType],
      description: 'The headers, with the signatures. Not paginated.',
      resolve: ({ headers }) => headers,
    }),
    body: t.exposeString('body', {
      description: 'The payload as JSON text. The signatures cover exactly this text.',
    }),
  }),
});

builder.objectField(WebhookDeliveryType, 'request', (t) =>
  t.field({
    type: RequestType,
    nullable: true,
    description:
      'The request that an attempt would send now. The payload shows the current state of the coupon. The time and the signatures are new. Null if the event is no longer kept.',
    cost: { own: 20 },
    resolve: async (delivery, _, { services, onText }) => {
      const request = await requestOf(services, delivery);
      onText?.(request?.body.length ?? 0);
      return request;
    },
  }),
);

async function requestOf(services: Services, delivery: WebhookDelivery): Promise<DeliveryRequest | null> {
  const { database, secrets } = services;
  const [event, endpoint] = await Promise.all([
    findDeliveredEvent(database, delivery.eventId),
    endpointOf(database, delivery),
  ]);
  if (!event) return null;
  const body = JSON.stringify(await services.payloadOf(event));
  const headers = requestHeaders(endpoint, secrets, event.id, body, new Date());
  return { url: endpoint.url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), body };
}

/** The maximum count. Counting stops here, because it reads each queued delivery in the index. */
const maxCounted = 10_000;

builder.objectField(WebhookEndpointType, 'waiting', (t) =>
  t.int({
    description:
      'The number of deliveries that are waiting for a first or next attempt, at most 10,000. A longer queue also counts as 10,000.',
    cost: { own: 5 },
    resolve: ({ id }, _, { services }) => countWaiting(services.database, id),
  }),
);

const countWaiting = batchedByAccount<string, number>(async (database, ids) => {
  const branches = ids.map(
    (_, index) =>
      `SELECT ${index} AS place, COUNT(*) AS waiting FROM (SELECT 1 AS one FROM webhook_deliveries d ${database.dialect.useIndex('webhook_deliveries_due')}
       WHERE d.endpoint_id = :endpoint${index} AND d.due_at IS NOT NULL LIMIT ${maxCounted}) AS of${index}`,
  );
  const values = Object.fromEntries(ids.map((id, index) => [`endpoint${index}`, id]));
  const found = await database.rows<{ place: number; waiting: number }>(branches.join(' UNION ALL '), values);
  const byPlace = new Map(found.map(({ place, waiting }) => [Number(place), Number(waiting)]));
  return ids.map((_, index) => byPlace.get(index) ?? 0);
});
