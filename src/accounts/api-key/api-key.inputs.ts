import { z } from 'zod';
import { idInput, nameInput } from '../../kernel/api/inputs.ts';
import { scopes } from '../../kernel/api/scope.ts';

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
  name: nameInput('What it is for'),
  scopes: z.array(scopeInput).min(1).max(scopes.length).meta({ description: 'What it may do.' }),
  expiresAt: z
    .string()
    .nullish()
    .meta({ scalar: 'DateTime', description: 'When it stops working by itself; never unless told.' }),
};

export const apiKeyId = idInput('apiKey', 'a key id');
