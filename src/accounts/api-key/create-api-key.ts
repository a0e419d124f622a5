import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { requireScope } from '../../api/viewer.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { apiKeyFields } from './api-key.inputs.ts';
import { type ApiKey, issueApiKey, requireRoomForKey } from './api-key.ts';
import { ApiKeyType } from './api-key.type.ts';

const CreatedApiKey = builder.objectType(builder.objectRef<{ secret: string; key: ApiKey }>('CreatedApiKey'), {
  description: 'A new API key and its secret.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The secret. It is returned only once.' }),
    key: t.field({ type: ApiKeyType, description: 'The key.', resolve: ({ key }) => key }),
  }),
});

export const createApiKey = mutation({
  name: 'createApiKey',
  description:
    'Creates an API key and returns its secret. The secret is returned only once. The new key can only have scopes that the caller has. An account can have at most 100 keys that are not revoked.',
  scope: 'ADMIN',
  input: z.object(apiKeyFields),
  type: CreatedApiKey,
  problems: ['TOO_MANY_API_KEYS'],
  secret: true,
  run: async ({ input, viewer, transaction }) => {
    for (const scope of input.scopes) requireScope(viewer, scope);
    if (input.expiresAt && input.expiresAt <= realNow()) throw invalidInput('expiresAt', 'must be in the future');
    await requireRoomForKey(transaction, viewer.account.id);
    return issueApiKey(transaction, { ...input, accountId: viewer.account.id, madeBy: viewer.keyId });
  },
});
