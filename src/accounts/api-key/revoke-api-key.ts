import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { apiKeyId } from './api-key.inputs.ts';
import { revokeKey } from './api-key.ts';
import { ApiKeyType } from './api-key.type.ts';

mutation({
  name: 'revokeApiKey',
  description:
    'Revokes an API key. All processes of the service refuse it within 5 seconds. Revoking a revoked key changes nothing.',
  scope: 'ADMIN',
  input: z.object({ id: apiKeyId }),
  type: ApiKeyType,
  problems: ['API_KEY_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => revokeKey(transaction, { id: input.id, accountId: viewer.account.id }),
  settle: (key, { services }) => services.authenticator.forget(key.id),
});
