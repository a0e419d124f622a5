import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { lockRow, requireRow } from '../../kernel/database/rows.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { endpointFields, endpointId, endpointIdOnly } from './endpoint.inputs.ts';
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  endpointRow,
  purgeEndpoint,
  rotateSecret,
  saveEndpoint,
} from './endpoint.ts';
import { EndpointWithSecretType, WebhookEndpointType } from './endpoint.type.ts';

query({
  name: 'webhookEndpoint',
  description: 'A webhook endpoint of the account.',
  scope: 'ADMIN',
  input: endpointIdOnly,
  type: WebhookEndpointType,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  run: ({ input, viewer, database }) =>
    requireRow(database, endpointRow, { accountId: viewer.account.id, id: input.id }),
});

const filter = z
  .object({
    enabled: z
      .boolean()
      .nullish()
      .meta({ description: '`true`: only enabled endpoints. `false`: only disabled endpoints.' }),
  })
  .meta({ id: 'WebhookEndpointFilter', description: 'Filters endpoints.' });

connection({
  name: 'webhookEndpoints',
  description: 'The webhook endpoints of the account, newest first.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters endpoints. Default: all endpoints.' }) }),
  type: WebhookEndpointType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const enabled = input.filter?.enabled;
    return listPage(database, page, {
      source: endpointRow,
      where: { accountId: viewer.account.id },
      present: { disabledAt: enabled == null ? null : !enabled },
    });
  },
  keysOf: (endpoint) => [endpoint.createdAt, endpoint.id],
});

mutation({
  name: 'createWebhookEndpoint',
  description:
    'Creates an endpoint and returns its signing secret. The endpoint receives events from now on. The secret is returned only once. An account can have at most 100 endpoints.',
  scope: 'ADMIN',
  input: z.object(endpointFields),
  type: EndpointWithSecretType,
  problems: ['TOO_MANY_WEBHOOK_ENDPOINTS'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    const problem = services.outbound.problemOf(input.url);
    if (problem) throw invalidInput('url', problem);
    return addEndpoint(transaction, services.secrets, viewer.account.id, input);
  },
});

mutation({
  name: 'updateWebhookEndpoint',
  description:
    'Updates an endpoint. Omitted fields keep their values. `null` for `kinds` or `types` means all, and `null` for `hmacSecret` removes the key. Only `recoverWebhookEndpoint` sends the events that the endpoint missed while it was disabled.',
  scope: 'ADMIN',
  input: z.object({
    id: endpointId,
    ...endpointFields,
    url: endpointFields.url.nullish(),
    enabled: z.boolean().nullish().meta({
      description:
        'Whether the endpoint receives events. Disabling it pauses waiting deliveries; enabling it resumes them.',
    }),
  }),
  type: WebhookEndpointType,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  run: async ({ input, viewer, services, transaction }) => {
    const endpoint = await lockRow(transaction, endpointRow, { accountId: viewer.account.id, id: input.id });
    const problem = input.url ? services.outbound.problemOf(input.url) : null;
    if (problem) throw invalidInput('url', problem);
    changeEndpoint(endpoint, input, services.secrets);
    await saveEndpoint(transaction, endpoint);
    transaction.signal('deliveries');
    return endpoint;
  },
});

mutation({
  name: 'rotateWebhookSecret',
  description:
    'Creates a new secret for an endpoint and returns it. The secret is returned only once. For 24 hours, deliveries are also signed with the previous secret, so that receivers can switch. A second rotation within that time invalidates the oldest secret.',
  scope: 'ADMIN',
  input: endpointIdOnly,
  type: EndpointWithSecretType,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    const endpoint = await lockRow(transaction, endpointRow, { accountId: viewer.account.id, id: input.id });
    const secret = rotateSecret(endpoint, services.secrets);
    await saveEndpoint(transaction, endpoint);
    return { secret, endpoint };
  },
});

mutation({
  name: 'deleteWebhookEndpoint',
  description: 'Deletes an endpoint. The endpoint receives no more events, and a job removes its deliveries.',
  scope: 'ADMIN',
  input: endpointIdOnly,
  type: WebhookEndpointType,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const endpoint = await lockRow(transaction, endpointRow, { accountId: viewer.account.id, id: input.id });
    await deleteEndpoint(transaction, endpoint);
    await enqueue(transaction, purgeEndpoint, { endpoint: endpoint.id });
    return endpoint;
  },
});
