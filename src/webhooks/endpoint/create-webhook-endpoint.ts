import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { endpointFields } from './endpoint.inputs.ts';
import { addEndpoint } from './endpoint.ts';
import { EndpointWithSecretType } from './endpoint.type.ts';

mutation({
  name: 'createWebhookEndpoint',
  description:
    'Has events sent to an address from now on, and shows the secret that they are signed with this once. An account has at most 100 endpoints.',
  scope: 'ADMIN',
  input: z.object(endpointFields),
  type: EndpointWithSecretType,
  problems: ['TOO_MANY_WEBHOOK_ENDPOINTS'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    const refusal = services.outbound.refusalOf(input.url);
    if (refusal) throw invalidInput('url', refusal);
    return addEndpoint(transaction, services.secrets, viewer.account.id, input);
  },
});
