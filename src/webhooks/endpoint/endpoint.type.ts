import { eventKind } from '../../events/event.inputs.ts';
import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { EventKind } from '../../kernel/event-log/event-catalog.ts';
import { now } from '../../kernel/values/instant.ts';
import type { DisabledReason, WebhookEndpoint } from './endpoint.ts';

const DisabledReasonType = builder.enumType('WebhookEndpointDisabledReason', {
  description: 'Why nothing is sent to an endpoint.',
  values: {
    OWNER: { description: 'Its owner disabled it.' },
    GONE: { description: 'It answered 410 Gone.' },
    FAILING: { description: 'For five days every attempt failed.' },
  } satisfies Record<DisabledReason, object>,
});

export const WebhookEndpointType = builder.objectType(builder.objectRef<WebhookEndpoint>('WebhookEndpoint'), {
  description: 'An address to which the events of an account are sent.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`whe_` and 16 characters.' }),
    url: t.exposeString('url', { description: 'Where the events are sent.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    kinds: t.field({
      type: [enumTypeOf(eventKind)],
      nullable: true,
      description: 'The kinds of events that it gets; all without it.',
      resolve: ({ kindList }) => (kindList?.split(',') as EventKind[] | undefined) ?? null,
    }),
    types: t.stringList({
      nullable: true,
      description: 'The types of events that it gets; all without it.',
      resolve: ({ typeList }) => typeList?.split(',') ?? null,
    }),
    fifo: t.boolean({
      description: 'Whether each event waits until the one before it was delivered or given up.',
      resolve: ({ fifo }) => fifo === 1,
    }),
    includeSubaccounts: t.boolean({
      description: 'Whether it gets the events of subaccounts too.',
      resolve: ({ includeSubaccounts }) => includeSubaccounts === 1,
    }),
    enabled: t.boolean({ description: 'Whether events are sent to it.', resolve: ({ disabledAt }) => !disabledAt }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created. It gets later events.' }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when nothing is sent to it.',
    }),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonType,
      nullable: true,
      description: 'Why nothing is sent to it.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The first failure since the last success. After five days of it the endpoint is disabled.',
    }),
    previousSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when deliveries are also signed with the secret before the last rotation.',
      resolve: ({ previousSecretUntil: until }) => (until && until > now() ? until : null),
    }),
  }),
});

/** What has a secret to show, once. */
export const EndpointWithSecretType = builder.objectType(
  builder.objectRef<{ secret: string; endpoint: WebhookEndpoint }>('WebhookEndpointWithSecret'),
  {
    description: 'An endpoint with its new secret.',
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description: 'What its deliveries are signed with: `whsec_` and Base64. It is shown this once.',
      }),
      endpoint: t.field({ type: WebhookEndpointType, description: 'The endpoint.', resolve: (one) => one.endpoint }),
    }),
  },
);
