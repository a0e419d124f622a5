import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { eventKind } from '../../events/event.inputs.ts';
import type { EventKind } from '../../kernel/event-log/event.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type DisabledReason, endpointRow, type WebhookEndpoint, webhookEndpoints } from './endpoint.ts';

const DisabledReasonType = builder.enumType('WebhookEndpointDisabledReason', {
  description: 'Why an endpoint is disabled.',
  values: {
    OWNER: { description: 'Disabled by its owner.' },
    GONE: { description: 'The endpoint responded with 410 Gone.' },
    FAILING: { description: 'Every attempt failed for five days.' },
  } satisfies Record<DisabledReason, object>,
});

export const WebhookEndpointType = builder.objectType(builder.objectRef<WebhookEndpoint>('WebhookEndpoint'), {
  interfaces: [NodeType],
  description: 'An address that receives the events of an account.',
  fields: (t) => ({
    ...shownColumns(t, webhookEndpoints, {
      id: '`whe_` followed by 16 characters.',
      url: 'The address that receives the events.',
      description: 'A note about the endpoint, which the console shows.',
      createdAt: 'When the endpoint was created. The endpoint receives only later events.',
      disabledAt: 'When the endpoint was disabled. Null if it is enabled.',
      failingSince:
        'When the first attempt since the last success failed. Null if none has failed since then. The endpoint is disabled after five days of failures.',
    }),
    kinds: t.field({
      type: [enumTypeOf(eventKind)],
      nullable: true,
      description: 'The kinds of events that the endpoint receives. Null for all kinds.',
      resolve: ({ kindList }) => (kindList?.split(',') as EventKind[] | undefined) ?? null,
    }),
    types: t.stringList({
      nullable: true,
      description: 'The types of events that the endpoint receives. Null for all types.',
      resolve: ({ typeList }) => typeList?.split(',') ?? null,
    }),
    fifo: t.boolean({
      description:
        'Whether events are delivered strictly in order. Each event then waits until the delivery of the previous one has succeeded or failed permanently.',
      resolve: ({ fifo }) => fifo === 1,
    }),
    includeSubaccounts: t.boolean({
      description: 'Whether the endpoint also receives the events of subaccounts.',
      resolve: ({ includeSubaccounts }) => includeSubaccounts === 1,
    }),
    enabled: t.boolean({
      description: 'Whether the endpoint receives events.',
      resolve: ({ disabledAt }) => !disabledAt,
    }),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonType,
      nullable: true,
      description: 'Why the endpoint is disabled. Null if it is enabled.',
    }),
    hasHmacSecret: t.boolean({
      description: 'Whether `hmacSecret` is the key of `x-hmac`. No query returns `hmacSecret`.',
      resolve: ({ hmacSecret }) => Boolean(hmacSecret),
    }),
    previousSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the previous secret expires after a rotation. Until then, deliveries are also signed with it.',
      resolve: ({ previousSecretUntil: until }) => (until && until > realNow() ? until : null),
    }),
  }),
});

readableById(WebhookEndpointType, { form: idPattern('webhookEndpoint'), find: ofAccount(endpointRow), scope: 'ADMIN' });

export const EndpointWithSecretType = builder.objectType(
  builder.objectRef<{ secret: string; endpoint: WebhookEndpoint }>('WebhookEndpointWithSecret'),
  {
    description: 'An endpoint and its new secret.',
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description: 'The signing secret: `whsec_` followed by Base64. It is returned only once.',
      }),
      endpoint: t.field({ type: WebhookEndpointType, description: 'The endpoint.', resolve: (one) => one.endpoint }),
    }),
  },
);
