import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { endpointIdOnly } from './endpoint.inputs.ts';
import { deleteEndpoint, endpointRow } from './endpoint.ts';
import { WebhookEndpointType } from './endpoint.type.ts';
import { purgeEndpoint } from './endpoint-removal.ts';

mutation({
  name: 'deleteWebhookEndpoint',
  description: 'Deletes an endpoint. No more events are sent to it; a job removes its deliveries.',
  scope: 'ADMIN',
  input: endpointIdOnly,
  type: WebhookEndpointType,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const endpoint = await lockRow(transaction, endpointRow, { accountId: viewer.account.id, id: input.id });
    await deleteEndpoint(transaction, endpoint);
    await later(transaction, purgeEndpoint, { endpoint: endpoint.id });
    return endpoint;
  },
});
