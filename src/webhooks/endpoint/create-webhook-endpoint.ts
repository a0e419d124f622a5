import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { endpointFields } from './endpoint.inputs.ts';
import { addEndpoint } from './endpoint.ts';
import { EndpointWithSecretType } from './endpoint.type.ts';

mutation({
  name: 'createWebhookEndpoint',
  description:
    'Creates an endpoint that receives events from now on, and returns its signing secret, only this once. An account can have at most 100 endpoints.',
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
