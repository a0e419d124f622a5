import { query } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { endpointIdOnly } from './endpoint.inputs.ts';
import { endpointRow } from './endpoint.ts';
import { WebhookEndpointType } from './endpoint.type.ts';

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
