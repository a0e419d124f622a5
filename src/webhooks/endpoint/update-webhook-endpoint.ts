import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { endpointFields, endpointId } from './endpoint.inputs.ts';
import { changeEndpoint, endpointRow, saveEndpoint } from './endpoint.ts';
import { WebhookEndpointType } from './endpoint.type.ts';

mutation({
  name: 'updateWebhookEndpoint',
  description:
    'Updates an endpoint. Omitted fields keep their values; `null` for `kinds` or `types` means all, and `null` for `hmacSecret` removes it. Only `recoverWebhookEndpoint` sends events that the endpoint missed while it was disabled.',
  scope: 'ADMIN',
  input: z.object({
    id: endpointId,
    ...endpointFields,
    url: endpointFields.url.nullish(),
    enabled: z.boolean().nullish().meta({
      description:
        'Whether the endpoint receives events. Deliveries that are waiting when it is disabled continue when it is enabled.',
    }),
  }),
  type: WebhookEndpointType,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  run: async ({ input, viewer, services, transaction }) => {
    const endpoint = await lockRow(transaction, endpointRow, { accountId: viewer.account.id, id: input.id });
    const refusal = input.url ? services.outbound.refusalOf(input.url) : null;
    if (refusal) throw invalidInput('url', refusal);
    changeEndpoint(endpoint, input, services.secrets);
    await saveEndpoint(transaction, endpoint);
    transaction.signal('deliveries');
    return endpoint;
  },
});
