import { z } from 'zod';
import { mutation } from '../api/operation.ts';
import { now } from '../database/columns.ts';
import { Problem } from '../problem.ts';
import { ApiKeyType } from './account.type.ts';
import { apiKeys } from './api-key.ts';
import { apiKeyId } from './inputs.ts';

export const revokeApiKey = mutation({
  name: 'revokeApiKey',
  description: 'Ends an API key of the account: at once in this process, within 5 seconds in others. Revoking it again changes nothing.',
  scope: 'ADMIN',
  input: z.object({ id: apiKeyId }),
  type: ApiKeyType,
  problems: ['API_KEY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const key = await transaction.manager.findOneBy(apiKeys, { id: input.id, accountId: viewer.account.id });
    if (!key) throw new Problem('API_KEY_NOT_FOUND');
    if (key.revokedAt) return key;
    const revokedAt = now();
    await transaction.manager.update(apiKeys, { id: key.id }, { revokedAt });
    return Object.assign(key, { revokedAt });
  },
  settle: (key, { services }) => services.authenticator.forget(key.id),
});
