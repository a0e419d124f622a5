import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { endpointColumns, type WebhookEndpoint } from '../endpoint/endpoint.ts';
import { WebhookEndpointType } from '../endpoint/endpoint.type.ts';
import { deliveryStatus } from './delivery.inputs.ts';
import { attemptColumns, type WebhookAttempt, type WebhookDelivery } from './delivery.ts';
import type { Attempted } from './delivery-attempt.ts';

export const AttemptType = builder.objectType(
  builder.objectRef<Pick<Attempted, 'at' | 'milliseconds' | 'status' | 'response' | 'error'>>('WebhookAttempt'),
  {
    description: 'One POST to an endpoint, and what came of it.',
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: 'When it began.' }),
      milliseconds: t.exposeInt('milliseconds', { description: 'How long it took, in milliseconds.' }),
      status: t.exposeInt('status', { nullable: true, description: 'The HTTP status; none without an answer.' }),
      response: t.exposeString('response', { nullable: true, description: 'The first 8 kB of the answer.' }),
      error: t.exposeString('error', { nullable: true, description: 'Why it failed, in words; none for a success.' }),
    }),
  },
);

export const WebhookDeliveryType = builder.objectType(builder.objectRef<WebhookDelivery>('WebhookDelivery'), {
  description: 'One event on its way to one endpoint.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`dlv_` and 16 characters.' }),
    endpoint: t.field({
      type: WebhookEndpointType,
      description: 'Where it goes.',
      resolve: ({ endpointId }, _, { services }) => findEndpoint(services.database, endpointId),
    }),
    eventId: t.exposeID('eventId', { description: 'The event: `evt_` and 20 characters, its `webhook-id`.' }),
    position: t.expose('position', { type: 'BigInt', description: 'Where the event stands in the log of events.' }),
    status: t.expose('status', { type: enumTypeOf(deliveryStatus), description: 'Where it stands.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    nextAttemptAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'While it is `PENDING`: when the next attempt is due, or when the one that is under way is taken for lost.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered or given up.',
    }),
    attempts: t.field({
      type: [AttemptType],
      description: 'Every attempt, oldest first.',
      resolve: ({ number }, _, { services }) => findAttempts(services.database, number),
    }),
  }),
});

const findEndpoint = shared<string, WebhookEndpoint>(async (database, ids) => {
  const found = await database.rows<WebhookEndpoint>(
    ...bind(`SELECT ${endpointColumns} FROM webhook_endpoints w WHERE w.id IN (:ids)`, { ids }),
  );
  return ids.map((id) => found.find((endpoint) => endpoint.id === id) ?? new Error(`endpoint ${id} is gone`));
});

const findAttempts = shared<number, WebhookAttempt[]>(async (database, numbers) => {
  const found = await database.rows<WebhookAttempt>(
    ...bind(
      `SELECT ${attemptColumns} FROM webhook_attempts a WHERE a.delivery_number IN (:numbers) ORDER BY a.number`,
      { numbers },
    ),
  );
  const byDelivery = Map.groupBy(found, ({ deliveryNumber }) => deliveryNumber);
  return numbers.map((number) => byDelivery.get(number) ?? []);
});
