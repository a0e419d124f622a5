import { enumTypeOf } from '../../api/arguments.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import type { Scope } from '../../api/scope.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { scopeInput } from './api-key.inputs.ts';
import { type ApiKey, apiKeyRow, apiKeys } from './api-key.ts';

export const ScopeType = enumTypeOf(scopeInput);

export const ApiKeyType = nodeType<ApiKey>('ApiKey', {
  form: 'apiKey',
  find: ofAccount(apiKeyRow),
  scope: 'ADMIN',
  description:
    'An id and a secret with which a program acts for an account. Only the mutation that creates the key returns the secret.',
  fields: (t) => ({
    ...shownColumns(t, apiKeys, {
      id: '`key_` followed by 16 characters.',
      name: 'Name of the key.',
      createdAt: 'When the key was created.',
      expiresAt: 'When the key expires. Null if it does not expire.',
      lastUsedAt: 'When the key was last used, to the minute. Null if it has never been used.',
      revokedAt: 'When the key was revoked. Null if it is not revoked.',
    }),
    scopes: t.field({
      type: [ScopeType],
      description: 'The scopes of the key.',
      resolve: (key) => key.scopeList.split(',') as Scope[],
    }),
    keyId: t.exposeID('madeBy', {
      nullable: true,
      description:
        'The id of the API key or person that created the key. Null if the operator of the service created it.',
    }),
  }),
});
