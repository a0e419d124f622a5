import { builder } from '../../api/builder.ts';
import type { Services } from '../../api/context.ts';
import type { WebhookDelivery } from './delivery.ts';
import { findDeliveredEvent, findEndpoint, WebhookDeliveryType } from './delivery.type.ts';
import { requestHeaders } from './delivery-attempt.ts';

/** A request as the service sends it. */
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
      description: 'The headers, with the signatures. A plain list.',
      resolve: ({ headers }) => headers,
    }),
    body: t.exposeString('body', {
      description: 'The payload as JSON text. The signatures are for exactly this text.',
    }),
  }),
});

builder.objectField(WebhookDeliveryType, 'request', (t) =>
  t.field({
    type: RequestType,
    nullable: true,
    description:
      'The request as an attempt would send it now: the payload shows the coupon as it is now, and the time and the signatures are new. Null when the event is no longer kept.',
    cost: { own: 20 },
    resolve: (delivery, _, { services }) => requestOf(services, delivery),
  }),
);

async function requestOf(services: Services, delivery: WebhookDelivery): Promise<DeliveryRequest | null> {
  const { database, secrets } = services;
  const [event, endpoint] = await Promise.all([
    findDeliveredEvent(database, delivery.eventId),
    findEndpoint(database, delivery.endpointId),
  ]);
  if (!event) return null;
  const body = JSON.stringify(await services.payloadOf(event));
  const headers = requestHeaders(endpoint, secrets, event.id, body, new Date());
  return { url: endpoint.url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), body };
}
