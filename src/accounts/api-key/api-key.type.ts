import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shownTimes } from '../../api/noun-fields.ts';
import type { Scope } from '../../api/scope.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { scopeInput } from './api-key.inputs.ts';
import { type ApiKey, apiKeyRow } from './api-key.ts';

export const ScopeType = enumTypeOf(scopeInput);

export const ApiKeyType = builder.objectType(builder.objectRef<ApiKey>('ApiKey'), {
  interfaces: [NodeType],
  description:
    'An id and a secret with which a program acts for an account. Only the mutation that creates the key returns the secret.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`key_` followed by 16 characters.' }),
    name: t.exposeString('name', { description: 'Name of the key.' }),
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the key was created.' }),
    ...shownTimes(t, {
      expiresAt: 'When the key expires. Null if it does not expire.',
      lastUsedAt: 'When the key was last used, to the minute. Null if it was never used.',
      revokedAt: 'When the key was revoked. Null if it is not revoked.',
    }),
  }),
});

readableById(ApiKeyType, { form: idPattern('apiKey'), find: ofAccount(apiKeyRow), scope: 'ADMIN' });
