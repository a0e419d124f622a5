import { z } from 'zod';
import { dateTime, idInput, nameInput } from '../../api/inputs.ts';
import { scopes, tillScope } from '../../api/scope.ts';

export const scopeInput = z.enum([...scopes, tillScope]).meta({
  id: 'Scope',
  description: 'A permission of an API key, a person or a till.',
  values: {
    READ: 'Read all data of the account.',
    WRITE: 'Create, update and delete. Includes `READ`, but not `REDEEM`.',
    REDEEM: 'Claim and validate sessions, add stamps and points, and use rewards, as a till does. Includes `READ`.',
    SEND: 'Send messages. Does not include `READ`.',
    ADMIN: 'Manage the account, its subaccounts, API keys, integrations and webhooks. Does not include other scopes.',
    TILL: 'The scope of tills. API keys cannot have it. Find, hold, claim and validate a session, and work with the card of a loyalty user. Does not include other scopes.',
  },
});

export const apiKeyFields = {
  name: nameInput('Name of the key'),
  scopes: z
    .array(scopeInput)
    .min(1)
    .max(scopes.length)
    .refine((given) => !given.includes(tillScope), 'has the scope TILL, which only tills have')
    .meta({ description: 'The scopes of the key. `TILL` is not allowed.' }),
  expiresAt: dateTime.nullish().meta({ description: 'When the key expires. Default: never.' }),
};

export const apiKeyId = idInput('apiKey', 'a key id', 'The API key');
