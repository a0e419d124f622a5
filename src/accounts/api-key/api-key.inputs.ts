import { z } from 'zod';
import { scopes } from '../../kernel/api/scope.ts';
import { idPattern } from '../../kernel/values/ids.ts';

export const scopeInput = z.enum(scopes).meta({
  id: 'Scope',
  description: 'What an API key may do.',
  values: {
    READ: 'Read everything of the account.',
    WRITE: 'Create, change and delete. Includes `READ`, not `REDEEM`.',
    REDEEM: 'What a till may do: claim, validate, stamps, points, rewards. Includes `READ`.',
    SEND: 'Send messages.',
    ADMIN: 'Keys, integrations, webhooks and subaccounts.',
  },
});

export const apiKeyFields = {
  name: z.string().trim().min(1).max(100).meta({ description: 'What it is for; 1 to 100 characters.' }),
  scopes: z.array(scopeInput).min(1).max(scopes.length).meta({ description: 'What it may do.' }),
  expiresAt: z
    .string()
    .nullish()
    .meta({ scalar: 'DateTime', description: 'When it stops working by itself; never unless told.' }),
};

export const apiKeyId = z
  .string()
  .regex(idPattern('apiKey'), 'is not a key id')
  .meta({ scalar: 'ID', description: '`key_` and 16 characters.' });
