import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { apiKeyId } from './api-key.inputs.ts';
import { revokeKey } from './api-key.ts';
import { ApiKeyType } from './api-key.type.ts';

mutation({
  name: 'revokeApiKey',
  description:
    'Revokes an API key. All processes of the service refuse the key within 5 seconds. Revoking it again changes nothing.',
  scope: 'ADMIN',
  input: z.object({ id: apiKeyId }),
  type: ApiKeyType,
  problems: ['API_KEY_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => revokeKey(transaction, { id: input.id, accountId: viewer.account.id }),
  settle: (key, { services }) => services.authenticator.forget(key.id),
});
