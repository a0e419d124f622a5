import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { callersPatience } from '../../kernel/outbound/outbound.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { endpointIdOnly } from '../endpoint/endpoint.inputs.ts';
import { endpointRow } from '../endpoint/endpoint.ts';
import { AttemptType } from './delivery.type.ts';
import { type Attempted, attemptBody } from './delivery-attempt.ts';

const TestedEndpoint = builder.objectType(
  builder.objectRef<{ delivered: boolean; attempt: Attempted }>('TestedWebhookEndpoint'),
  {
    description: 'The result of `testWebhookEndpoint`.',
    fields: (t) => ({
      delivered: t.exposeBoolean('delivered', { description: 'Whether the endpoint responded with a success status.' }),
      attempt: t.field({ type: AttemptType, description: 'The attempt.', resolve: (one) => one.attempt }),
    }),
  },
);

mutation({
  name: 'testWebhookEndpoint',
  description:
    'Sends one signed payload with the kind `TEST` and the type `webhook_test` to an endpoint, enabled or not, and returns the outcome. The payload is not an event: it is not listed as a delivery, and `verifyWebhook` does not find it.',
  scope: 'ADMIN',
  input: endpointIdOnly,
  type: TestedEndpoint,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  prepare: async ({ input, viewer, services, database }) => {
    const endpoint = await requireRow(database, endpointRow, { accountId: viewer.account.id, id: input.id });
    const id = newId('event');
    const payload = {
      ...{ id, datetime: now().slice(0, 19), type: 'webhook_test', kind: 'TEST', account: viewer.account.id },
      record: { message: 'This is a test.' },
    };
    const attempt = await attemptBody(services, endpoint, id, JSON.stringify(payload), callersPatience);
    return { delivered: attempt.error === null, attempt };
  },
  run: async ({ prepared }) => prepared,
});
