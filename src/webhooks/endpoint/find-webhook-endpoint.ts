import { query } from '../../kernel/api/query.ts';
import { endpointIdOnly } from './endpoint.inputs.ts';
import { requireEndpoint } from './endpoint.ts';
import { WebhookEndpointType } from './endpoint.type.ts';

query({
  name: 'webhookEndpoint',
  description: 'A webhook endpoint of the account.',
  scope: 'ADMIN',
  input: endpointIdOnly,
  type: WebhookEndpointType,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireEndpoint(database, viewer.account.id, input.id),
});
