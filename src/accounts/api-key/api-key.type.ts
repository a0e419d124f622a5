import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Scope } from '../../kernel/api/scope.ts';
import { scopeInput } from './api-key.inputs.ts';
import type { ApiKey } from './api-key.ts';

export const ScopeType = enumTypeOf(scopeInput);

export const ApiKeyType = builder.objectType(builder.objectRef<ApiKey>('ApiKey'), {
  description: 'A pair of id and secret that lets a program act for an account. The secret is shown once, at creation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`key_` and 16 characters.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    scopes: t.field({
      type: [ScopeType],
      description: 'What it may do.',
      resolve: (key) => key.scopeList.split(',') as Scope[],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working by itself.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});
