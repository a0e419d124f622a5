import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { filterInput, flag } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { requireScope } from '../../api/viewer.ts';
import { listPage } from '../../kernel/database/list.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { apiKeyFields, apiKeyId } from './api-key.inputs.ts';
import { type ApiKey, issueApiKey, apiKeys as keySchema, requireRoomForKey, revokeKey } from './api-key.ts';
import { ApiKeyType } from './api-key.type.ts';

const filter = filterInput('ApiKeyFilter', 'Filters API keys.', 'all keys', {
  revoked: flag('`true`: only revoked keys. `false`: only keys that are not revoked.'),
});

const { secretHash, ...columns } = keySchema.options.columns;
const shown = { table: keySchema, properties: Object.keys(columns) };

connection({
  name: 'apiKeys',
  description:
    'The API keys of the account, newest first, including revoked and expired keys. Their secrets are not included.',
  scope: 'ADMIN',
  input: z.object({ filter }),
  type: ApiKeyType,
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: shown,
      where: { accountId: viewer.account.id },
      present: { revokedAt: input.filter?.revoked },
      index: 'api_keys_created',
    }),
  keysOf: (key) => [key.createdAt, key.id],
});

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
