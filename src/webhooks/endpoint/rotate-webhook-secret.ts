import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { endpointIdOnly } from './endpoint.inputs.ts';
import { endpointRow, saveEndpoint } from './endpoint.ts';
import { EndpointWithSecretType } from './endpoint.type.ts';
import { rotateSecret } from './endpoint-secrets.ts';

mutation({
  name: 'rotateWebhookSecret',
  description:
    'Creates a new secret for an endpoint and returns it, only this once. For 24 hours, deliveries are also signed with the previous secret, so that receivers can switch. A second rotation within that time invalidates the older of the two.',
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
